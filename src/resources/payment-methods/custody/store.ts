import { one, type Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { EndState, SetupState, SetupStatus } from '../../../processor/vault.ts'

/*
 * The items of users in vaults. The database sets the times and compares them, so the clock of an
 * instance does not decide which items are due.
 */

/** The states of an item that has not ended. */
export type OpenState = 'wanted' | 'unwanted'

/** What a vault has, or may have, while no payment method refers to it. */
export interface Item {
  readonly id: number
  readonly user_id: number
  /** The name of the vault. */
  readonly vault: string
  readonly state: OpenState
  /** Of a wanted item: what the vault's entry is marked with. Of an unwanted one: its token. */
  readonly reference: string
  /** The processor's id of the setup. Null until the processor has answered, or without a setup. */
  readonly setup_id: string | null
  /** Null without a setup. */
  readonly setup_state: SetupState | null
  /** Set if it was recorded just now, so that no row refers to its token. */
  readonly isNew?: true
}

const columns = fragment`id, user_id, vault, state, reference, setup_id, setup_state`

/** How long a request may take. After that the worker advances the item. Much longer than any. */
const requestTime = fragment`interval '5 minutes'`
/** How long a holder may take to enter, confirm and save a card. */
const setupTime = fragment`interval '1 hour'`

/** What changes when an item ends. */
const ended = fragment`ended_at = now(), address = null, request_hash = null`

/**
 * Records what a request wants the vault to keep.
 * @param requestHash equal for requests that repeat one another
 * @returns undefined if the vault is removing it
 */
export async function addWanted(
  tx: Queryable,
  userId: number,
  vault: string,
  reference: string,
  requestHash: Buffer | null,
): Promise<Item | undefined> {
  const [item] = await tx.query<Item>(sql`
    insert into vault_items (user_id, vault, state, reference, request_hash, due_at)
    select ${userId}::integer, ${vault}::text, 'wanted', ${reference}::text,
      ${requestHash}::bytea, now() + ${requestTime}
    where not exists (
      select from vault_items
      where user_id = ${userId} and vault = ${vault} and state = 'unwanted'
        and reference = ${reference})
    returning ${columns}`)
  return item
}

/** Finds what an earlier request has wanted and not finished. The worker leaves it alone again. */
export async function resume(
  tx: Queryable,
  userId: number,
  vault: string,
  requestHash: Buffer,
): Promise<Item | undefined> {
  const [item] = await tx.query<Item>(sql`
    update vault_items set due_at = now() + ${requestTime}
    where user_id = ${userId} and vault = ${vault} and state = 'wanted'
      and request_hash = ${requestHash}
    returning ${columns}`)
  return item
}

/** Lets no later request continue an item. */
export async function forgetRequest(db: Queryable, userId: number, id: number): Promise<void> {
  await db.query(sql`
    update vault_items set request_hash = null where user_id = ${userId} and id = ${id}`)
}

/**
 * Ends an item with a payment method, and the setup that its card was made of.
 * @returns whether the item had not ended
 */
export async function endUsed(
  tx: Queryable,
  userId: number,
  id: number,
  setupId: string | null,
): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(sql`
    update vault_items set state = 'used',
      setup_state = case when setup_state is not null then 'used' end, ${ended}
    where user_id = ${userId}
      and (id = ${id} and state = 'wanted' or setup_id = ${setupId} and state <> 'used')
    returning id`)
  return rows.some((row) => row.id === id)
}

/**
 * Ends an item, unless it has ended. Deletes it if its user is erased.
 * @param setup how its setup ended
 */
export async function endGone(
  tx: Queryable,
  userId: number,
  id: number,
  setup: EndState | null = null,
): Promise<void> {
  await tx.query(sql`
    with forgotten as (
      delete from vault_items
      where user_id = ${userId} and id = ${id} and not exists (select from users where id = ${userId})
    )
    update vault_items set state = case when ${setup}::text = 'used' then 'used' else 'gone' end,
      setup_state = case when setup_state is not null then coalesce(${setup}, 'canceled') end,
      ${ended}
    where user_id = ${userId} and id = ${id} and ended_at is null
      and exists (select from users where id = ${userId})`)
}

/**
 * Records that a vault must remove an entry. Requests that want the same entry at this time must
 * fail, so their items end. If another row has the entry, neither happens. If two users delete the
 * last two rows of a card at the same time, each transaction still sees the row of the other one.
 * Then nothing is recorded, and the vault keeps a card that nobody uses. That is better than a row
 * without its card. The nightly comparison removes the card later if it has our reference.
 * @param rowId the row that no longer refers to the entry; undefined if no row of the user will
 * @returns undefined if another row has the entry, so that it stays
 */
