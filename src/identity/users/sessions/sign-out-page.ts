import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'

export interface SignOutView {
  /** The URL that the form is sent to. */
  readonly action: string
}

/** Asks whether to sign out. */
export function signOutPage(frame: Frame, { action }: SignOutView): string {
  const { language } = frame
  const content = html`<p>${say(language, 'page.text.sign_out')}</p>
${form(frame, action, html`<div class="buttons"><button>${say(language, 'page.button.sign_out')}</button></div>`)}
<p><a href="${frame.base}/account">${say(language, 'page.link.stay')}</a></p>`
  return layout(frame, { title: say(language, 'page.title.sign_out'), content })
}

/** Says that the user is signed out. */
export function signedOutPage(frame: Frame): string {
  const { language } = frame
  const content = html`<p>${say(language, 'page.text.signed_out')}</p>
<p><a href="${frame.base}/sign-in">${say(language, 'page.title.sign_in')}</a></p>`
  return layout(frame, { title: say(language, 'page.title.signed_out'), content })
}
