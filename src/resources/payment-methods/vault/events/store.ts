import type { Queryable } from '../../../../platform/database/db.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** Finds the user of a customer in a vault, unless the user is erased. */
export async function findUserOf(
  db: Queryable,
  vault: string,
  customerId: string,
): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from vault_customers
    where vault = ${vault} and customer_id = ${customerId} and retired_at is null`)
  return row?.user_id
}

/** Remembers an event of a processor. @returns whether it is the first time */
export async function addEvent(tx: Queryable, processor: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into processor_events (processor, event_id) values (${processor}, ${id})
    on conflict do nothing returning event_id`)
  return rows.length > 0
}

/** Deletes up to `limit` events that were received before a time. @returns how many */
export async function removeOldEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from processor_events where ctid = any (array(
      select ctid from processor_events
        where received_at < ${before.toISOString()} limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}
