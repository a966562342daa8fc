import type { Clock } from '../../platform/clock.ts'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { isRefused, Refused } from '../../platform/errors/refusals.ts'
import { deriveKey, type Key, type SecretKey } from '../../platform/secrets/keys.ts'
import { keyedHash } from '../../platform/secrets/secrets.ts'
import { type Limit, ruleOf, type Subject } from './limits.ts'
import { throttleRefusals } from './refusals.ts'
import * as store from './store.ts'

/** Counts attempts, so that nobody can guess for long, even with many simultaneous requests. */
export interface ThrottleDeps {
  readonly db: Database
  readonly clock: Clock
  /**
   * The key for hashing counted values, so that the table does not reveal addresses or networks.
   */
  readonly key: Key
  /** Attempts that could not be given back because the database was unavailable. */
  readonly pendingReturns: PendingReturns
}

export const openThrottle = ({
  secretKey,
  ...deps
}: Pick<ThrottleDeps, 'db' | 'clock'> & { readonly secretKey: SecretKey }): ThrottleDeps => ({
  ...deps,
  key: deriveKey(secretKey, 'attempts'),
  pendingReturns: createPendingReturns(deps),
})

/**
 * Counts a guess against all of its subjects, and then runs `work`, which makes the guess.
 *
 * - `work` resolves: the guess was right. It does not count, and it clears the earlier wrong
 *   guesses, except in shared limits. Limits with `countsRight` count it.
 * - `work` throws `Refused`: the guess was wrong, and counts.
 * - `work` throws another error: the guess was not made, and does not count.
 * @throws {Refused} too_many_attempts
 */
export async function countGuess<T>(
  throttle: ThrottleDeps,
  subjects: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  const counts = await count(throttle, subjects)
  const outcome = await work().catch(async (error: unknown) => {
    if (!(error instanceof Refused)) await returnOrRetry(throttle, counts)
    throw error
  })
  const isShared = ({ limit }: Counted): boolean => ruleOf(limit).shared === true
  const returned = counts.filter(({ limit }) => ruleOf(limit).countsRight !== true)
  try {
    const settled = returned.map((counted) => ({ ...counted, isCleared: !isShared(counted) }))
    await store.settle(throttle.db, settled)
  } catch (error) {
    throttle.pendingReturns.add(returned.filter(isShared))
    throw error
  }
  return outcome
}

/**
 * Counts one use, such as a sent email, against all of its subjects, and then runs `work`. If
 * `work` throws, the use does not count.
 * @throws {Refused} too_many_attempts
 */
export async function countUse<T>(
  throttle: ThrottleDeps,
  subjects: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  const counts = await count(throttle, subjects)
  return work().catch(async (error: unknown) => {
    await returnOrRetry(throttle, counts)
    throw error
  })
}

/** A use that is allowed. It counts only if it is made. */
export interface AllowedUse {
  /** Says that the use was made. */
  readonly make: () => void
}

/**
 * Counts one use if the limits allow it, and then runs `work`, with the use or without one. The use
 * does not count if `work` throws or does not make it.
 */
export async function countUseIfAllowed<T>(
  throttle: ThrottleDeps,
  subjects: readonly Subject[],
  work: (use: AllowedUse | undefined) => Promise<T>,
): Promise<T> {
  const counts = await count(throttle, subjects).catch((error: unknown) => {
    if (isRefused(error, throttleRefusals.too_many_attempts)) return undefined
    throw error
  })
  if (counts === undefined) return work(undefined)
  let isMade = false
  const make = (): void => {
    isMade = true
  }
  const giveBack = (): Promise<void> => returnOrRetry(throttle, counts)
  const outcome = await work({ make }).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (!isMade) await giveBack()
  return outcome
}

/** Clears the counts of a user who has proved their identity in another way. */
export const clearCounts = (
  { db, key }: { readonly db: Queryable; readonly key: Key },
  subjects: readonly (readonly [string, string | number])[],
): Promise<void> =>
  store.remove(
    db,
    subjects.map((subject) => keyOf(key, subject)),
  )

interface Counted extends store.Count {
  readonly limit: Limit
}

/** @throws {Refused} too_many_attempts, with the seconds until the next attempt is allowed */
async function count(throttle: ThrottleDeps, subjects: readonly Subject[]): Promise<Counted[]> {
  const { db, clock, key } = throttle
  const now = clock.now()
  const wanted = subjects.map((subject) => ({
    limit: subject[0],
    key: keyOf(key, subject),
    endsAt: new Date(now + ruleOf(subject[0]).windowMs),
  }))
  const rows = await store.count(db, wanted, new Date(now))
  const counted = rows.flatMap(({ place, count, ends }) => {
    const one = wanted[place - 1]
    return one === undefined ? [] : [{ ...one, endsAt: new Date(ends), count }]
  })
  const full = counted.filter(({ limit, count }) => count > ruleOf(limit).max)
  if (full.length === 0) return counted
  // The attempt is not made, so it must not use up the other limits.
  await returnOrRetry(throttle, counted)
  const ends = Math.max(...full.map(({ endsAt }) => endsAt.getTime()))
  const retryAfterSeconds = Math.max(1, Math.ceil((ends - now) / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new Refused(throttleRefusals.too_many_attempts, {
    retryAfterSeconds,
    limits: full.map(({ limit }) => limit),
    message: ['page.error.too_many', { minutes }],
  })
}

/** Gives attempts back. Retries later if the database is unavailable. */
export const returnOrRetry = (
  { db, pendingReturns }: ThrottleDeps,
  counts: readonly store.Count[],
): Promise<void> => returnAttempts(db, counts).catch(() => pendingReturns.add(counts))

/** Takes one attempt back from each count. */
const returnAttempts = (db: Database, counts: readonly store.Count[]): Promise<void> =>
  store.settle(
    db,
    counts.map((counted) => ({ ...counted, isCleared: false })),
  )

export const keyOf = (key: Key, [limit, of]: readonly [string, string | number]): Buffer =>
  keyedHash(key, `${limit} ${of}`)

export interface PendingReturns {
  add(counts: readonly store.Count[]): void
}

/** How often giving counts back is retried, in milliseconds. */
const returnRetryMs = 1_000
/**
 * The most attempts that wait to be given back. Further attempts stay counted until they expire.
 */
const maxPendingReturns = 1_000

function createPendingReturns({ db, clock }: Pick<ThrottleDeps, 'db' | 'clock'>): PendingReturns {
  let pendingReturns: (readonly store.Count[])[] = []
  let isWaiting = false
  const returnPending = async (): Promise<void> => {
    const due = pendingReturns.filter((counts) =>
      counts.some(({ endsAt }) => endsAt.getTime() > clock.now()),
    )
    pendingReturns = []
    for (const [index, counts] of due.entries()) {
      try {
        await returnAttempts(db, counts)
      } catch {
        pendingReturns = [...due.slice(index), ...pendingReturns].slice(0, maxPendingReturns)
        break
      }
    }
    isWaiting = false
    if (pendingReturns.length > 0) wait()
  }
  const wait = (): void => {
    if (!isWaiting) setTimeout(returnPending, returnRetryMs).unref()
    isWaiting = true
  }
  return {
    add(counts) {
      if (pendingReturns.length < maxPendingReturns) pendingReturns.push(counts)
      wait()
    },
  }
}

/** Deletes expired counts. Call this every few minutes. */
export const removeExpiredAttempts = (db: Database): Promise<number> =>
  removeInBatches((limit) => store.removeExpired(db, limit))
