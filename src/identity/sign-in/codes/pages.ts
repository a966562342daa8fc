import {
  type FormFaults,
  field,
  form,
  noFaults,
  summary,
} from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { emailCodeField, emailField, knownEmail } from '../../sign-in/fields.ts'
import { hiddenReturn, withReturn } from '../../sign-in/return-to.ts'

interface View {
  /** Where the user continues after signing in: a path of this service. */
  readonly returnTo?: string | undefined
  readonly faults?: FormFaults
}

const passwordLink = ({ language, base }: Frame, returnTo: string | undefined) =>
  html`<a href="${base}${withReturn('/sign-in', returnTo)}">${say(language, 'page.link.use_password')}</a>`

/** Asks for the email address that a code is sent to. */
export function askEmailPage(
  frame: Frame,
  { email, returnTo, faults = noFaults }: View & { readonly email?: string | undefined },
): string {
  const { language, base } = frame
  const content = html`${summary(language, faults)}
<p>${say(language, 'page.text.email_code')}</p>
${form(
  frame,
  `${base}/sign-in/code`,
  html`${field(language, emailField(language, { value: email }), faults)}
<div class="buttons"><button>${say(language, 'page.button.email_code')}</button></div>`,
  { hidden: hiddenReturn(returnTo) },
)}
<p>${passwordLink(frame, returnTo)}</p>`
  const title = say(language, 'page.title.email_code')
  return layout(frame, { title, content, isError: faults.size > 0 })
}

/**
 * Asks for the code of an email. It does not reveal whether there is an account.
 * @param view.request the name of the request; undefined if only the link of an earlier email works
 */
export function emailCodePage(
  frame: Frame,
  view: View & { readonly email: string; readonly request: string | undefined },
): string {
  const { language, base } = frame
  const { email, request, returnTo, faults = noFaults } = view
  const text = request === undefined ? 'page.text.email_code_recent' : 'page.text.email_code_sent'
  const code = { ...emailCodeField(language, 'code'), inputmode: 'numeric' as const }
  const content = html`${summary(language, faults)}
<p>${say(language, text, { email })}</p>
${
  request !== undefined &&
  form(
    frame,
    `${base}/sign-in/code/check`,
    html`${knownEmail(email, 'email')}
${field(language, code, faults)}
<div class="buttons"><button>${say(language, 'page.button.sign_in')}</button></div>`,
    { hidden: { request, ...hiddenReturn(returnTo) } },
  )
}
<p class="hint">${say(language, 'page.text.no_email')}</p>
<ul class="links">
<li><a href="${base}${withReturn('/sign-in/code', returnTo)}">${say(language, 'page.link.email_code_again')}</a></li>
<li>${passwordLink(frame, returnTo)}</li>
</ul>`
  const title = say(language, 'page.title.check_email')
  return layout(frame, { title, content, isError: faults.size > 0 })
}

/**
 * Asks whether to sign in with the link of an email. Mail scanners open links, but send no form.
 */
export function emailLinkPage(
  frame: Frame,
  { email, token }: { readonly email: string; readonly token: string },
): string {
  const { language, base } = frame
  const button = html`<div class="buttons"><button autofocus>${say(language, 'page.button.sign_in')}</button></div>`
  const content = html`<p>${say(language, 'page.text.email_link', { email })}</p>
${form(frame, `${base}/sign-in/link`, button, { hidden: { token } })}`
  return layout(frame, { title: say(language, 'page.title.sign_in'), content })
}
