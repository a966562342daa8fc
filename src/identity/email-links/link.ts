/**
 * Links lead to `{auth_url}/confirm-email?token=` (sign_up, new_email), `{auth_url}/new-password?token=` and
 * `{auth_url}/sign-in/email?token=`. The token of the last is a code that people can type.
 */
export type LinkKind = 'sign_up' | 'reset_password' | 'new_email' | 'sign_in'
