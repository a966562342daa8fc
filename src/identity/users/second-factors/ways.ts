import type { Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { identityRefusals } from '../refusals.ts'
import * as store from './store.ts'

export { findOwnWays } from './store.ts'

/** Whether a user has a password. Users who signed up with a provider have none at first. */
export const hasPassword = async (db: Queryable, userId: number): Promise<boolean> =>
  (await store.findOwnWays(db, userId))?.password === true

/**
 * Refuses a change that would leave a user without a way to sign in. Call this after the change, in
 * its transaction, with the user's row locked.
 * @param usable the issuers that users can sign in with
 * @throws {Refused} last_way_in
 */
export async function assertWayIn(
  tx: Queryable,
  userId: number,
  usable: readonly string[],
): Promise<void> {
  const [own, identities] = await Promise.all([
    store.findOwnWays(tx, userId),
    store.listIdentities(tx, userId),
  ])
  const isLinked = identities.some(({ issuer }) => usable.includes(issuer))
  if (!(own?.password || own?.passkey || isLinked)) throw new Refused(identityRefusals.last_way_in)
}
