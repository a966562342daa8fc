import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './db.ts'
import { awaitUntil } from './deadline.ts'
import { isConflict } from './sqlstate.ts'

const maxRetries = 3

/**
 * Runs `attempt`, which enforces its own deadline. If it fails because of a conflict with another
 * transaction, runs it again, at most three times and until `deadline` (of `performance.now()`).
 * The pauses grow and are random, so that the same two transactions do not conflict again.
 * @throws {Unavailable} when the last attempt conflicts too, or the deadline has passed.
 */
export async function retryConflicts<T>(attempt: () => Promise<T>, deadline: number): Promise<T> {
  for (let failed = 0; ; failed++) {
    try {
      return await (failed === 0 ? attempt() : awaitUntil(deadline, attempt()))
    } catch (error) {
      if (!isConflict(error)) throw error
      if (failed === maxRetries) throw new Unavailable(error)
      await pause(Math.random() * 10 * 2 ** failed)
    }
  }
}

/**
 * The pause between two attempts to connect, plus or minus half of it at random. It is short, so
 * that the connection is back within 1 s.
 */
const minPauseMs = 20
const maxPauseMs = 300

/**
 * Connects again and again until it succeeds.
 * @param isWorthwhile whether to try again after an error. Otherwise the error is thrown
 */
export async function connectPatiently<T>(
  connect: () => Promise<T>,
  isWorthwhile: (error: unknown) => boolean,
): Promise<T> {
  for (let waitMs = minPauseMs; ; waitMs = Math.min(2 * waitMs, maxPauseMs)) {
    try {
      return await connect()
    } catch (error) {
      if (!isWorthwhile(error)) throw error
      await pause(waitMs * (0.5 + Math.random()))
    }
  }
}
