import type { Language } from '../platform/i18n.ts'

/** Why people are written to. */
export type LetterKind =
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
  /** Many have tried to sign in: with a link, and the same as a code, to confirm the next sign-in with. */
  | 'sign_in_link'

/** What was changed about how somebody signs in. */
export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'

/** What is to be said to whom; the words come from the catalogues when it is sent. */
export interface Letter {
  /** One e-mail address, as stored. */
  readonly to: string
  readonly language: Language
  readonly kind: LetterKind
  /** Where the email leads; it may hold a token. If omitted, the kind decides. */
  readonly link?: string
  /** The token of the link, for typing it. */
  readonly code?: string
  /** Of `second_factor_changed`. */
  readonly change?: FactorChange
  /**
   * From which browser this was asked for, such as "Firefox · Linux"; empty where the browser is not known. Only names from our
   * own table are put here, never the `User-Agent` itself.
   */
  readonly browser?: string | undefined
}

/** How long the links with a token in them may live, in hours: letters say so, and are not sent any later. */
export const linkHours = {
  confirm_email: 24,
  confirm_new_email: 24,
  reset_password: 1,
  sign_in_link: 1,
} as const satisfies Partial<Record<LetterKind, number>>
