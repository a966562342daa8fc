import type { Transaction } from '../../../platform/database/db.ts'

/**
 * The kinds of links. They lead to `{auth_url}/confirm-email?token=` (sign_up, new_email),
 * `{auth_url}/new-password?token=` (reset_password), `{auth_url}/sign-in/email?token=` (sign_in)
 * and `{auth_url}/sign-in/link?token=` (email_sign_in). The token of a sign_in link is a code that
 * people can type. An email_sign_in link takes the place of the password, and has a short code. A
 * payout_proof link proves a payment method that is to be paid (`{auth_url}/payouts/confirm`), and
 * a payout_undo link undoes a change of where money goes (`{auth_url}/payouts/undo`). A sign_in_undo
 * link takes back a change of how the user signs in (`{auth_url}/sign-in/undo`).
 */
export type LinkKind =
  | 'sign_up'
  | 'reset_password'
  | 'new_email'
  | 'sign_in'
  | 'email_sign_in'
  | 'payout_proof'
  | 'payout_undo'
  | 'sign_in_undo'

/** The change of where money goes that a link proves or undoes. */
export interface LinkedPayout {
  /** The payment method that is proved, or that the user has chosen; null if none is. */
  readonly method: number | null
  /** The version of the password when the link was made. */
  readonly passwordVersion?: number | undefined
  /** The payment method that an undo pays again. */
  readonly restore?: number | null
  /** The vault's id of the bank account that is proved. */
  readonly account?: string | undefined
  /** The earlier address of that method. */
  readonly email?: string | undefined
  /** The fingerprint of that method, if it is a bank account, in base64url. */
  readonly fingerprint?: string | undefined
}

/**
 * Takes a change of where money goes back when an account goes back to its owner, in that
 * transaction, and tells the owner.
 * @param change what a link about the change says; undefined if nothing is known of it: then nothing
 *   is paid until the owner chooses
 */
export type UndoPayout = (
  tx: Transaction,
  userId: number,
  change: LinkedPayout | undefined,
) => Promise<void>
