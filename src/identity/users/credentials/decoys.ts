import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import type { Key } from '../../../platform/secrets/keys.ts'
import { keyedHash } from '../../../platform/secrets/secrets.ts'
import * as store from './store.ts'

/*
 * Users who moved here have hashes of other kinds, which take another time to check. The time must
 * not reveal who has an account. So each address without an account has a decoy: a user whose hash
 * is checked in its place. The result of the check is ignored. The decoy of an address is always
 * the same user, so the time changes as rarely, and for the same reasons, as that of an account.
 * docs/decisions/moving-in.md says more.
 */

/** How long the newest user is remembered. */
const maxAgeMs = 60_000

/** Finds the decoy of an email address, by the key of the address (`emailKey`). */
export type FindDecoy = (emailKey: string) => Promise<number>

export function openDecoys({
  db,
  clock,
  key,
}: {
  readonly db: Queryable
  readonly clock: Clock
  readonly key: Key
}): FindDecoy {
  let newest = { id: 0, until: Number.NEGATIVE_INFINITY }
  return async (emailKey) => {
    if (clock.now() >= newest.until)
      newest = { id: await store.findNewestId(db), until: clock.now() + maxAgeMs }
    return decoyOf(keyedHash(key, emailKey).readBigUInt64BE(), newest.id)
  }
}

const multiplier = 2862933555777941757n
const mask = 2n ** 64n - 1n

/**
 * Spreads keys over ids by "jump consistent hash" (Lamping and Veach, 2014): a new user becomes the
 * decoy of a few addresses, and all others keep theirs.
 * @returns an id from 1 to `newestId`; 0 if there is none
 */
export function decoyOf(hash: bigint, newestId: number): number {
  let seed = hash
  let found = -1
  let next = 0
  while (next < newestId) {
    found = next
    seed = (seed * multiplier + 1n) & mask
    next = Math.floor(((found + 1) * 2 ** 31) / (Number(seed >> 33n) + 1))
  }
  return found + 1
}
