/** The codes of RFC 6749, 5.2, and RFC 6750, 3.1, and what else these endpoints may have to say. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'temporarily_unavailable'
  | 'server_error'

/** A "no" of the endpoints for tokens, as RFC 6749, 5.2 has it. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: OAuthErrorCode,
    description: string,
    status = 400,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** The one description for all ways of failing to authenticate: it does not say which part was wrong. */
export const notAuthenticated =
  'Client authentication failed. Check the client id, and the secret or assertion.'

/**
 * Tells an application how to authenticate (RFC 6749, 5.2), by whichever method it tried. It repeats the error, because
 * some clients show nothing else of the answer.
 */
export const challengeOf = (description: string): string =>
  `Basic realm="foyer",error="invalid_client",error_description="${description}"`

export const challenge = challengeOf(notAuthenticated)

/** The one answer to every application that has not proved who it is: it tells nothing of why. */
export const invalidClient = (): OAuthError =>
  new OAuthError('invalid_client', notAuthenticated, 401, { 'WWW-Authenticate': challenge })

/** The largest form in bytes: what the library reads at most. */
export const largestForm = 56 * 1024

export const formTooLarge = (): OAuthError =>
  new OAuthError('invalid_request', 'The form is larger than 56 KiB.', 413)
