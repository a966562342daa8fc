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
}
