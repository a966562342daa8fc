/**
 * The application and user that a request's access token belongs to. Requests share it, so it must
 * not change.
 */
export interface Caller {
  readonly applicationId: number
  readonly clientId: string
  /** Null for an application's own token. */
  readonly userId: number | null
  /** The grant of the token. Null for an application's own token. */
  readonly grantId: string | null
  readonly scopes: ReadonlySet<string>
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** Whether a user has registered the application, so that its requests are logged. */
  readonly selfRegistered: boolean
  /** The resource that the token was made for (RFC 8707). Null if the request named none. */
  readonly audience: string | null
  /** The thumbprint of the key that the token is bound to (RFC 9449, 6). Null for a Bearer token. */
  readonly boundTo: string | null
}
