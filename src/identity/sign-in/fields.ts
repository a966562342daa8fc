import type { Field } from '../../platform/http/pages/fields.ts'
import { html } from '../../platform/http/pages/html.ts'
import { type Language, type MessageKey, say } from '../../platform/i18n/catalogue.ts'

/*
 * The form fields for sign-in. Each is defined once, because password managers and browsers fill
 * them in by name and `autocomplete` (HTML, 4.10.18.7).
 */

/** A field for the email address that the user signs in with. */
export const emailField = (
  language: Language,
  {
    value,
    first = true,
    passkeys = false,
  }: {
    readonly value: string | undefined
    readonly first?: boolean
    /** Whether browsers offer passkeys in this field. */
    readonly passkeys?: boolean
  },
): Field => ({
  name: 'email',
  label: say(language, 'page.label.email'),
  type: 'email',
  autocomplete: passkeys ? 'username webauthn' : 'username',
  inputmode: 'email',
  value,
  required: true,
  autofocus: first,
})

/** The email address in a form. */
export const emailIn = (form: ReadonlyMap<string, string>): string =>
  form.get('email')?.trim() ?? ''

/** A field for the current password. */
export const passwordField = (
  language: Language,
  {
    label = 'page.label.password',
    first = true,
  }: {
    readonly label?: MessageKey
    readonly first?: boolean
  } = {},
): Field => ({
  name: 'password',
  label: say(language, label),
  type: 'password',
  autocomplete: 'current-password',
  required: true,
  autofocus: first,
})

/** A field for a new password. */
export const newPasswordField = (
  language: Language,
  {
    label = 'page.label.new_password',
    first = true,
  }: {
    readonly label?: MessageKey
    readonly first?: boolean
  } = {},
): Field => ({
  name: 'password',
  label: say(language, label),
  type: 'password',
  autocomplete: 'new-password',
  hint: say(language, 'page.text.password_rule'),
  required: true,
  autofocus: first,
})

/**
 * A field for the code of an authenticator app. With `inputmode` `text` it also takes a recovery
 * code.
 */
export const codeField = (
  language: Language,
  {
    inputmode,
    first = true,
  }: {
    readonly inputmode: 'numeric' | 'text'
    readonly first?: boolean
  },
): Field => ({
  name: 'code',
  label: say(language, 'page.label.code'),
  autocomplete: 'one-time-code',
  inputmode,
  required: true,
  autofocus: first,
})

/** A field for a code that was sent by email. */
export const emailCodeField = (language: Language, name: string): Field => ({
  name,
  label: say(language, 'page.label.email_code'),
  autocomplete: 'one-time-code',
  inputmode: 'text',
  required: true,
  autofocus: true,
})

/**
 * A hidden field that tells password managers which account the password belongs to. The server
 * does not read it.
 */
export const knownEmail = (email: string, name = 'username') =>
  html`<input type="email" name="${name}" autocomplete="username" value="${email}" readonly hidden>`
