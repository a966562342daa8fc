import type { Language } from '../../platform/i18n/catalogue.ts'

/** Why people are written to. */
export type EmailKind =
  /** To a new account's address: is it theirs? With a link. */
  | 'confirm_email'
  /** Somebody signed up with an address that has an account. With a link to sign in. */
  | 'account_exists'
  /** With a link to choose a new password. */
  | 'reset_password'
  | 'password_changed'
  /** To an account's new address: is it theirs? With a link. */
  | 'confirm_new_email'
  /** To an account's old address. */
  | 'email_changed'
  | 'second_factor_changed'
  /** Too many have tried to sign in. It holds a link, and its token as a code, to confirm the next sign-in. */
  | 'sign_in_link'

/** A change to how a user signs in. */
export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'

/** What is to be said to whom; the words come from the catalogues when it is sent. */
export interface Email {
  /** One e-mail address, as stored. */
  readonly to: string
  readonly language: Language
  readonly kind: EmailKind
  /** The link of the button; it may hold a token. If omitted, the kind decides. */
  readonly link?: string
  /** The token of the link, as a code to type. */
  readonly code?: string
  /** Of `second_factor_changed`. */
  readonly change?: FactorChange
  /**
   * The browser of the request, such as "Firefox · Linux"; empty if it is unknown. It is a name from our own table,
   * never the `User-Agent` itself.
   */
  readonly browser?: string | undefined
}

/** How long the links with a token in them may live, in hours: letters say so, and are not sent any later. */
export const linkHours = {
  confirm_email: 24,
  confirm_new_email: 24,
  reset_password: 1,
  sign_in_link: 1,
} as const satisfies Partial<Record<EmailKind, number>>
