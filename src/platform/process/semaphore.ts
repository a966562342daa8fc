import { Unavailable } from '../database/db.ts'

interface Waiting {
  readonly share: string
  readonly begin: () => void
  readonly refuse: (error: Unavailable) => void
}

/**
 * Limits calls: at most `maxRunning` run at once, and at most `maxWaiting` others wait, in order.
 * If `maxWaiting` calls wait, a new call replaces the last call of the share that has the most
 * waiting calls, unless the share of the new call would then have as many. So no share keeps others
 * out.
 * @param shareOf names the share of a call, such as the network that it comes from
 * @throws {Unavailable} if too many calls wait: an error at once is better than a long wait
 */
export function semaphore(
  maxRunning: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  shareOf: () => string = () => '',
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = maxRunning
  let waiting: Waiting[] = []
  /** Makes a place for a call of a share. @returns false if no other share has more */
  const makePlace = (share: string): boolean => {
    const counts = new Map<string, number>()
    for (const one of waiting) counts.set(one.share, (counts.get(one.share) ?? 0) + 1)
    const [most = '', count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
    if (count <= (counts.get(share) ?? 0) + 1) return false
    const last = waiting.findLast((one) => one.share === most)
    waiting = waiting.filter((one) => one !== last)
    last?.refuse(tooMany())
    return true
  }
  const enter = (): Promise<void> => {
    const share = shareOf()
    if (waiting.length >= maxWaiting && !makePlace(share)) throw tooMany()
    return new Promise((begin, refuse) => waiting.push({ share, begin, refuse }))
  }
  return async (work) => {
    if (free > 0) free--
    else await enter()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next.begin()
    }
  }
}

const tooMany = (): Unavailable => new Unavailable(new Error('Too many requests are waiting.'))
