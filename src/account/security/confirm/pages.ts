import { codeField, knownEmail, passwordField } from '../../../identity/sign-in/fields.ts'
import { passkeyForm, secondFactorText, takesCode } from '../../../identity/sign-in/pages.ts'
import type { ProofPurpose } from '../../../identity/users/fresh-proofs/fresh-proofs.ts'
import type { FactorKinds } from '../../../identity/users/second-factors/second-factors.ts'
import {
  type FormFaults,
  field,
  form,
  noFaults,
  summary,
} from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { type AccountPage, layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { choosePasswordLink } from '../pages.ts'

export interface ConfirmView {
  readonly email: string
  readonly purpose: ProofPurpose
  readonly returnTo: string
  /** The second step comes after the password, if there is a second factor. */
  readonly step: 'first' | 'second'
  readonly factors: FactorKinds
  /** Whether the user has a password. */
  readonly password: boolean
  readonly faults?: FormFaults
}

/** The page that the user comes from, if it is not the security settings. */
const areas: Partial<Record<ProofPurpose, AccountPage>> = {
  operator: 'operator',
  payouts: 'paymentmethods',
}

/**
 * Asks a signed-in user for the password, a passkey or the second factor before an important
 * change.
 */
export function confirmPage(frame: Frame, view: ConfirmView): string {
  const { language, base } = frame
  const { factors, faults = noFaults } = view
  const isSecond = view.step === 'second'
  const area = areas[view.purpose] ?? 'security'
  const hidden = { for: view.purpose, return_to: view.returnTo }
  const content = html`${summary(language, faults)}
${isSecond ? secondFactorText(language, factors) : html`<p>${say(language, 'page.text.confirm_identity')}</p>`}
${isSecond ? takesCode(factors, faults) && codeForm(frame, view, hidden) : firstForm(frame, view, hidden)}
${factors.passkey && passkeyForm(frame, { to: '/account/confirm/passkey', hidden })}
<p><a href="${base}${area === 'operator' ? '' : '/account'}/${area}">${say(language, 'page.link.cancel')}</a></p>`
  const title = say(language, 'page.title.second_factor')
  return layout(frame, {
    title,
    content,
    isError: faults.size > 0,
    account: area,
    script: factors.passkey,
  })
}

type Hidden = Readonly<Record<string, string>>

/** The form for the password. A user without one can get one by email. */
const firstForm = (frame: Frame, view: ConfirmView, hidden: Hidden) =>
  view.password
    ? passwordForm(frame, view, hidden)
    : html`<p>${say(frame.language, 'page.text.no_password')}</p>
${choosePasswordLink(frame)}`

function passwordForm(frame: Frame, { email, faults = noFaults }: ConfirmView, hidden: Hidden) {
  const { language, base } = frame
  const password = passwordField(language, { label: 'page.label.current_password' })
  return form(
    frame,
    `${base}/account/confirm`,
    html`${knownEmail(email)}
${field(language, password, faults)}
<div class="buttons"><button>${say(language, 'page.button.continue')}</button></div>`,
    { hidden },
  )
}

function codeForm(frame: Frame, { faults = noFaults }: ConfirmView, hidden: Hidden) {
  const { language, base } = frame
  const code = codeField(language, { inputmode: 'text' })
  return form(
    frame,
    `${base}/account/confirm/code`,
    html`${field(language, code, faults)}
<div class="buttons"><button>${say(language, 'page.button.continue')}</button></div>`,
    { hidden },
  )
}
