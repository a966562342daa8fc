import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'

/** The bound of a figure. */
export interface Bound {
  readonly atMost?: number
  readonly atLeast?: number
}

/** A figure that a test measured for a promise of `docs/trust.md`. */
export interface Figure {
  readonly promise: number
  /** What was measured, with its unit: `acknowledged writes lost`, `slowest start, ms`. */
  readonly what: string
  readonly value: number
  readonly bound: Bound
  /** The number of trials that the value counts or measures. */
  readonly of?: number
}

export const holds = (value: number, { atMost, atLeast }: Bound): boolean =>
  value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)

/**
 * Asserts that a figure is within its bound. If FOYER_FIGURES names a file, the figure is added to
 * it as a line of JSON, for the report of `npm run test:trust`.
 * @param of the number of trials that the value counts or measures
 */
export function figure(
  promise: number,
  what: string,
  value: number,
  bound: Bound,
  of?: number,
): void {
  const measured: Figure = { promise, what, value, bound, ...(of !== undefined && { of }) }
  const file = process.env.FOYER_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(measured)}\n`)
  assert.ok(holds(value, bound), `${what}: ${value}, but the bound is ${JSON.stringify(bound)}`)
}
