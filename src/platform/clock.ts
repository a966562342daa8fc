/**
 * Returns the time in milliseconds since the epoch. When to use which clock:
 * docs/decisions/layout.md.
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

const machineNow = Date.now

/**
 * How many milliseconds development has moved the time of this process ahead of the machine's
 * (`src/dev/time`). Programs that receive a time from this one compare it with the machine's.
 */
export const movedMs = (): number => Date.now() - machineNow()
