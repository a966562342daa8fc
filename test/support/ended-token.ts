import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Within this time every instance refuses a token that has ended, in milliseconds. */
const refusedWithinMs = 5_000

/**
 * Asserts that a token that has ended is refused. An instance learns of the end from the database,
 * a moment after the response to the request that ended it.
 * @param statusOf sends a request with the token, and returns the status of the response
 */
export async function assertTokenEnds(statusOf: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + refusedWithinMs
  let status = await statusOf()
  for (; status !== 401 && performance.now() < deadline; status = await statusOf()) await pause(10)
  assert.equal(status, 401)
}
