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
