import type { OpenDatabase } from '../../platform/database/db.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { findTrail } from './store.ts'

export { findOldestWaiting, findTrail, type TrailRow } from './store.ts'

/** Creates the triggers that guard the audit trail. */
export const guardsMigration = 'migrations/0068_audit_batches.sql'

/** What takes away rights that the role was given itself, and those that it has by other roles. */
export const surplusAdvice =
  'Run docs/service-role.sql as the owner of the tables, and revoke its membership in other roles, such as pg_write_all_data'

/**
 * Refuses to start with a role that was made to alter no record, and can alter some, as after a
 * restore that gave its tables other rights. The owner of the tables may start: an installation with
 * one role has no other.
 * @throws {StartRefused}
 */
export async function refuseSurplusRights(db: OpenDatabase): Promise<void> {
  const trail = db.kind === 'postgres' ? await findTrail(db) : undefined
  if (trail === undefined || trail.owns || trail.surplus === null) return
  throw new StartRefused(
    `The role of DATABASE_URL can alter the audit trail (${trail.surplus}). ${surplusAdvice}`,
  )
}
