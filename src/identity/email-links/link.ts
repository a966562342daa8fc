/**
 * The kinds of links. They lead to `{auth_url}/confirm-email?token=` (sign_up, new_email),
 * `{auth_url}/new-password?token=` (reset_password) and `{auth_url}/sign-in/email?token=`
 * (sign_in). The token of a sign_in link is a code that people can type.
 */
export type LinkKind = 'sign_up' | 'reset_password' | 'new_email' | 'sign_in'
