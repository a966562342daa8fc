import {
  type FormFaults,
  field,
  form,
  noFaults,
  notice,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { type Language, say } from '../../platform/i18n/catalogue.ts'
import type { Face } from '../applications/face.ts'
import type { FactorKinds } from '../users/second-factors/second-factors.ts'
import type { OtherWays } from './deps.ts'
import { codeField, emailCodeField, emailField, passwordField } from './fields.ts'
import type { UnknownPasskey } from './passkeys/routes.ts'
import { startForm } from './providers/pages.ts'
import { hiddenReturn, withReturn } from './return-to.ts'

interface SignInView {
  readonly email?: string | undefined
  /** Where the user continues after signing in: a path of this service. */
  readonly returnTo?: string | undefined
  /** Why the user has to sign in, or what they have just done. */
  readonly note?: SignInNote | undefined
  /** The application that the user continues to. */
  readonly application?: Face | undefined
  readonly otherWays: OtherWays
  readonly faults?: FormFaults
  /** The passkey that was refused, if the service does not have it. */
  readonly unknown?: UnknownPasskey | undefined
}

export const signInNotes = ['sign_in_first', 'password_set'] as const
type SignInNote = (typeof signInNotes)[number]

/**
 * Asks for the email address and the password, or for a passkey if the browser supports passkeys.
 */
export function signInPage(frame: Frame, view: SignInView): string {
  const { language, base } = frame
  const { returnTo, note, application, otherWays, unknown, faults = noFaults } = view
  const isNew = view.email === undefined
  const email = emailField(language, { value: view.email, first: isNew, passkeys: true })
  const password = passwordField(language, { first: !isNew })
  const content = html`${summary(language, faults)}
${notice(note && say(language, `page.text.${note}`))}
${form(
  frame,
  `${base}/sign-in`,
  html`${field(language, email, faults)}
${field(language, password, faults)}
<div class="buttons"><button>${say(language, 'page.button.sign_in')}</button></div>`,
  { hidden: hiddenReturn(returnTo) },
)}
<p class="or">${say(language, 'page.label.or')}</p>
${passkeyForm(frame, { to: '/sign-in/passkey', autofill: true, unknown, hidden: hiddenReturn(returnTo) })}
${otherWaysIn(frame, otherWays, returnTo)}
<ul class="links">
<li><a href="${base}${withReturn('/forgotten-password', returnTo)}">${say(language, 'page.link.forgotten')}</a></li>
<li><a href="${base}${withReturn('/sign-up', returnTo)}">${say(language, 'page.link.sign_up')}</a></li>
</ul>`
  const title =
    application === undefined
      ? say(language, 'page.title.sign_in')
      : say(language, 'page.title.sign_in_to', { application: application.name })
  // Logos of developers are not reviewed, and users type their passwords on this page.
  const logo = application?.selfRegistered ? undefined : application?.logo
  return layout(frame, { title, content, logo, isError: faults.size > 0, script: true })
}

/** Buttons for the other ways to sign in. */
const otherWaysIn = (
  frame: Frame,
  { emailCode, providers }: OtherWays,
  returnTo: string | undefined,
) => html`${providers.map((provider) => startForm(frame, provider, { returnTo }))}
${emailCode && emailCodeLink(frame, returnTo)}`

/** A link to sign in with a code in an email. */
export function emailCodeLink({ language, base }: Frame, returnTo: string | undefined) {
  const href = base + withReturn('/sign-in/code', returnTo)
  const text = say(language, 'page.link.email_code')
  return html`<div class="buttons"><a class="button quiet" href="${href}">${text}</a></div>`
}

interface PasskeyForm {
  /** The path of the form below the issuer. The script gets the options from `{to}/options`. */
  readonly to: string
  /** Whether the browser also suggests passkeys in a field of the page. */
  readonly autofill?: boolean
  /** The passkey that was refused, which password managers may forget. */
  readonly unknown?: UnknownPasskey | undefined
  readonly hidden: Readonly<Record<string, string>>
}

/** A form to use a passkey. It is hidden until the script shows it. */
export function passkeyForm(
  { language, base, csrf }: Frame,
  { to, autofill, unknown, hidden }: PasskeyForm,
) {
  const button = autofill ? 'page.button.passkey' : 'page.button.use_passkey'
  return html`<form method="post" action="${base}${to}" hidden data-passkey="get"
 data-options="${base}${to}/options" data-failed="${say(language, 'page.error.passkey')}"
 ${autofill && html`data-autofill=""`}${unknown && html` data-unknown="${JSON.stringify(unknown)}"`}>
<input type="hidden" name="csrf" value="${csrf}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="credential" value="">
<p class="fault" role="alert" data-fault hidden></p>
<div class="buttons"><button class="quiet">${say(language, button)}</button></div>
</form>`
}

interface SecondFactorView {
  readonly step: string
  readonly factors: FactorKinds
  /** Whether the page also asks for a code that was sent by email. */
  readonly emailed: boolean
  readonly faults?: FormFaults
}

/** Asks for the second factor. */
export function secondFactorPage(frame: Frame, view: SecondFactorView): string {
  const { language, base } = frame
  const { step, factors, faults = noFaults } = view
  const hasCode = takesCode(factors, faults)
  const emailed = view.emailed && hasCode
  const code = codeField(language, { inputmode: 'text', first: !emailed })
  const content = html`${summary(language, faults)}
${emailed && html`<p>${say(language, 'page.text.second_factor_emailed')}</p>`}
${secondFactorText(language, factors)}
${
  hasCode &&
  form(
    frame,
    `${base}/sign-in/second-factor`,
    html`${emailed && field(language, emailCodeField(language, 'email_code'), faults)}
${field(language, code, faults)}
<div class="buttons"><button>${say(language, 'page.button.continue')}</button></div>`,
    { hidden: { step } },
  )
}
${factors.passkey && passkeyForm(frame, { to: '/sign-in/second-factor/passkey', hidden: { step } })}
<p><a href="${base}/sign-in">${say(language, 'page.link.start_again')}</a></p>`
  const title = say(language, 'page.title.second_factor')
  return layout(frame, { title, content, isError: faults.size > 0, script: factors.passkey })
}

/**
 * Whether a page asks for a code of an authenticator app or a recovery code. It also does if the
 * last recovery code was used while the page was open, because the field says what is wrong.
 */
export const takesCode = ({ totp, recovery }: FactorKinds, faults: FormFaults): boolean =>
  totp || recovery || [...faults.keys()].some((name) => name !== '')

/** Says which second factors the user can give. */
export function secondFactorText(language: Language, factors: FactorKinds): Html {
  const { totp, recovery } = factors
  const text = html`<p>${say(language, `page.text.second_factor${endingOf(factors)}`)}</p>`
  return totp || recovery
    ? text
    : html`${text}
<p class="hint" data-without-passkeys>${say(language, 'page.text.passkey_script')}</p>`
}

const endingOf = ({ totp, recovery }: FactorKinds): '' | '_app' | '_codes' | '_passkey' => {
  if (totp) return recovery ? '' : '_app'
  return recovery ? '_codes' : '_passkey'
}
