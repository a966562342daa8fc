import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { AuditEntry } from '../audit.ts'

/** A count for one window, and the content of the record at its end. */
export interface Counted extends AuditEntry {
  readonly key: Buffer
  readonly endsAt: Date
  readonly details: NonNullable<AuditEntry['details']>
}

/** Locks a count until the transaction ends, and creates it if needed. @returns how many records it has */
export async function lockCount(tx: Queryable, counted: Counted): Promise<number> {
  const { key, endsAt, userId, action, details } = counted
  const [row] = await tx.query<{ records: number }>(sql`
    insert into refusal_counts (key, ends_at, user_id, action, details, records, pending)
    values (${key}, ${endsAt.toISOString()}, ${userId}, ${action}, ${JSON.stringify(details)}, 0, 0)
    on conflict (key) do update set records = refusal_counts.records
    returning records`)
  return row?.records ?? 0
}

/** Counts a record that the trail gets. */
export async function addRecord(tx: Queryable, key: Buffer): Promise<void> {
  await tx.query(sql`update refusal_counts set records = records + 1 where key = ${key}`)
}

/** Counts refusals that the trail does not have yet. @returns false where there is no such count */
export async function addPending(tx: Queryable, key: Buffer, times: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update refusal_counts set pending = pending + ${times}::integer where key = ${key} returning 1`)
  return rows.length > 0
}

export interface Closed extends AuditEntry {
  readonly pending: number
}

/** Deletes up to `limit` counts of expired windows and returns them. Skips those that another instance has locked. */
export async function takeOver(tx: Queryable, now: Date, limit: number): Promise<Closed[]> {
  const rows = await tx.query<{
    user_id: number | null
    action: AuditEntry['action']
    details: NonNullable<AuditEntry['details']>
    pending: number
  }>(sql`
    delete from refusal_counts where key in
      (select key from refusal_counts where ends_at <= ${now.toISOString()} order by key
        limit ${limit}::integer for update skip locked)
    returning user_id, action, details, pending`)
  return rows.map(({ user_id, ...row }) => ({ ...row, userId: user_id }))
}
