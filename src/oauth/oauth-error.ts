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

/** What tells an application how to say who it is (RFC 6749, 5.2), by whichever method it tried. */
export const challenge = 'Basic realm="foyer"'

/** The one answer to every application that has not proved who it is: it tells nothing of why. */
export const invalidClient = (): OAuthError =>
  new OAuthError('invalid_client', 'client authentication failed', 401, {
    'WWW-Authenticate': challenge,
  })