export async function addUnwanted(
  tx: Queryable,
  userId: number,
  vault: string,
  token: string,
  rowId: number | undefined,
): Promise<Item | undefined> {
  const [item] = await tx.query<Item>(sql`
    with others as (
      select from payment_methods
      where vault = ${vault} and vault_token = ${token}
        and not (user_id = ${userId} and id = coalesce(${rowId ?? null}::integer, id))
    ), failed as (
      update vault_items set state = 'gone', ${ended}
      where user_id = ${userId} and vault = ${vault} and state = 'wanted' and setup_state is null
        and reference = ${token} and not exists (select from others)
    )
    insert into vault_items (user_id, vault, state, reference, due_at)
    select ${userId}::integer, ${vault}::text, 'unwanted', ${token}::text, now() + ${requestTime}
    where not exists (select from others)
    returning ${columns}`)
  return item && { ...item, isNew: true }
}

/** Returns the open items of a user that have one of these references. */
export const findOpen = (
  db: Queryable,
  userId: number,
  vault: string,
  references: readonly string[],
): Promise<Item[]> =>
  db.query<Item>(sql`
    select ${columns} from vault_items
    where user_id = ${userId} and vault = ${vault} and ended_at is null
      and reference = any (${references}::text[])`)

/**
 * Whether a user has another item than this one that a vault may have kept. Items of changes do not
 * count: their reference is the token of a row.
 */
export async function hasOtherWanted(
  db: Queryable,
  userId: number,
  vault: string,
  id: number,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from vault_items item
    where user_id = ${userId} and vault = ${vault} and state = 'wanted' and id <> ${id}
      and not exists (
        select from payment_methods method
        where method.user_id = item.user_id and method.vault = item.vault
          and method.vault_token = item.reference)
    limit 1`)
  return rows.length > 0
}

/** Returns up to 100 due items of all users, those that wait longest first. */
export const listDue = (db: Queryable, vault: string): Promise<Item[]> =>
  db.query<Item>(sql`
    select ${columns} from vault_items
    where vault = ${vault} and ended_at is null and due_at <= now()
    order by due_at limit 100`)

/** Returns the due items of a user. */
export const listDueOf = (db: Queryable, userId: number, vault: string): Promise<Item[]> =>
  db.query<Item>(sql`
    select ${columns} from vault_items
    where user_id = ${userId} and vault = ${vault} and ended_at is null and due_at <= now()
    order by due_at limit 100`)

/** Moves an item behind the others. */
export async function postpone(db: Queryable, userId: number, id: number): Promise<void> {
  await db.query(sql`
    update vault_items set due_at = now() + ${requestTime}
    where user_id = ${userId} and id = ${id} and ended_at is null`)
}

/** Deletes up to `limit` items that ended more than a week ago. @returns how many */
export async function removeEnded(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from vault_items where ctid = any (array(
      select ctid from vault_items where ended_at < now() - interval '7 days'
      limit ${limit}::integer for update skip locked)) returning 1`)
  return removed.length
}

/** Lets the setups of a user end, who is being erased, and deletes the items that have ended. */
export async function eraseItems(tx: Queryable, userId: number): Promise<void> {
  await Promise.all([
    tx.query(sql`
      update vault_items set due_at = least(due_at, now())
      where user_id = ${userId} and ended_at is null and setup_state is not null`),
    tx.query(sql`delete from vault_items where user_id = ${userId} and ended_at is not null`),
  ])
}

