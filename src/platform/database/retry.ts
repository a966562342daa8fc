import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './db.ts'
import { awaitUntil } from './deadline.ts'
import { isConflict } from './sqlstate.ts'

const maxRetries = 3

/**
 * Runs `attempt`, which keeps to its own time, and again, three times at most and until `deadline` (of
 * `performance.now()`), while it fails on a conflict with another transaction. The pauses grow and are random,
 * lest the same two meet again.
 * @throws {Unavailable} when the last one conflicts too, or time is up.
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
