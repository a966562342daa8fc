import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { deriveKey, type Key, type SecretKey } from '../../platform/secrets/keys.ts'
import { keyedHash } from '../../platform/secrets/secrets.ts'
import type { Limit, LimitState } from './limits.ts'
import { limitRefusals } from './refusals.ts'
import * as store from './store.ts'
import type { Subject } from './subjects.ts'

/**
 * Counts uses in a table, one by one and for all instances, so that nobody can guess for long, even
 * with many simultaneous requests.
 */
export interface TableCounts {
  readonly db: Database
  readonly clock: Clock
  /**
   * The key for hashing counted values, so that the table does not reveal addresses or networks.
   */
  readonly key: Key
  /** Uses that could not be given back because the database was unavailable. */
  readonly pendingReturns: PendingReturns
}

export const openTableCounts = ({
  secretKey,
  ...deps
}: Pick<TableCounts, 'db' | 'clock'> & { readonly secretKey: SecretKey }): TableCounts => ({
  ...deps,
  key: deriveKey(secretKey, 'attempts'),
  pendingReturns: createPendingReturns(deps),
})

/** A use that is counted against one subject. */
export interface Use extends store.Count {
  readonly subject: Subject
  /** All uses in the window, with this one. */
  readonly used: number
}

/** What remains of a limit after a use. */
export const stateOf = (
  { subject: [limit], used, endsAt }: Use,
  { clock }: Pick<TableCounts, 'clock'>,
): LimitState => ({
  limit,
  remaining: Math.max(0, limit.max - used),
  secondsLeft: secondsUntil(endsAt.getTime(), clock),
})

const secondsUntil = (endsAt: number, clock: Clock): number =>
  Math.max(1, Math.ceil((endsAt - clock.now()) / 1_000))

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
  counts: TableCounts,
  subjects: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  const uses = await take(counts, subjects)
  const outcome = await work().catch(async (error: unknown) => {
    if (!(error instanceof Refused)) await giveBack(counts, uses)
    throw error
  })
  const isShared = ({ subject: [limit] }: Use): boolean => limit.shared === true
  const returned = uses.filter(({ subject: [limit] }) => limit.countsRight !== true)
  try {
    const settled = returned.map((use) => ({ ...use, isCleared: !isShared(use) }))
    await store.settle(counts.db, settled)
  } catch (error) {
    counts.pendingReturns.add(returned.filter(isShared))
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
  counts: TableCounts,
  subjects: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  const uses = await take(counts, subjects)
  return work().catch(async (error: unknown) => {
    await giveBack(counts, uses)
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
  counts: TableCounts,
  subjects: readonly Subject[],
  work: (use: AllowedUse | undefined) => Promise<T>,
): Promise<T> {
  const { uses, refused } = await tryToTake(counts, subjects)
  if (refused) return work(undefined)
  let isMade = false
  const make = (): void => {
    isMade = true
  }
  try {
    return await work({ make })
  } catch (error) {
    isMade = false
    throw error
  } finally {
    if (!isMade) await giveBack(counts, uses)
  }
}

/** @throws {Refused} too_many_attempts, with the seconds until the next use is allowed */
async function take(counts: TableCounts, subjects: readonly Subject[]): Promise<readonly Use[]> {
  const { uses, refused } = await tryToTake(counts, subjects)
  if (refused) throw refused
  return uses
}

/** What was counted, and the refusal if the use is one too many. */
export interface Taken {
  readonly uses: readonly Use[]
  /** `too_many_attempts`. `uses` has the limits that are reached, and nothing was counted. */
  readonly refused: Refused | undefined
}

/** Counts one use against all subjects, or against none if it is one too many for some. */
export async function tryToTake(counts: TableCounts, subjects: readonly Subject[]): Promise<Taken> {
  const uses = await addUses(counts, subjects)
  const reached = uses.filter(({ used, subject: [limit] }) => used > limit.max)
  if (reached.length === 0) return { uses, refused: undefined }
  // The use is not made, so it must not use up the other limits.
  await giveBack(counts, uses)
  const ends = Math.max(...reached.map(({ endsAt }) => endsAt.getTime()))
  const retryAfterSeconds = secondsUntil(ends, counts.clock)
  const refused = new Refused(limitRefusals.too_many_attempts, {
    retryAfterSeconds,
    limits: reached.map(({ subject: [limit] }) => limit.name),
    message: ['page.error.too_many', { minutes: Math.ceil(retryAfterSeconds / 60) }],
  })
  return { uses: reached, refused }
}

/**
 * Counts against subjects, and refuses nothing.
 * @param weight for how many uses it counts
 */
export async function addUses(
  { db, clock, key }: Pick<TableCounts, 'clock' | 'key'> & { readonly db: Queryable },
  subjects: readonly Subject[],
  weight = 1,
): Promise<Use[]> {
  if (subjects.length === 0) return []
  const now = clock.now()
  const wanted = subjects.map((subject) => ({
    subject,
    key: keyOf(key, subject),
    endsAt: new Date(now + subject[0].windowMs),
  }))
  const counted = await store.count(db, wanted, new Date(now), weight)
  return counted.flatMap(({ place, count, ends }) => {
    const one = wanted[place - 1]
    return one === undefined ? [] : [{ ...one, used: count, endsAt: new Date(ends) }]
  })
}

/** Takes one use back from each count, because it was not made. */
const settleReturned = (db: Database, uses: readonly store.Count[]): Promise<void> =>
  store.settle(
    db,
    uses.map((use) => ({ ...use, isCleared: false })),
  )

/** Gives uses back that were not made. Later, if the database is unavailable. */
export const giveBack = (
  { db, pendingReturns }: TableCounts,
  uses: readonly store.Count[],
): Promise<void> => settleReturned(db, uses).catch(() => pendingReturns.add(uses))

/** What a count is found by. */
type Counted = readonly [limit: Pick<Limit, 'name'>, of: string | number]

/** Clears the counts of a user who has proved their identity in another way. */
export const clearCounts = (
  { db, key }: { readonly db: Queryable; readonly key: Key },
  subjects: readonly Counted[],
): Promise<void> =>
  store.remove(
    db,
    subjects.map((subject) => keyOf(key, subject)),
  )

/** Returns the key of a count in the table. */
export const keyOf = (key: Key, [{ name }, of]: Counted): Buffer => keyedHash(key, `${name} ${of}`)

export interface PendingReturns {
  add(uses: readonly store.Count[]): void
}

/** How often giving uses back is retried, in milliseconds. */
const returnRetryMs = 1_000
/** The most uses that wait to be given back. Further uses stay counted until they expire. */
const maxPendingReturns = 1_000

function createPendingReturns({ db, clock }: Pick<TableCounts, 'db' | 'clock'>): PendingReturns {
  let pending: (readonly store.Count[])[] = []
  let isWaiting = false
  const returnPending = async (): Promise<void> => {
    const due = pending.filter((uses) => uses.some(({ endsAt }) => endsAt.getTime() > clock.now()))
    pending = []
    for (const [index, uses] of due.entries()) {
      try {
        await settleReturned(db, uses)
      } catch {
        pending = [...due.slice(index), ...pending].slice(0, maxPendingReturns)
        break
      }
    }
    isWaiting = false
    if (pending.length > 0) wait()
  }
  const wait = (): void => {
    if (!isWaiting) setTimeout(returnPending, returnRetryMs).unref()
    isWaiting = true
  }
  return {
    add(uses) {
      if (pending.length < maxPendingReturns) pending.push(uses)
      wait()
    },
  }
}
