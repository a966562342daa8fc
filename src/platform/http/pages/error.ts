import type { RefusalPage } from '../../errors/refusals.ts'
import { type Message, say } from '../../i18n/catalogue.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** An application, with the URL where users start it. */
export interface ApplicationStart {
  readonly name: string
  /** Undefined for an application without a web page, such as one on a device. */
  readonly start: string | undefined
}

export interface ErrorView {
  readonly error: RefusalPage
  /** The id of the request, for finding its line in the log. */
  readonly reference: string
  /** What was refused, on a page that only says what to do next. */
  readonly message?: Message | undefined
  /**
   * The application's mistake, in the words of OAuth 2.0, for the people who run the application.
   */
  readonly mistake?: string | undefined
  /** The time to wait before the next attempt. */
  readonly retryAfterSeconds?: number | undefined
  /** The application that sent the user, if it is known. */
  readonly application?: ApplicationStart | undefined
}

/** The page that says what went wrong and what to do. */
export function errorPage(frame: Frame, view: ErrorView): string {
  const { error, reference, message, mistake } = view
  const { language, base } = frame
  const { application } = view
  const minutes = minutesOf(view.retryAfterSeconds ?? 0)
  const content = html`${message && html`<p>${say(language, ...message)}</p>`}
<p>${say(language, `page.text.${error}`, { reference, minutes })}</p>
${mistake && html`<p class="hint"><code>${mistake}</code></p>`}
${
  error === 'sign_in_expired' &&
  html`<p><a class="button" href="${base}/sign-in">${say(language, 'page.title.sign_in')}</a></p>`
}
${nextStepLinks(frame, application)}`
  return layout(frame, { title: say(language, `page.title.${error}`), content, isError: true })
}

/**
 * Links for a page without a next step: to the application, if there is one, and to the account.
 */
export const nextStepLinks = ({ language, base }: Frame, application?: ApplicationStart): Html =>
  html`${
    application?.start !== undefined &&
    html`<p><a class="button" href="${application.start}">${say(
      language,
      'page.link.to_application',
      { application: application.name },
    )}</a></p>`
  }
<p><a href="${base}/account">${say(language, 'page.link.to_account')}</a></p>`

/** Converts seconds to whole minutes for messages, at least one. */
export const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))
