import { one, type Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

/* Unfinished work in a vault, and the user's customer there. */

/**
 * Records that a card must be removed from the vault, and deletes the work of keeping it: a request
 * that is keeping the same card at this time must fail.
 * @returns the id of the work of removing it
 */
export async function replaceKeepingByRemoval(
  tx: Queryable,
  userId: number,
  vault: string,
  reference: string,
): Promise<number> {
  const rows = await tx.query<{ id: number }>(sql`
    with failed as (
      delete from vault_work
      where user_id = ${userId} and vault = ${vault} and kind = 'keep' and reference = ${reference}
    )
    insert into vault_work (user_id, vault, kind, reference)
    values (${userId}, ${vault}, 'remove', ${reference}) returning id`)
  return one(rows).id
}

/** @returns whether the work existed */
export async function removeVaultWork(tx: Queryable, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from vault_work where user_id = ${userId} and id = ${id} returning id`)
  return rows.length > 0
}

/**
 * Records that a card will be kept in the vault.
 * @param requestHash equal for requests that repeat one another
 * @returns the id of this work; undefined if the card is being removed
 */
export async function addKeeping(
  tx: Queryable,
  userId: number,
  vault: string,
  reference: string,
  requestHash: Buffer | null = null,
): Promise<number | undefined> {
  const [work] = await tx.query<{ id: number }>(sql`
    insert into vault_work (user_id, vault, kind, reference, request_hash)
    select ${userId}::integer, ${vault}::text, 'keep', ${reference}::text, ${requestHash}::bytea
    where not exists (
      select from vault_work
      where user_id = ${userId} and vault = ${vault} and kind = 'remove' and reference = ${reference})
    returning id`)
  return work?.id
}

/**
 * Finds the work of keeping a card that an earlier request has not finished, and makes it as young
 * as new work, so that the sweep leaves it alone.
 */
export async function resumeKeeping(
  tx: Queryable,
  userId: number,
  vault: string,
  requestHash: Buffer,
): Promise<{ id: number; reference: string } | undefined> {
  const [work] = await tx.query<{ id: number; reference: string }>(sql`
    update vault_work set created_at = now()
    where user_id = ${userId} and vault = ${vault} and kind = 'keep'
      and request_hash = ${requestHash}
    returning id, reference`)
  return work
}

export async function isBeingKept(
  tx: Queryable,
  userId: number,
  vault: string,
  reference: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from vault_work
    where user_id = ${userId} and vault = ${vault} and kind = 'keep' and reference = ${reference}`)
  return rows.length > 0
}

/** Whether a card is being kept or removed that has one of these references. */
export async function hasWorkFor(
  tx: Queryable,
  userId: number,
  vault: string,
  references: readonly string[],
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from vault_work
    where user_id = ${userId} and vault = ${vault} and reference = any (${references}::text[])`)
  return rows.length > 0
}

/** Moves a piece of work behind the others, as if it was recorded at `now`. */
export async function postponeVaultWork(
  db: Queryable,
  userId: number,
  id: number,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update vault_work set created_at = ${now.toISOString()}
    where user_id = ${userId} and id = ${id}`)
}

export interface VaultWork {
  readonly user_id: number
  readonly id: number
  readonly kind: 'keep' | 'remove'
  readonly reference: string
}

/** Returns up to 100 pieces of work of all users that are older than `before`, oldest first. */
export const listVaultWork = (db: Queryable, vault: string, before: Date): Promise<VaultWork[]> =>
  db.query<VaultWork>(sql`
    select user_id, id, kind, reference from vault_work
    where vault = ${vault} and created_at < ${before.toISOString()} order by created_at limit 100`)

export async function isInUse(
  db: Queryable,
  userId: number,
  vault: string,
  token: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from payment_methods
    where user_id = ${userId} and vault = ${vault} and vault_token = ${token}`)
  return rows.length > 0
}

/** What a row says of a card that the vault keeps with it. */
export interface Details {
  readonly id: number
  readonly version: number
  readonly full_name: string
  readonly expiry_month: number
  readonly expiry_year: number
}

/** Finds what the row of a card says. */
export async function findDetails(
  db: Queryable,
  userId: number,
  vault: string,
  token: string,
): Promise<Details | undefined> {
  const [row] = await db.query<Details>(sql`
    select id, version, full_name, expiry_month, expiry_year from payment_methods
    where user_id = ${userId} and vault = ${vault} and vault_token = ${token}
      and type = 'CreditCard'`)
  return row
}

/** Whether work of keeping the same card is recorded that is later than this. */
export async function hasLaterKeeping(
  tx: Queryable,
  userId: number,
  vault: string,
  { workId, reference }: { readonly workId: number; readonly reference: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from vault_work
    where user_id = ${userId} and vault = ${vault} and kind = 'keep' and reference = ${reference}
      and id > ${workId}`)
  return rows.length > 0
}

export async function findCustomer(
  db: Queryable,
  userId: number,
  vault: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ customer_id: string | null }>(sql`
    select customer_id from vault_customers where user_id = ${userId} and vault = ${vault}`)
  return row?.customer_id ?? undefined
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

/** Stores the customer that was created under a reference. @returns the stored customer, if any */
export async function saveCustomer(
  db: Queryable,
  userId: number,
  vault: string,
  { reference, customerId }: { readonly reference: string; readonly customerId: string },
): Promise<string | undefined> {
  await db.query(sql`
    update vault_customers set customer_id = ${customerId}
    where user_id = ${userId} and vault = ${vault} and reference = ${reference}
      and customer_id is null`)
  return findCustomer(db, userId, vault)
}

/** Returns up to 100 users whose customers were requested before a time and never stored. */
export const listRequestedCustomers = (
  db: Queryable,
  vault: string,
  before: Date,
): Promise<{ user_id: number }[]> =>
  db.query<{ user_id: number }>(sql`
    select user_id from vault_customers
    where vault = ${vault} and customer_id is null and requested_at < ${before.toISOString()}
    order by requested_at limit 100`)

/** Moves a requested customer behind the others, as if it was requested at `now`. */
export async function postponeRequest(
  db: Queryable,
  userId: number,
  vault: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update vault_customers set requested_at = ${now.toISOString()}
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
export async function retireCustomers(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query(sql`
    update vault_customers set retired_at = coalesce(retired_at, ${now.toISOString()})
    where user_id = ${userId}`)
}

/**
 * Returns up to 100 retired customers in a vault whose users have no other work left there, those
 * retired first.
 */
export const listRetiredCustomers = (
  db: Queryable,
  vault: string,
): Promise<{ user_id: number; customer_id: string }[]> =>
  db.query<{ user_id: number; customer_id: string }>(sql`
    select c.user_id, c.customer_id from vault_customers c
    where c.vault = ${vault} and c.retired_at is not null and c.customer_id is not null
    and not exists (
      select from vault_work w where w.user_id = c.user_id and w.vault = c.vault)
    and not exists (
      select from card_setups s where s.user_id = c.user_id and s.vault = c.vault)
    order by c.retired_at limit 100`)

/** Moves a retired customer behind the others, as if it was retired at `now`. */
export async function postponeCustomer(
  db: Queryable,
  userId: number,
  vault: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update vault_customers set retired_at = ${now.toISOString()}
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
