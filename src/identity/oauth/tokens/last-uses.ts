import { LRUCache } from 'lru-cache'
import { atMost } from '../../../platform/process/cache-size.ts'
import type { Caller } from './caller.ts'

/** A use of a user's account by an application. */
export interface Use {
  readonly userId: number
  readonly applicationId: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The uses of accounts that are not yet in the database. */
export interface LastUses {
  /**
   * Notes the use of a token, in memory. Each pair of application and user is noted once an hour.
   */
  note(caller: Caller, at: number): void
  /**
   * Saves what was noted. If that fails, the uses stay for the next call.
   * @param save stores all of them
   */
  flush(save: (uses: readonly Use[]) => Promise<void>): Promise<void>
}

/** How long a use is not noted again. */
const noteEveryMs = 60 * 60_000
/** How many pairs of user and application are remembered: about 10 MB. */
const maxRemembered = 50_000

export function openLastUses(stopwatch: { now(): number } = performance): LastUses {
  const noted = new LRUCache<string, true>({
    ...atMost(maxRemembered),
    ttl: noteEveryMs,
    ttlResolution: 0,
    perf: stopwatch,
  })
  let waiting: Use[] = []
  return {
    note({ userId, applicationId }, at) {
      if (userId === null) return
      const key = `${userId} ${applicationId}`
      if (noted.has(key)) return
      noted.set(key, true)
      waiting.push({ userId, applicationId, at })
    },
    async flush(save) {
      if (waiting.length === 0) return
      const uses = waiting
      waiting = []
      try {
        await save(uses)
      } catch (error) {
        waiting = [...uses, ...waiting]
        throw error
      }
    },
  }
}
