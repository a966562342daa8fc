import type { Queryable } from '../../../../platform/database/db.ts'
import { sql } from '../../../../platform/database/sql.ts'

/* Unfinished work in a vault. */

/**
 * Records that a card must be removed from the vault, and deletes the work of keeping it: a request
 * that is keeping the same card at this time must fail. If another row has the card, neither
 * happens. If two users delete the last two rows of a card at the same time, each transaction still
 * sees the row of the other one. Then no removal is recorded, and the vault keeps a card that
 * nobody uses. That is better than a row without its card. The nightly comparison removes the card
 * later if it has our reference.
 * @param rowId the row that no longer refers to the card; undefined if no row of the user will
 * @returns the id of the work of removing it; undefined if another row has the card, so that it
 *   stays
 */
export async function replaceKeepingByRemoval(
  tx: Queryable,
  userId: number,
  vault: string,
  reference: string,
  rowId: number | undefined,
): Promise<number | undefined> {
  const [work] = await tx.query<{ id: number }>(sql`
    with others as (
      select from payment_methods
      where vault = ${vault} and vault_token = ${reference}
        and not (user_id = ${userId} and id = coalesce(${rowId ?? null}::integer, id))
    ), failed as (
      delete from vault_work
      where user_id = ${userId} and vault = ${vault} and kind = 'keep' and reference = ${reference}
        and not exists (select from others)
    )
    insert into vault_work (user_id, vault, kind, reference)
    select ${userId}::integer, ${vault}::text, 'remove', ${reference}::text
    where not exists (select from others)
    returning id`)
  return work?.id
}

/** @returns whether the work existed */
export async function removeVaultWork(tx: Queryable, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from vault_work where user_id = ${userId} and id = ${id} returning id`)
  return rows.length > 0
}

/**
 * Deletes the work of changing the details of a card if its row has a version. The statement needs
 * the lock of the user's row.
 * @returns whether the work existed, deleted or not
 */
export async function removeChange(
  tx: Queryable,
  userId: number,
  id: number,
  version: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    with ended as (
      delete from vault_work work
      where user_id = ${userId} and id = ${id} and exists (
        select from payment_methods method
        where method.user_id = work.user_id and method.vault = work.vault
          and method.vault_token = work.reference and method.version = ${version})
    )
    select from vault_work where user_id = ${userId} and id = ${id}`)
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

/** Lets no later request continue a piece of work. */
export async function forgetRequest(db: Queryable, userId: number, id: number): Promise<void> {
  await db.query(sql`
    update vault_work set request_hash = null where user_id = ${userId} and id = ${id}`)
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

/**
 * Whether a user has other work of keeping something new in a vault than this. Work of changing
 * something does not count: its reference is the token of a row.
 */
export async function hasOtherKeeping(
  db: Queryable,
  userId: number,
  vault: string,
  workId: number,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from vault_work work
    where user_id = ${userId} and vault = ${vault} and kind = 'keep' and id <> ${workId}
      and not exists (
        select from payment_methods method
        where method.user_id = work.user_id and method.vault = work.vault
          and method.vault_token = work.reference)
    limit 1`)
  return rows.length > 0
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

/** Moves a piece of work behind the others, as if it was recorded now. */
export async function postponeVaultWork(db: Queryable, userId: number, id: number): Promise<void> {
  await db.query(sql`
    update vault_work set created_at = now() where user_id = ${userId} and id = ${id}`)
}

export interface VaultWork {
  readonly user_id: number
  readonly id: number
  readonly kind: 'keep' | 'remove'
  readonly reference: string
}

/** Returns up to 100 pieces of work of all users that have a minimum age, oldest first. */
export const listVaultWork = (
  db: Queryable,
  vault: string,
  minAgeMs: number,
): Promise<VaultWork[]> =>
  db.query<VaultWork>(sql`
    select user_id, id, kind, reference from vault_work
    where vault = ${vault}
      and created_at < now() - ${minAgeMs}::integer * interval '1 millisecond'
    order by created_at limit 100`)

/** What a row says of a card or a bank account that the vault keeps with it. */
export interface Details {
  readonly id: number
  readonly version: number
  readonly full_name: string
  /** Null for a bank account. So is the year. */
  readonly expiry_month: number | null
  readonly expiry_year: number | null
}

/** Finds what the row of a card or a bank account says. */
export async function findDetails(
  db: Queryable,
  userId: number,
  vault: string,
  token: string,
): Promise<Details | undefined> {
  const [row] = await db.query<Details>(sql`
    select id, version, full_name, expiry_month, expiry_year from payment_methods
    where user_id = ${userId} and vault = ${vault} and vault_token = ${token}`)
  return row
}
