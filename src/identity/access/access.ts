import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { endTokensOfUser } from '../oauth/tokens/tokens.ts'
import { endLinks } from '../users/email-links/links.ts'
import { type EndReason, endSessionsOfUser } from '../users/sessions/sessions.ts'

/** Why access ends, and what stays. */
export interface AccessEnd {
  readonly reason: EndReason
  /** The session in which the user makes the change. */
  readonly exceptSession?: string | undefined
  /**
   * If given, the links in emails end too, except for those that undo a change: a stranger who
   * changes the password must not take those from the owner.
   */
  readonly clock?: Clock
}

/**
 * Ends what lets somebody act as a user: sessions, tokens and grants of applications, and links in
 * emails. The consents of the user stay. The caller must have locked the user's row.
 * @returns how many sessions ended
 */
export async function endAccess(
  tx: Queryable,
  userId: number,
  { reason, exceptSession, clock }: AccessEnd,
): Promise<number> {
  if (clock !== undefined) await endLinks(tx, userId, { now: new Date(clock.now()) })
  const except = exceptSession === undefined ? {} : { exceptUid: exceptSession }
  const count = await endSessionsOfUser(tx, userId, { reason, ...except })
  await endTokensOfUser(tx, userId)
  return count
}
