import { Unavailable } from '../database/db.ts'

/**
 * Lets at most `places` calls run at once; the others wait in order, at most `room` of them.
 * @throws {Unavailable} where there is no room: who would wait for long is better told so at once
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
