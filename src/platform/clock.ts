/**
 * Returns the time in milliseconds since the epoch. When to use which clock:
 * docs/decisions/clocks.md.
 */
export interface Clock {
  now(): number
}

/**
 * The clock of this machine. The program passes it at its start to everything that takes a `Clock`.
 * Import it only for times that oidc-provider sets or compares, because oidc-provider reads this
 * clock itself.
 */
export const systemClock: Clock = { now: () => Date.now() }
