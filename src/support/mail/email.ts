import type { Language } from '../../platform/i18n/catalogue.ts'

/** The kinds of email. */
export type EmailKind =
  /** Confirms the address of a new account. With a link. */
  | 'confirm_email'
  /** Sent if somebody signs up with an address that has an account. With a link to sign in. */
  | 'account_exists'
  /** With a link to choose a new password. */
  | 'reset_password'
  | 'password_changed'
  /**
   * The password was changed by a link. The link also confirmed the address, and removed what was
   * added before.
   */
  | 'address_confirmed'
  /** Confirms a new address of an account. With a link. */
  | 'confirm_new_email'
  /** Sent to the old address of an account. With a link to take the change back. */
  | 'email_changed'
  /**
   * A change of how the user signs in was taken back, and this is the address of the account again.
   * With a link to choose a new password.
   */
  | 'account_recovered'
  /** Sent to the address that the account had until then. */
  | 'address_taken_back'
  /** With a link to take the change back. */
  | 'second_factor_changed'
  /** Somebody signed in with a browser that the account has not used. With a link to end all access. */
  | 'new_sign_in'
  /**
   * Sent after too many attempts to sign in. With a link to confirm the next sign-in, and the token
   * of the link as a code.
   */
  | 'sign_in_link'
  /** With a link to sign in without a password, and a short code for the browser that asked. */
  | 'sign_in_code'
  /** The account will be erased at `date`. */
  | 'erasure_requested'
  | 'erasure_cancelled'
  | 'account_erased'
  /** Somebody has downloaded all data of the account. */
  | 'data_exported'
  /** An operator has removed all second factors. With a link to take that back. */
  | 'support_factors_reset'
  /** An operator has set the password. */
  | 'support_password_set'
  /** An operator has made this the address of the account. With a link for a new password. */
  | 'support_email_set'
  /** An operator has given the account another address than this one. */
  | 'support_email_removed'
  /** An operator has disabled the account, or enabled it again. */
  | 'support_disabled'
  | 'support_enabled'
  /** The user may register applications from now on. */
  | 'developer_admitted'
  /** To the developer of an application: a receiver failed for days. */
  | 'webhook_disabled'
  /** To the developer of an application: it has a new secret, or other redirect URIs. */
  | 'application_secret_changed'
  | 'application_uris_changed'
  /** Proves that the reader can be paid by `method`. With a link. */
  | 'confirm_payout'
  | 'confirm_bank_account'
  /** From `date` on, payments go to `method`. With a link to undo that. */
  | 'payout_changed'
  /** No payments go to `method` any more, nor elsewhere. With a link to undo that. */
  | 'payout_cleared'
  /**
   * No payments go anywhere any more, because `method` was deleted. Without a link to undo that.
   */
  | 'payout_deleted'
  /** A change of where payments go was undone with the link of an email. */
  | 'payout_undone'
  /** The holder or the type of `method`, which its owner has proved, was changed. */
  | 'payout_details'

/** A change to how a user signs in. */
export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  /** An account at a provider, named by `provider`. */
  | 'identity_added'
  | 'identity_removed'

/** An email in the queue. Its text comes from the catalogues when it is sent. */
export interface Email {
  /** One email address, as stored. */
  readonly to: string
  readonly language: Language
  readonly kind: EmailKind
  /** The link of the button, which may contain a token. If omitted, the kind decides. */
  readonly link?: string
  /** The token of the link, as a code to type. */
  readonly code?: string
  /** The change, for `second_factor_changed`. */
  readonly change?: FactorChange
  /** The place of the network, such as "Köln, Deutschland", if it is known. */
  readonly place?: string | undefined
  /** How the user signed in (RFC 8176), for `new_sign_in`. */
  readonly amr?: readonly string[]
  /** The name of the provider, for the changes of linked identities. */
  readonly provider?: string
  /** The payment method, partly hidden. */
  readonly method?: string
  /** When the account will be erased, or payments go elsewhere, in milliseconds since the epoch. */
  readonly date?: number
  /**
   * The browser of the request, such as "Firefox · Linux"; empty if it is unknown. It is a name
   * from our own table, never the `User-Agent` itself.
   */
  readonly browser?: string | undefined
}

/**
 * The lifetimes of links with a token, in hours. The emails name them, and an email is not sent
 * after its link has expired.
 */
export const linkHours = {
  confirm_email: 24,
  confirm_new_email: 24,
  reset_password: 1,
  sign_in_link: 1,
  sign_in_code: 1,
  confirm_payout: 24,
  confirm_bank_account: 24,
  payout_changed: 48,
  payout_cleared: 48,
  email_changed: 168,
  new_sign_in: 168,
  support_factors_reset: 168,
  account_recovered: 1,
  support_email_set: 1,
} as const satisfies Partial<Record<EmailKind, number>>

/**
 * How long the links work that take back a change of a second factor or of an account at a
 * provider, in hours. What was added protects the account only when nobody can take it away by
 * email any more, so that time is short.
 */
export const undoHours = {
  totp_added: 48,
  totp_removed: 168,
  passkey_added: 48,
  passkey_removed: 168,
  recovery_codes_renewed: 168,
  identity_added: 48,
  identity_removed: 168,
} as const satisfies Record<FactorChange, number>
