import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

/* The connected account of a user, which is a row of `vault_customers`. */

/** An account that was requested. Its id is null until the processor has answered. */
export interface RequestedAccount {
  readonly customer_id: string | null
  readonly reference: string
  readonly country: string
  /** Whether it is being deleted. */
  readonly retired: boolean
}

/**
 * Records that the processor will create an account for a user, unless that is recorded already.
 * @param wanted the country; undefined to find only what is recorded
 * @returns undefined if the user is erased or if nothing is recorded
 */
export async function requestAccount(
  db: Queryable,
  userId: number,
  vault: string,
  wanted: { readonly reference: string; readonly country: string } | undefined,
): Promise<RequestedAccount | undefined> {
  const known = () => findRequested(db, userId, vault)
  const found = await known()
  if (found !== undefined || wanted === undefined) return found
  await db.query(sql`
    with owner as (select id from users where id = ${userId} for key share)
    insert into vault_customers (user_id, vault, reference, requested_at, country)
    select id, ${vault}::text, ${wanted.reference}::text, now(), ${wanted.country}::text from owner
    on conflict (user_id, vault) do nothing`)
  return known()
}

async function findRequested(
  db: Queryable,
  userId: number,
  vault: string,
): Promise<RequestedAccount | undefined> {
  const [row] = await db.query<RequestedAccount>(sql`
    select customer_id, reference, country, retired_at is not null as retired
    from vault_customers where user_id = ${userId} and vault = ${vault}`)
  return row
}

/**
 * Returns up to `limit` accounts or customers of a vault that were there before an account, in the
 * random order of their ids. An account that is not recorded is already gone: then all others count
 * as earlier.
 * @param of the account, and its vault
 */
export const listEarlier = (
  db: Queryable,
  vault: string,
  of: { readonly vault: string; readonly accountId: string },
  limit: number,
): Promise<{ customer_id: string }[]> =>
  db.query<{ customer_id: string }>(sql`
    select customer_id from vault_customers
    where vault = ${vault} and customer_id is not null and retired_at is null
      and requested_at < coalesce((
        select min(own.requested_at) from vault_customers own
        where own.vault = ${of.vault} and own.customer_id = ${of.accountId}), 'infinity')
    order by customer_id limit ${limit}::integer`)

/** Forgets a requested account that the processor has refused to create. */
export async function forgetRequest(
  db: Queryable,
  userId: number,
  vault: string,
  reference: string,
): Promise<void> {
  await db.query(sql`
    delete from vault_customers
    where user_id = ${userId} and vault = ${vault} and reference = ${reference}
      and customer_id is null`)
}

/** Finds the user of an account. */
export async function findOwner(
  db: Queryable,
  vault: string,
  accountId: string,
): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from vault_customers where vault = ${vault} and customer_id = ${accountId}`)
  return row?.user_id
}

/**
 * Marks the account of a user as retired, unless something else is in it: a bank account of a row,
 * or one that a request is adding now. The transaction must have locked the user's row.
 * @param token the bank account that is being removed
 * @returns whether it is retired
 */
export async function retireEmpty(
  tx: Queryable,
  userId: number,
  vault: string,
  { accountId, token }: { readonly accountId: string; readonly token: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update vault_customers set retired_at = coalesce(retired_at, now())
    where user_id = ${userId} and vault = ${vault} and customer_id = ${accountId}
      and not exists (select from payment_methods p where p.user_id = ${userId}
        and p.vault = ${vault} and p.vault_token <> ${token})
      and not exists (select from vault_items i where i.user_id = ${userId}
        and i.vault = ${vault} and i.state = 'wanted')
    returning user_id`)
  return rows.length > 0
}

/** Whether payment methods of a user are in an account. */
export async function hasBankAccounts(
  tx: Queryable,
  userId: number,
  vault: string,
  accountId: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from payment_methods where user_id = ${userId} and vault = ${vault}
      and split_part(vault_token, '/', 1) = ${accountId} limit 1`)
  return rows.length > 0
}

/**
 * Takes back the mark of an account that could not be deleted, unless its user is erased. The
 * transaction must have locked the user's row.
 */
export async function keepAccount(
  tx: Queryable,
  userId: number,
  vault: string,
  accountId: string,
): Promise<void> {
  await tx.query(sql`
    update vault_customers set retired_at = null
    where user_id = ${userId} and vault = ${vault} and customer_id = ${accountId}
      and exists (select from users where id = ${userId})`)
}
