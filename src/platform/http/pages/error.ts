import { say } from '../../i18n/catalogue.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** An application, and where users start it. */
export interface ApplicationStart {
  readonly name: string
  /** Undefined for an application without a web page, such as one on a device. */
  readonly start: string | undefined
}

/** What can go wrong on the way, each with a page that says what to do. */
export type PageError =
  /** A step of an application's request, over or unknown. */
  | 'step_expired'
  /** A step of a sign-in of our own. */
  | 'sign_in_expired'
  | 'link_expired'
  /** The application asked for what cannot be had, and the browser cannot be sent back. */
  | 'application_request'
  | 'foreign_form'
  | 'bad_form'
  | 'card_number'
  | 'not_found'
  | 'too_many'
  | 'unavailable'
  | 'internal'

export interface ErrorView {
  readonly error: PageError
  /** The request's id, by which its line in the log is found. */
  readonly reference: string
  /** What the application did wrong, for those who run it, as OAuth 2.0 words it. */
  readonly detail?: string | undefined
  /** When another attempt may be made, in seconds. */
  readonly retryAfter?: number
  /** The application that sent the user, if it is known. */
  readonly application?: ApplicationStart | undefined
}

/** Tells what went wrong and what to do. */
export function errorPage(frame: Frame, view: ErrorView): string {
  const { error, reference, detail } = view
  const { language, base } = frame
  const { application } = view
  const minutes = minutesOf(view.retryAfter ?? 0)
  const content = html`<p>${say(language, `page.text.${error}`, { reference, minutes })}</p>
${detail && html`<p class="hint"><code>${detail}</code></p>`}
${error === 'sign_in_expired' && html`<p><a class="button" href="${base}/sign-in">${say(language, 'page.title.sign_in')}</a></p>`}
${waysOn(frame, application)}`
  return layout(frame, { title: say(language, `page.title.${error}`), content, wrong: true })
}

/** Links from a page that would be a dead end: to the application, if there is one, and to the account. */
export const waysOn = ({ language, base }: Frame, application?: ApplicationStart): Html =>
  html`${
    application?.start !== undefined &&
    html`<p><a class="button" href="${application.start}">${say(language, 'page.link.to_application', { application: application.name })}</a></p>`
  }
<p><a href="${base}/account/sessions">${say(language, 'page.link.to_account')}</a></p>`

/** Seconds as people are told them: in whole minutes, at least one. */
export const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))
