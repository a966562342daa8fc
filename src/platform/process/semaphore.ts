import { Unavailable } from '../database/db.ts'

/**
 * Limits calls: at most `maxRunning` run at once, and at most `maxWaiting` others wait, in order.
 * @throws {Unavailable} if too many calls wait: an error at once is better than a long wait
 */
export function semaphore(
  maxRunning: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = maxRunning
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else if (waiting.length >= maxWaiting)
      throw new Unavailable(new Error('Too many requests are waiting.'))
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
