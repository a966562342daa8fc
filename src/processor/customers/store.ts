import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/* The customers of users in the vaults. */

export async function findCustomer(
  db: Queryable,
  userId: number,
  vault: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ customer_id: string | null }>(sql`
    select customer_id from vault_customers where user_id = ${userId} and vault = ${vault}`)
  return row?.customer_id ?? undefined
}

/**
 * Lists the users who have the same customer in a vault as a user, who is the first of them. An
 * earlier version imported customers for several users.
 */
export async function listUsersSharing(
  db: Queryable,
  userId: number,
  vault: string,
): Promise<number[]> {
  const others = await db.query<{ user_id: number }>(sql`
    select other.user_id from vault_customers own
    join vault_customers other on other.customer_id = own.customer_id
    where own.user_id = ${userId} and own.vault = ${vault}
      and other.vault = ${vault} and other.user_id <> ${userId}`)
  return [userId, ...others.map(({ user_id }) => user_id)]
}

/** Whether a vault has, or will have, customers of any user. */
export async function hasCustomers(db: Queryable, vault: string): Promise<boolean> {
  const rows = await db.query(sql`select from vault_customers where vault = ${vault} limit 1`)
  return rows.length > 0
}

type RequestedCustomer =
  | { readonly customer_id: string }
  | { readonly customer_id: null; readonly reference: string }

/**
 * Records that the vault will create a customer for a user, unless that is recorded already.
 * @returns the customer, or the one reference that all requests for it have; undefined if the user
 *   is erased, and nothing is recorded
 */
export async function requestCustomer(
  db: Queryable,
  userId: number,
  vault: string,
  newReference: string,
): Promise<RequestedCustomer | undefined> {
  const [row] = await db.query<RequestedCustomer>(sql`
    with owner as (
      select id from users where id = ${userId} for key share
    ), known as (
      select user_id as id from vault_customers where user_id = ${userId} and vault = ${vault}
    )
    insert into vault_customers (user_id, vault, reference, requested_at)
    select id, ${vault}::text, ${newReference}::text, now()
    from (select id from owner union select id from known) as ids
    on conflict (user_id, vault) do update set vault = excluded.vault
    returning customer_id, reference`)
  return row
}

/**
 * Stores the customer that was created under a reference, as if it was requested now: the first
 * request may have been made with another key.
 * @returns the stored customer, if any
 */
export async function saveCustomer(
  db: Queryable,
  userId: number,
  vault: string,
  { reference, customerId }: { readonly reference: string; readonly customerId: string },
): Promise<string | undefined> {
  await db.query(sql`
    update vault_customers set customer_id = ${customerId}, requested_at = now()
    where user_id = ${userId} and vault = ${vault} and reference = ${reference}
      and customer_id is null`)
  return findCustomer(db, userId, vault)
}

/** Returns up to 100 users whose customers were requested some time ago and never stored. */
export const listRequestedCustomers = (
  db: Queryable,
  vault: string,
): Promise<{ user_id: number }[]> =>
  db.query<{ user_id: number }>(sql`
    select user_id from vault_customers
    where vault = ${vault} and customer_id is null
      and requested_at < now() - interval '5 minutes'
    order by requested_at limit 100`)

/** Moves a requested customer behind the others, as if it was requested now. */
export async function postponeRequest(db: Queryable, userId: number, vault: string): Promise<void> {
  await db.query(sql`
    update vault_customers set requested_at = now()
    where user_id = ${userId} and vault = ${vault} and customer_id is null`)
}

/** Gives a requested customer another reference: the next request repeats no earlier one. */
export async function renewRequest(
  db: Queryable,
  userId: number,
  vault: string,
  reference: string,
): Promise<void> {
  await db.query(sql`
    update vault_customers set reference = ${reference}
    where user_id = ${userId} and vault = ${vault} and customer_id is null`)
}

/** Marks all customers of a user as retired, so that the sweep deletes them in their vaults. */
export async function retireCustomers(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`
    update vault_customers set retired_at = coalesce(retired_at, now())
    where user_id = ${userId}`)
}

interface RetiredCustomer {
  readonly user_id: number
  readonly customer_id: string
  readonly is_shared: boolean
}

/**
 * Returns up to 100 retired customers in a vault whose users have no open items there, those
 * retired first. `is_shared` tells whether another user has the same customer. If all users of a
 * customer are erased, it is not shared for the one with the greatest id.
 */
export const listRetiredCustomers = (db: Queryable, vault: string): Promise<RetiredCustomer[]> =>
  db.query<RetiredCustomer>(sql`
    select c.user_id, c.customer_id, exists (
        select from vault_customers other
        where other.vault = c.vault and other.customer_id = c.customer_id
          and other.user_id <> c.user_id
          and (other.retired_at is null or other.user_id > c.user_id)) as is_shared
    from vault_customers c
    where c.vault = ${vault} and c.retired_at is not null and c.customer_id is not null
    and not exists (
      select from vault_items i
      where i.user_id = c.user_id and i.vault = c.vault and i.ended_at is null)
    order by c.retired_at limit 100`)

/** Moves a retired customer behind the others, as if it was retired now. */
export async function postponeCustomer(
  db: Queryable,
  userId: number,
  vault: string,
): Promise<void> {
  await db.query(sql`
    update vault_customers set retired_at = now()
    where user_id = ${userId} and vault = ${vault}`)
}

/** Deletes the customer of a user, unless another customer has been stored meanwhile. */
export async function removeCustomer(
  db: Queryable,
  userId: number,
  vault: string,
  customerId: string,
): Promise<void> {
  await db.query(sql`
    delete from vault_customers
    where user_id = ${userId} and vault = ${vault} and customer_id = ${customerId}`)
}
