import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './inside.ts'

/**
 * Repeats work that is refused for lack of capacity. Nearly always such work had no effect, and did
 * not count as an attempt. If only an answer of the database was late, the repetition meets what
 * the first attempt did, and counts, too.
 */
export async function retryBusy<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + 120_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > end) throw error
      await pause(20)
    }
  }
}
