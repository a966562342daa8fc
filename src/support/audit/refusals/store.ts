import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { AuditEntry } from '../audit.ts'

/** A count for one window, and the record to write when the window ends. */
export interface RefusalCount extends AuditEntry {
  readonly key: Buffer
  readonly endsAt: Date
  readonly details: NonNullable<AuditEntry['details']>
}

/**
 * Locks a count until the transaction ends, and creates it if needed.
 * @returns how many records were written for it
 */
export async function lockCount(tx: Queryable, counted: RefusalCount): Promise<number> {
  const { key, endsAt, userId, action, details } = counted
  const [row] = await tx.query<{ records: number }>(sql`
    insert into refusal_counts (key, ends_at, user_id, action, details, records, pending)
    values (${key}, ${endsAt.toISOString()}, ${userId}, ${action}, ${JSON.stringify(details)}, 0, 0)
    on conflict (key) do update set records = refusal_counts.records
    returning records`)
  return row?.records ?? 0
}

/** Counts a refusal that is recorded in the audit trail. */
export async function addRecord(tx: Queryable, key: Buffer): Promise<void> {
  await tx.query(sql`update refusal_counts set records = records + 1 where key = ${key}`)
}

/**
 * Counts refusals that are not yet recorded in the audit trail.
 * @returns false if the count does not exist
 */
export async function addPending(tx: Queryable, key: Buffer, times: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update refusal_counts set pending = pending + ${times}::integer where key = ${key} returning 1`)
  return rows.length > 0
}

export interface ExpiredCount extends AuditEntry {
  readonly pending: number
}

/**
 * Deletes up to `limit` counts of expired windows and returns them. Skips counts that another
 * instance has locked.
 */
export async function removeExpired(
  tx: Queryable,
  now: Date,
  limit: number,
): Promise<ExpiredCount[]> {
  const rows = await tx.query<{
    user_id: number | null
    action: AuditEntry['action']
    details: NonNullable<AuditEntry['details']>
    pending: number
  }>(sql`
    delete from refusal_counts where key = any (array(
      select key from refusal_counts where ends_at <= ${now.toISOString()} order by key
        limit ${limit}::integer for update skip locked))
    returning user_id, action, details, pending`)
  return rows.map(({ user_id, ...row }) => ({ ...row, userId: user_id }))
}
