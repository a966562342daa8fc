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

/** What is to be said to whom; the words come from the catalogues when it is sent. */
export interface Letter {
  /** One e-mail address, as stored. */
  readonly to: string
  readonly language: Language
  readonly kind: LetterKind
  /** Where the letter leads; it may hold a token. */
  readonly link?: string
}

/** How long the links with a token in them may live, in hours: letters say so, and are not sent any later. */
export const linkHours = {
  confirm_email: 24,
  confirm_new_email: 24,
  reset_password: 1,
} as const satisfies Partial<Record<LetterKind, number>>
