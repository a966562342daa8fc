import { one, type Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Seller } from '../../../processor/account-vault.ts'

/** Writes what the processor says of a bank account. No representation of the user shows it. */
export async function putStatus(
  tx: Queryable,
  userId: number,
  id: number,
  status: string,
): Promise<void> {
  await tx.query(sql`
    update payment_methods set vault_status = ${status}
    where user_id = ${userId} and id = ${id}`)
}

/** Writes what the processor says of a seller. */
export async function putSeller(
  tx: Queryable,
  userId: number,
  vault: string,
  accountId: string,
  { transfersEnabled, payoutsEnabled, requirements, disabledReason, now }: Seller & { now: Date },
): Promise<void> {
  await tx.query(sql`
    update vault_customers set transfers_enabled = ${transfersEnabled},
      payouts_enabled = ${payoutsEnabled}, requirements = ${requirements}::text[],
      disabled_reason = ${disabledReason}, checked_at = ${now.toISOString()}
    where user_id = ${userId} and vault = ${vault} and customer_id = ${accountId}`)
}

/** Returns up to `limit` users with a customer in one of the vaults, in order, after a user. */
export const listUsersWithCustomer = (
  db: Queryable,
  vaults: readonly string[],
  afterUserId: number,
  limit: number,
): Promise<{ user_id: number }[]> =>
  db.query<{ user_id: number }>(sql`
    select distinct user_id from vault_customers
    where user_id > ${afterUserId} and vault = any (${vaults}::text[]) and retired_at is null
      and customer_id is not null
    order by user_id limit ${limit}::integer`)

/**
 * Returns up to `limit` customers in vaults, except those of the users after `afterUserId`, up to
 * `toUserId`. The newest users come first.
 */
export const listOthers = (
  db: Queryable,
  vaults: readonly string[],
  { afterUserId, toUserId }: { readonly afterUserId: number; readonly toUserId: number },
  limit: number,
): Promise<{ vault: string; customer_id: string }[]> =>
  db.query<{ vault: string; customer_id: string }>(sql`
    select vault, customer_id from vault_customers
    where not (user_id > ${afterUserId} and user_id <= ${toUserId})
      and vault = any (${vaults}::text[])
      and retired_at is null and customer_id is not null
    order by user_id desc limit ${limit}::integer`)

export async function countUsersWithCustomer(
  db: Queryable,
  vaults: readonly string[],
): Promise<number> {
  const rows = await db.query<{ users: number }>(sql`
    select count(distinct user_id)::integer as users from vault_customers
    where vault = any (${vaults}::text[]) and retired_at is null and customer_id is not null`)
  return one(rows).users
}

/** How many cards and customers differed. */
export interface Counts {
  /** Users whose cards were compared. */
  readonly users: number
  /** Cards with another expiry date, brand or number in the vault. */
  readonly renewed: number
  /** Cards that the vault no longer has. */
  readonly detached: number
  /** Cards in the vault that no payment method refers to. */
  readonly orphaned: number
  /** Customers that were deleted in the vault. */
  readonly customers: number
  /** Users whose cards could not be compared. */
  readonly failed: number
}

/** A comparison of the cards of all users. */
export interface Reconciliation extends Counts {
  readonly after_user_id: number
}

/** The last comparison, or the one that goes on. */
interface LastReconciliation extends Reconciliation {
  /** Milliseconds since the epoch. */
  readonly began_at: number
  /** Milliseconds since the epoch. Null if it goes on. */
  readonly ended_at: number | null
}

export async function findLast(
  db: Queryable,
  vault: string,
): Promise<LastReconciliation | undefined> {
  const [row] = await db.query<LastReconciliation>(sql`
    select after_user_id, users, renewed, detached, orphaned, customers, failed,
      floor(extract(epoch from began_at) * 1000)::float8 as began_at,
      floor(extract(epoch from ended_at) * 1000)::float8 as ended_at
    from card_reconciliations where vault = ${vault}`)
  return row
}

/** Begins a comparison. It replaces the last one. */
export async function begin(db: Queryable, vault: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into card_reconciliations (vault, began_at) values (${vault}, ${now.toISOString()})
    on conflict (vault) do update set began_at = excluded.began_at, ended_at = null,
      after_user_id = 0, users = 0, renewed = 0, detached = 0, orphaned = 0, customers = 0, failed = 0`)
}

/** Saves how far a comparison has come. @param ended when it ended; null if it goes on */
export async function saveProgress(
  db: Queryable,
  vault: string,
  { after_user_id, ...counts }: Reconciliation,
  ended: Date | null,
): Promise<void> {
  await db.query(sql`
    update card_reconciliations set after_user_id = ${after_user_id},
      users = ${counts.users}, renewed = ${counts.renewed}, detached = ${counts.detached},
      orphaned = ${counts.orphaned}, customers = ${counts.customers}, failed = ${counts.failed},
      ended_at = ${ended === null ? null : ended.toISOString()}
    where vault = ${vault}`)
}

/* Events of the processor. */

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
