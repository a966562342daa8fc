import type { Database } from '../../../platform/database/db.ts'
import { endRole } from '../../access/access.ts'
import { beginToRemoveEnded } from '../../access/of-application.ts'
import { lockSignInUser } from '../credentials/credentials.ts'
import { disableAllOf, lockAllOf } from '../developers/own-applications.ts'
import type { Role } from './roles.ts'

/** A role that was withdrawn, and how many applications of the user were disabled with it. */
export interface Withdrawn {
  readonly applications: number
}

/**
 * Withdraws a role from a user. Only commands may withdraw the operator role. The applications of a
 * developer are disabled.
 * @returns undefined if the user does not have the role, or does not exist
 */
export async function withdrawRole(
  db: Database,
  userId: number,
  role: Role,
): Promise<Withdrawn | undefined> {
  const withdrawn = await db.transactionFor(userId, async (tx) => {
    await lockSignInUser(tx, userId)
    const own = role === 'developer' ? await lockAllOf(tx, userId) : []
    if (!(await endRole(tx, userId, role))) return undefined
    return { applications: await disableAllOf(tx, userId, own, 'owner_not_developer') }
  })
  if (withdrawn && withdrawn.applications > 0) await beginToRemoveEnded(db)
  return withdrawn
}
