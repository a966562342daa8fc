/**
 * The kinds of links. They lead to `{auth_url}/confirm-email?token=` (sign_up, new_email),
 * `{auth_url}/new-password?token=` (reset_password), `{auth_url}/sign-in/email?token=` (sign_in)
 * and `{auth_url}/sign-in/link?token=` (email_sign_in). The token of a sign_in link is a code that
 * people can type. An email_sign_in link takes the place of the password, and has a short code.
 */
export type LinkKind = 'sign_up' | 'reset_password' | 'new_email' | 'sign_in' | 'email_sign_in'
