import type { Clock } from '../../platform/clock.ts'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { deriveKey } from '../../platform/secrets/seal.ts'
import { keyedHash } from '../../platform/secrets/secrets.ts'
import { type Limit, ruleOf, type Subject } from './limits.ts'
import { throttleRefusals } from './refusals.ts'
import * as store from './store.ts'

/** Counts what people try, so that nobody guesses for long, however many guess at once. */
export interface ThrottleDeps {
  readonly db: Database
  readonly clock: Clock
  /** Hashes what is counted, so that the table alone reveals no addresses and networks. */
  readonly key: Buffer
  /** Counts that could not be given back because the database was away. */
  readonly owed: OwedCounts
}

export const openThrottle = ({
  secretKey,
  ...parts
}: Pick<ThrottleDeps, 'db' | 'clock'> & { readonly secretKey: string }): ThrottleDeps => ({
  ...parts,
  key: deriveKey(secretKey, 'attempts'),
  owed: oweCounts(parts),
})

/**
 * Counts a guess against all of its subjects, and then makes it.
 *
 * - `work` resolves: the guess was right, and counts for nothing. It also clears the wrong guesses before it, except
 *   those in limits that others share.
 * - `work` throws `Refused`: the guess was wrong, and counts.
 * - `work` throws anything else: the guess was not made, and counts for nothing.
 * @throws {Refused} too_many_attempts
 */
export async function guess<T>(
  attempts: ThrottleDeps,
  subjects: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  const counts = await count(attempts, subjects)
  const outcome = await work().catch(async (error: unknown) => {
    if (!(error instanceof Refused)) await giveBack(attempts, counts)
    throw error
  })
  const isShared = ({ limit }: Counted): boolean => ruleOf(limit).shared === true
  try {
    const settled = counts.map((counted) => ({ ...counted, isCleared: !isShared(counted) }))
    await store.settle(attempts.db, settled)
  } catch (error) {
    attempts.owed.add(counts.filter(isShared))
    throw error
  }
  return outcome
}

/**
 * Counts one use against all of its subjects, such as an email that is sent, and then does the work. Work that fails,
 * for whatever reason, counts for nothing.
 * @throws {Refused} too_many_attempts
 */
export async function use<T>(
  attempts: ThrottleDeps,
  subjects: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  const counts = await count(attempts, subjects)
  return work().catch(async (error: unknown) => {
    await giveBack(attempts, counts)
    throw error
  })
}

/** Clears the counts of a user who has proved their identity in another way. */
export const forgive = ({ db, key }: ThrottleDeps, subjects: readonly Subject[]): Promise<void> =>
  store.forget(
    db,
    subjects.map((subject) => nameOf(key, subject)),
  )

interface Counted extends store.Count {
  readonly limit: Limit
}

/** @throws {Refused} too_many_attempts with the seconds until there is room again */
async function count(attempts: ThrottleDeps, subjects: readonly Subject[]): Promise<Counted[]> {
  const { db, clock, key } = attempts
  const now = clock.now()
  const wanted = subjects.map((subject) => ({
    limit: subject[0],
    key: nameOf(key, subject),
    endsAt: new Date(now + ruleOf(subject[0]).withinMs),
  }))
  const rows = await store.count(db, wanted, new Date(now))
  const counted = rows.flatMap(({ place, count, ends }) => {
    const one = wanted[place - 1]
    return one === undefined ? [] : [{ ...one, endsAt: new Date(ends), count }]
  })
  const full = counted.filter(({ limit, count }) => count > ruleOf(limit).most)
  if (full.length === 0) return counted
  // The attempt is not made, so it must not use up the other limits.
  await giveBack(attempts, counted)
  const ends = Math.max(...full.map(({ endsAt }) => endsAt.getTime()))
  const retryAfterSeconds = Math.max(1, Math.ceil((ends - now) / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new Refused(throttleRefusals.too_many_attempts, {
    retryAfterSeconds,
    limits: full.map(({ limit }) => limit),
    message: ['page.error.too_many', { minutes }],
  })
}

/** Gives counts back, later if the database cannot do it now. */
const giveBack = ({ db, owed }: ThrottleDeps, counts: readonly store.Count[]): Promise<void> =>
  takeBack(db, counts).catch(() => owed.add(counts))

/** Takes one attempt back from each count. */
const takeBack = (db: Database, counts: readonly store.Count[]): Promise<void> =>
  store.settle(
    db,
    counts.map((counted) => ({ ...counted, isCleared: false })),
  )

const nameOf = (key: Buffer, [limit, of]: Subject): Buffer => keyedHash(key, `${limit} ${of}`)

export interface OwedCounts {
  add(counts: readonly store.Count[]): void
}

/** How often giving counts back is retried, in milliseconds. */
const owedEveryMs = 1_000
/** The most attempts that wait to be given back. The counts of others stay until they expire. */
const mostOwed = 1_000

function oweCounts({ db, clock }: Pick<ThrottleDeps, 'db' | 'clock'>): OwedCounts {
  let owed: (readonly store.Count[])[] = []
  let isWaiting = false
  const pay = async (): Promise<void> => {
    const due = owed.filter((counts) => counts.some(({ endsAt }) => endsAt.getTime() > clock.now()))
    owed = []
    for (const [index, counts] of due.entries()) {
      try {
        await takeBack(db, counts)
      } catch {
        owed = [...due.slice(index), ...owed].slice(0, mostOwed)
        break
      }
    }
    isWaiting = false
    if (owed.length > 0) wait()
  }
  const wait = (): void => {
    if (!isWaiting) setTimeout(pay, owedEveryMs).unref()
    isWaiting = true
  }
  return {
    add(counts) {
      if (owed.length < mostOwed) owed.push(counts)
      wait()
    },
  }
}

/** Deletes expired counts. Call this every few minutes. */
export const removeExpiredAttempts = (db: Database): Promise<number> =>
  removeInBatches((limit) => store.removeExpired(db, limit))
