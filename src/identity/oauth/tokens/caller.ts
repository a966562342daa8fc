/** Who a request comes from, as its access token says. Shared between requests: never changed. */
export interface Caller {
  readonly applicationId: number
  readonly clientId: string
  /** Null for an application's own token. */
  readonly userId: number | null
  readonly scopes: ReadonlySet<string>
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresAt: number
}
