import type { Queryable } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { AuditAction } from './actions.ts'
import type { Actor } from './actor.ts'

/** Adds a record to the end of a user's chain, which it locks until the transaction ends. */
export async function append(
  tx: Queryable,
  userId: number,
  action: AuditAction,
  actor: Actor,
  details: object,
): Promise<void> {
  await tx.query(sql`
    select audit_append(${userId}, ${action}, ${actor.kind}, ${actor.applicationId ?? null},
      ${actor.requestId ?? null}, ${JSON.stringify(details)})`)
}
