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
import { type MessageKey, say } from '../../../platform/i18n/catalogue.ts'
import type { OtherWays } from '../deps.ts'
import { emailField, knownEmail, newPasswordField, passwordField } from '../fields.ts'
import { emailCodeLink } from '../pages.ts'
import { startForm } from '../providers/pages.ts'
import { hiddenReturn, withReturn } from '../return-to.ts'

interface SignUpView extends Pick<OtherWays, 'providers'> {
  readonly email?: string | undefined
  readonly fullName?: string | undefined
  readonly returnTo?: string | undefined
  readonly faults?: FormFaults
}

/** Asks for the email address, name and password of a new account. */
export function signUpPage(frame: Frame, view: SignUpView): string {
  const { language, base } = frame
  const { returnTo, providers, faults = noFaults } = view
  const fullName = {
    name: 'full_name',
    label: say(language, 'page.label.full_name'),
    autocomplete: 'name',
    value: view.fullName,
  } as const
  const content = html`${summary(language, faults)}
${form(
  frame,
  `${base}/sign-up`,
  html`${field(language, emailField(language, { value: view.email }), faults)}
${field(language, fullName, faults)}
${field(language, newPasswordField(language, { label: 'page.label.password', first: false }), faults)}
<div class="buttons"><button>${say(language, 'page.button.sign_up')}</button></div>`,
  { hidden: hiddenReturn(returnTo) },
)}
<p class="or">${say(language, 'page.label.or')}</p>
${providers.map((provider) => startForm(frame, provider, { returnTo }))}
<p><a href="${base}${withReturn('/sign-in', returnTo)}">${say(language, 'page.link.sign_in')}</a></p>`
  const title = say(language, 'page.title.sign_up')
  return layout(frame, { title, content, isError: faults.size > 0 })
}

interface CheckEmailView {
  readonly email: string
  /** Where the user was going. */
  readonly returnTo?: string | undefined
  /** The page to go back to. */
  readonly back: keyof typeof backLinks
  /** Whether the right password was stolen, so that the email has a link for a new one. */
  readonly isBreached?: boolean
}

const backLinks = {
  sign_up: ['/sign-up', 'page.link.other_email'],
  forgotten_password: ['/forgotten-password', 'page.link.other_email'],
  sign_in: ['/sign-in', 'page.title.sign_in'],
  security: ['/account/security', 'page.link.to_security'],
} as const satisfies Record<string, readonly [string, MessageKey]>

/** Tells the user to check their email. It does not reveal whether there is an account. */
export function checkEmailPage(frame: Frame, view: CheckEmailView): string {
  const { email, returnTo, back, isBreached = false } = view
  const { language, base } = frame
  const [path, key] = backLinks[back]
  const confirmed =
    back === 'sign_up' &&
    returnTo !== undefined &&
    html`<p><a href="${returnTo}">${say(language, 'page.link.go_on')}</a></p>`
  const content = html`${isBreached && html`<p>${say(language, 'page.text.password_breached')}</p>`}
<p>${say(language, 'page.text.check_email', { email })}</p>
<p class="hint">${say(language, 'page.text.no_email')}</p>
${confirmed}
<p><a href="${base}${withReturn(path, returnTo)}">${say(language, key)}</a></p>`
  return layout(frame, { title: say(language, 'page.title.check_email'), content })
}

interface LinkView {
  /** The token of the link that the user followed. */
  readonly token: string
  /** The address that the link was sent to. */
  readonly email: string
  /** Where the user was going. */
  readonly returnTo?: string | undefined
  readonly faults?: FormFaults
}

/** Asks a user who followed the link of a sign-up for the password again. */
export function confirmSignUpPage(
  frame: Frame,
  { token, email, returnTo, faults = noFaults }: LinkView,
): string {
  const { language, base } = frame
  const content = html`${summary(language, faults)}
<p>${say(language, 'page.text.confirm_email', { email })}</p>
${form(
  frame,
  `${base}/confirm-email`,
  html`${knownEmail(email)}
${field(language, passwordField(language), faults)}
<div class="buttons"><button>${say(language, 'page.button.confirm_email')}</button></div>`,
  { hidden: { token } },
)}
<p><a href="${base}${withReturn('/sign-up', returnTo)}">${say(language, 'page.link.sign_up_again')}</a></p>`
  const title = say(language, 'page.title.confirm_email')
  return layout(frame, { title, content, isError: faults.size > 0 })
}

/** Asks the user to confirm the new email address of the account. */
export function confirmNewEmailPage(frame: Frame, { token, email }: LinkView): string {
  const { language, base } = frame
  const button = html`<div class="buttons"><button>${say(language, 'page.button.confirm_email')}</button></div>`
  const content = html`<p>${say(language, 'page.text.new_email', { email })}</p>
${form(frame, `${base}/confirm-email`, button, { hidden: { token } })}`
  return layout(frame, { title: say(language, 'page.title.confirm_email'), content })
}

/** Says that the link is for another account than the one that is signed in. */
export function otherAccountPage(frame: Frame, { email }: Pick<LinkView, 'email'>): string {
  const { language, base } = frame
  const content = html`<p>${say(language, 'page.text.new_email_other_user', { email })}</p>
<div class="buttons"><a class="button" href="${base}/sign-out">${say(language, 'page.button.sign_out')}</a></div>`
  const title = say(language, 'page.title.confirm_email')
  return layout(frame, { title, content, isError: true })
}

/** Asks where to send the link for a new password. */
export function forgottenPage(
  frame: Frame,
  {
    email,
    returnTo,
    otherWays,
    faults = noFaults,
  }: {
    email?: string | undefined
    returnTo?: string | undefined
    otherWays: OtherWays
    faults?: FormFaults
  },
): string {
  const { language, base } = frame
  const content = html`${summary(language, faults)}
<p>${say(language, 'page.text.forgotten')}</p>
${form(
  frame,
  `${base}/forgotten-password`,
  html`${field(language, emailField(language, { value: email }), faults)}
<div class="buttons"><button>${say(language, 'page.button.forgotten')}</button></div>`,
  { hidden: hiddenReturn(returnTo) },
)}
${otherWays.emailCode && emailCodeLink(frame, returnTo)}
<p><a href="${base}${withReturn('/sign-in', returnTo)}">${say(language, 'page.link.sign_in')}</a></p>`
  const title = say(language, 'page.title.forgotten')
  return layout(frame, { title, content, isError: faults.size > 0 })
}

/** Asks for a new password. */
export function newPasswordPage(
  frame: Frame,
  { token, email, faults = noFaults }: LinkView,
): string {
  const { language, base } = frame
  const content = html`${summary(language, faults)}
${form(
  frame,
  `${base}/new-password`,
  html`${knownEmail(email)}
${field(language, newPasswordField(language), faults)}
<div class="buttons"><button>${say(language, 'page.button.new_password')}</button></div>`,
  { hidden: { token } },
)}`
  const title = say(language, 'page.title.new_password')
  return layout(frame, { title, content, isError: faults.size > 0 })
}
