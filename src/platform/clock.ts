/** Tells the time in milliseconds since the epoch. docs/decisions/clocks.md says which clock rules what. */
export interface Clock {
  now(): number
}

/**
 * The clock of this machine. The start of the program hands it to everything that takes a `Clock`.
 * Code imports it only where oidc-provider, which reads this clock by itself, set the time that is
 * compared or will compare it.
 */
export const systemClock: Clock = { now: () => Date.now() }
