import { html } from '../platform/html.ts'
import { say } from '../platform/i18n.ts'
import type { Frame } from './frame.ts'
import { layout } from './layout.ts'

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
  | 'unavailable'
  | 'internal'

export interface ErrorView {
  readonly error: PageError
  /** The request's id, by which its line in the log is found. */
  readonly reference: string
  /** What the application did wrong, for those who run it, as OAuth 2.0 words it. */
  readonly detail?: string | undefined
}

/** Tells what went wrong and what to do. */
export function errorPage(frame: Frame, { error, reference, detail }: ErrorView): string {
  const { language, base } = frame
  const content = html`<p>${say(language, `page.text.${error}`, { reference })}</p>
${detail && html`<p class="hint"><code>${detail}</code></p>`}
${error === 'sign_in_expired' && html`<p><a class="button" href="${base}/sign-in">${say(language, 'page.title.sign_in')}</a></p>`}
${error === 'link_expired' && html`<p><a href="${base}/forgotten-password">${say(language, 'page.link.forgotten')}</a></p>`}`
  return layout(frame, { title: say(language, `page.title.${error}`), content, wrong: true })
}