/** Ends the item of a change if the row of the entry still has a version. */
export async function endChange(
  tx: Queryable,
  userId: number,
  id: number,
  version: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    with finished as (
      update vault_items set state = 'used', ${ended}
      where user_id = ${userId} and id = ${id} and ended_at is null and exists (
        select from payment_methods method
        where method.user_id = vault_items.user_id and method.vault = vault_items.vault
          and method.vault_token = vault_items.reference and method.version = ${version})
    )
    select from vault_items where user_id = ${userId} and id = ${id} and ended_at is null`)
  return rows.length > 0
}

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

/* Setups. */

/** Who has started a setup, and from where. */
export interface Starter {
  /** Undefined at the account pages. */
  readonly applicationId?: number | undefined
  /** The IP address. */
  readonly address?: string | undefined
}

/** Records a setup before the processor is asked for it. @returns the id of its item */
export async function addSetup(
  tx: Queryable,
  userId: number,
  vault: string,
  reference: string,
  { applicationId, address }: Starter,
): Promise<number> {
  const rows = await tx.query<{ id: number }>(sql`
    insert into vault_items (user_id, vault, state, reference, setup_state, application_id, address,
      due_at)
    values (${userId}, ${vault}, 'wanted', ${reference}, 'requested', ${applicationId ?? null},
      ${address ?? null}, now() + ${requestTime})
    returning id`)
  return one(rows).id
}

/**
 * Stores what the processor says of the setup of an item, whose holder has an hour from now.
 * @param starter set if the setup was not recorded before
 * @returns until when, in ISO 8601; undefined if the item has ended
 */
export async function openSetup(
  tx: Queryable,
  userId: number,
  id: number,
  setup: { readonly id: string; readonly status: SetupStatus },
  starter: Starter = {},
): Promise<string | undefined> {
  const [row] = await tx.query<{ due_at: string }>(sql`
    update vault_items set setup_id = ${setup.id}, setup_state = ${setup.status},
      application_id = coalesce(application_id, ${starter.applicationId ?? null}),
      address = coalesce(address, ${starter.address ?? null}), request_hash = null,
      due_at = now() + ${setupTime}
    where user_id = ${userId} and id = ${id} and ended_at is null returning due_at`)
  return row?.due_at
}

/**
 * Lets the oldest open setups of a user end, so that at most `max` stay. Those whose card is
 * confirmed stay before all others.
 */
export async function expireOldest(tx: Queryable, userId: number, max: number): Promise<void> {
  await tx.query(sql`
    update vault_items set due_at = now()
    where user_id = ${userId} and id in (
      select id from vault_items
      where user_id = ${userId} and setup_state is not null and ended_at is null and due_at > now()
      order by setup_state = 'succeeded' desc, id desc offset ${max}::integer)`)
}

/** Lets a setup end now. */
export async function expireSetup(tx: Queryable, userId: number, setupId: string): Promise<void> {
  await tx.query(sql`
    update vault_items set due_at = now()
    where user_id = ${userId} and setup_id = ${setupId} and ended_at is null`)
}

/** A setup of a user's card, as a request sees it. */
export interface SetupRow {
  readonly vault: string
  readonly setup_id: string
  readonly setup_state: SetupState
  /** ISO 8601. Until when the card must be saved. */
  readonly expires_at: string
  readonly ended_at: string | null
}

/** Finds a setup that the processor knows. */
export async function findSetup(
  db: Queryable,
  userId: number,
  id: number,
): Promise<SetupRow | undefined> {
  const [row] = await db.query<SetupRow>(sql`
    select vault, setup_id, setup_state, due_at as expires_at, ended_at
    from vault_items where user_id = ${userId} and id = ${id} and setup_id is not null`)
  return row
}

/** Stores what the processor says now, unless the setup has ended. */
export async function putSetupState(
  db: Queryable,
  userId: number,
  setupId: string,
  state: Exclude<SetupStatus, 'canceled'>,
): Promise<void> {
  await db.query(sql`
    update vault_items set setup_state = ${state}
    where user_id = ${userId} and setup_id = ${setupId} and ended_at is null
      and setup_state <> ${state}`)
}

/** Returns the setups of a user that have not ended, and that the processor knows. */
export const listOpenSetups = (
  db: Queryable,
  userId: number,
  vault: string,
): Promise<{ id: number; setup_id: string }[]> =>
  db.query<{ id: number; setup_id: string }>(sql`
    select id, setup_id from vault_items
    where user_id = ${userId} and vault = ${vault} and ended_at is null and setup_id is not null`)

/**
 * Counts a declined card for a setup.
 * @returns who has started it, and how many cards were declined in it; undefined if it is not ours
 */
export async function addDecline(
  tx: Queryable,
  userId: number,
  vault: string,
  setupId: string,
): Promise<(Starter & { readonly declines: number }) | undefined> {
  const [row] = await tx.query<{
    application_id: number | null
    address: string | null
    declines: number
  }>(sql`
    update vault_items set declines = declines + 1
    where user_id = ${userId} and vault = ${vault} and setup_id = ${setupId}
    returning application_id, address, declines`)
  return (
    row && {
      applicationId: row.application_id ?? undefined,
      address: row.address ?? undefined,
      declines: row.declines,
    }
  )
}

/** Whether declined cards were counted for a setup. */
export async function hasDeclines(
  db: Queryable,
  userId: number,
  vault: string,
  setupId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from vault_items
    where user_id = ${userId} and vault = ${vault} and setup_id = ${setupId} and declines > 0`)
  return rows.length > 0
}
