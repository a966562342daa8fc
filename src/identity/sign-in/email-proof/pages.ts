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
import { emailCodeField, knownEmail, passwordField } from '../fields.ts'
import { withReturn } from '../return-to.ts'

interface EmailProofView {
  readonly email: string
  /** The code of the link that the user opened. If omitted, the user types the code. */
  readonly code?: string
  readonly returnTo?: string | undefined
  readonly faults?: FormFaults
}

/**
 * Asks for the password. It also asks for the code of the email, unless the user opened the link in
 * it.
 */
export function emailProofPage(frame: Frame, view: EmailProofView): string {
  const { language, base } = frame
  const { email, code, returnTo, faults = noFaults } = view
  const linked = code !== undefined
  const hidden = {
    ...(linked && { code, linked: 'yes' }),
    ...(returnTo !== undefined && { return_to: returnTo }),
  }
  const content = html`${summary(language, faults)}
<p>${say(language, linked ? 'page.text.email_proof_linked' : 'page.text.email_proof', { email })}</p>
${form(
  frame,
  `${base}/sign-in/email`,
  html`${!linked && field(language, emailCodeField(language, 'code'), faults)}
${knownEmail(email, 'email')}
${field(language, passwordField(language, { first: linked }), faults)}
<div class="buttons"><button>${say(language, 'page.button.sign_in')}</button></div>`,
  { hidden },
)}
${!linked && html`<p class="hint">${say(language, 'page.text.no_email')}</p>`}
<p><a href="${base}${withReturn('/forgotten-password', returnTo)}">${say(language, 'page.link.forgotten')}</a></p>`
  const title = say(language, linked ? 'page.title.sign_in' : 'page.title.check_email')
  return layout(frame, { title, content, isError: faults.size > 0 })
}
