import { createHmac } from 'node:crypto'
import { SignInRefused } from '../errors.ts'
import type { Database } from '../platform/db.ts'
import { deriveKey } from '../platform/seal.ts'
import { networkOf } from './network.ts'
import * as store from './store.ts'

/** Counts what people try, so that nobody guesses for long, however many guess at once. */
export interface Attempts {
  readonly db: Database
  readonly clock: { now(): number }
  /** Names what is counted: the table tells nothing of addresses and networks without it. */
  readonly key: Buffer
}

export const openAttempts = ({
  secretKey,
  ...parts
}: Omit<Attempts, 'key'> & { readonly secretKey: string }): Attempts => ({
  ...parts,
  key: deriveKey(secretKey, 'attempts'),
})

const minute = 60_000
const hour = 60 * minute

/**
 * How many attempts there may be in how many milliseconds, from the first on. Who is refused waits no longer for having
 * tried: there is no permanent lock-out.
 */
const limits = {
  /** Passwords for one account, from browsers that it does not know. */
  account: { most: 10, within: 15 * minute },
  /** Passwords for one account from one browser that it knows. */
  device: { most: 10, within: 15 * minute },
  /** Passwords, codes and passkeys from one network. */
  network: { most: 100, within: 15 * minute },
  /** The password of a user who is signed in, asked for again. */
  user: { most: 10, within: 15 * minute },
  /** Codes of six digits: of a million, three are right at any time. */
  code: { most: 5, within: 15 * minute },
  code_day: { most: 20, within: 24 * hour },
  /** Passwords for one link. */
  link: { most: 10, within: 15 * minute },
  /** Letters to one address that somebody else may have asked for. */
  letter: { most: 5, within: hour },
  letter_network: { most: 50, within: hour },
  /** Challenges for passkeys: a page may ask for one whenever it is shown. */
  challenge_network: { most: 600, within: 15 * minute },
} as const satisfies Record<string, { readonly most: number; readonly within: number }>

export type Limit = keyof typeof limits

/** One thing that an attempt counts against: a limit, and for whom or what. */
export type Subject = readonly [limit: Limit, of: string | number]

/** An attempt that has been counted, and may be made. */
export interface Attempt {
  /** It was right: it counts for nothing, and neither do those that were wrong before it, but for its network. */
  right(): Promise<void>
  /** It could not be made after all: it counts for nothing. */
  unmade(): Promise<void>
}

/**
 * Counts an attempt, before it is made, against all of its subjects.
 * @throws {SignInRefused} too_many, with the seconds until there is room again
 */
export async function attempt(
  { db, clock, key }: Attempts,
  subjects: readonly Subject[],
): Promise<Attempt> {
  const now = clock.now()
  const keys = subjects.map((subject) => nameOf(key, subject))
  const counts = subjects.map(([limit], index) => ({
    key: keys[index] as Buffer,
    endsAt: new Date(now + limits[limit].within),
  }))
  const counted = await store.count(db, counts, new Date(now))
  const here = counted.map(({ place, ends }) => ({
    key: keys[place - 1] as Buffer,
    endsAt: new Date(ends),
  }))
  const full = counted.filter(({ place, count }) => {
    const [limit] = subjects[place - 1] ?? []
    return limit !== undefined && count > limits[limit].most
  })
  if (full.length > 0) {
    // Nothing will be tried: one limit's refusals use up no other.
    await store.takeBack(db, here)
    const ends = Math.max(...full.map((one) => one.ends))
    throw new SignInRefused('too_many', Math.max(1, Math.ceil((ends - now) / 1000)))
  }
  const isShared = (_: unknown, index: number): boolean =>
    subjects[index]?.[0].endsWith('network') ?? false
  return {
    unmade: () => store.takeBack(db, here),
    async right() {
      await Promise.all([
        store.forget(
          db,
          keys.filter((key, index) => !isShared(key, index)),
        ),
        store.takeBack(db, here.filter(isShared)),
      ])
    },
  }
}

/** Forgets what was counted, for whoever has proved otherwise who they are. */
export const forgive = ({ db, key }: Attempts, subjects: readonly Subject[]): Promise<void> =>
  store.forget(
    db,
    subjects.map((subject) => nameOf(key, subject)),
  )

const nameOf = (key: Buffer, [limit, of]: Subject): Buffer =>
  createHmac('sha256', key).update(`${limit} ${of}`).digest()

/** The network of an address, as a subject. */
export const fromNetwork = (
  address: string,
  limit: 'network' | 'letter_network' | 'challenge_network' = 'network',
): Subject => [limit, networkOf(address)]

const batch = 5_000

/** Deletes counts whose time is over: to be called every few minutes. */
export async function removeExpiredAttempts(db: Database): Promise<void> {
  while ((await store.removeExpired(db, batch)) === batch);
}
