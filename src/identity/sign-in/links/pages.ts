import type { ApplicationStart } from '../../../platform/http/pages/error.ts'
import { nextStepLinks } from '../../../platform/http/pages/error.ts'
import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { timeText } from '../../../platform/i18n/time-text.ts'
import type { TakenBack, Undo } from './recovery.ts'

/**
 * Says what taking a change of how one signs in back does, or ending the access of somebody who has
 * signed in, and asks whether to do it.
 */
export function signInUndoPage(
  frame: Frame,
  { token, email, since, link }: { readonly token: string } & Undo,
): string {
  const { language, base, serviceName: service, timeZone } = frame
  const text = { service, email, date: timeText(language, since, timeZone) }
  const about = link.former.isSignIn ? 'not_me' : 'sign_in_undo'
  const button = html`<div class="buttons">
<button class="danger">${say(language, `page.button.${about}`)}</button></div>`
  const content = html`<p>${say(language, `page.text.${about}`, text)}</p>
<p>${say(language, `page.text.${about}_effect`, text)}</p>
${form(frame, `${base}/sign-in/undo`, button, { hidden: { token } })}`
  return layout(frame, { title: say(language, `page.title.${about}`), content })
}

/**
 * Says that the change was taken back, how to sign in again, and with what else one can sign in:
 * somebody else may have added it long before.
 */
export function takenBackPage(frame: Frame, { email, methods }: TakenBack): string {
  const { language, serviceName: service, timeZone } = frame
  const names = [
    ...(methods.totp === undefined ? [] : [say(language, 'page.name.totp')]),
    ...methods.passkeys.map(
      ({ name, createdAt }) => `${name}, ${timeText(language, createdAt, timeZone)}`,
    ),
    ...methods.identities.map((one) => `${one.email}, ${URL.parse(one.issuer)?.host ?? ''}`),
  ]
  const others =
    names.length > 0 &&
    html`<p>${say(language, 'page.text.taken_back_methods', { service })}</p>
<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`
  const content = html`<p>${say(language, 'page.text.taken_back', { email })}</p>
${others}
<p class="hint">${say(language, 'page.text.no_email')}</p>`
  return layout(frame, { title: say(language, 'page.title.taken_back'), content })
}

/**
 * Shows a link to an application that cannot continue its request in this browser. The user is
 * signed in.
 */
export function continuePage(frame: Frame, { name, start }: ApplicationStart): string {
  const { language } = frame
  const content = html`<p>${say(language, 'page.text.continue', { application: name })}</p>
${nextStepLinks(frame, { name, start })}`
  return layout(frame, { title: say(language, 'page.title.continue'), content })
}
