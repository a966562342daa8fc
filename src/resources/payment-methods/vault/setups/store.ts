import { one, type Queryable } from '../../../../platform/database/db.ts'
import { sql } from '../../../../platform/database/sql.ts'
import type { EndState, SetupState, SetupStatus } from '../../../../processor/vault.ts'

export interface SetupRow {
  readonly user_id: number
  readonly id: number
  readonly vault: string
  readonly reference: string
  /** The processor's id. Null until the processor has answered. */
  readonly setup_id: string | null
  readonly state: SetupState
  /** ISO 8601, in UTC. */
  readonly expires_at: string
  readonly ended_at: string | null
}

/** Who has started a setup, and from where. */
export interface Starter {
  /** Null at the account pages. */
  readonly applicationId: number | null
  /** The IP address. Null once the setup has ended. */
  readonly address: string | null
}

export interface NewSetup extends Starter {
  readonly vault: string
  readonly reference: string
  readonly setupId: string | null
  readonly state: SetupState
  readonly now: Date
  readonly expiresAt: Date
}

/** Inserts a setup. @returns its id */
export async function insertSetup(tx: Queryable, userId: number, setup: NewSetup): Promise<number> {
  const rows = await tx.query<{ id: number }>(sql`
    insert into card_setups (user_id, vault, reference, setup_id, state, created_at, expires_at,
      application_id, address)
    values (${userId}, ${setup.vault}, ${setup.reference}, ${setup.setupId}, ${setup.state},
      ${setup.now.toISOString()}, ${setup.expiresAt.toISOString()}, ${setup.applicationId},
      ${setup.address})
    returning id`)
  return one(rows).id
}

/**
 * Lets the oldest open setups of a user expire, so that at most `max` stay. Those whose card is
 * confirmed stay before all others.
 */
export async function expireOldest(
  tx: Queryable,
  userId: number,
  max: number,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update card_setups set expires_at = ${now.toISOString()}
    where user_id = ${userId} and id in (
      select id from card_setups
      where user_id = ${userId} and ended_at is null and expires_at > ${now.toISOString()}
      order by state = 'succeeded' desc, created_at desc, id desc offset ${max}::integer)`)
}

/**
 * Counts a declined card for a setup.
 * @returns who has started it, and how many cards were declined in it; undefined if it is not ours
 */
export async function addDecline(
  tx: Queryable,
  userId: number,
  vault: string,
  setupId: string,
): Promise<
  { application_id: number | null; address: string | null; declines: number } | undefined
> {
  const [row] = await tx.query<{
    application_id: number | null
    address: string | null
    declines: number
  }>(sql`
    update card_setups set declines = declines + 1
    where user_id = ${userId} and vault = ${vault} and setup_id = ${setupId}
    returning application_id, address, declines`)
  return row
}

/** Whether declined cards were counted for a setup. */
export async function hasDeclines(
  db: Queryable,
  userId: number,
  vault: string,
  setupId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from card_setups
    where user_id = ${userId} and vault = ${vault} and setup_id = ${setupId} and declines > 0`)
  return rows.length > 0
}

/** Lets a setup expire now. */
export async function expireSetup(
  tx: Queryable,
  userId: number,
  setupId: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update card_setups set expires_at = ${now.toISOString()}
    where user_id = ${userId} and setup_id = ${setupId} and ended_at is null`)
}

/** Stores what the processor says about a new setup. @returns whether it had not ended */
export async function openSetup(
  tx: Queryable,
  userId: number,
  id: number,
  { setupId, state, expiresAt }: Pick<NewSetup, 'setupId' | 'state' | 'expiresAt'>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update card_setups set setup_id = ${setupId}, state = ${state},
      expires_at = ${expiresAt.toISOString()}
    where user_id = ${userId} and id = ${id} and ended_at is null returning id`)
  return rows.length > 0
}

export async function findSetup(
  db: Queryable,
  userId: number,
  id: number,
): Promise<SetupRow | undefined> {
  const [row] = await db.query<SetupRow>(sql`
    select user_id, id, vault, reference, setup_id, state, expires_at, ended_at from card_setups
    where user_id = ${userId} and id = ${id}`)
  return row
}

/** Stores what the processor says now, unless the setup has ended. */
export async function putState(
  db: Queryable,
  userId: number,
  setupId: string,
  state: Exclude<SetupStatus, 'canceled'>,
): Promise<void> {
  await db.query(sql`
    update card_setups set state = ${state}
    where user_id = ${userId} and setup_id = ${setupId} and ended_at is null and state <> ${state}`)
}

/** Ends a setup, unless it has ended. */
export async function endSetup(
  db: Queryable,
  userId: number,
  id: number,
  state: EndState,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update card_setups set state = ${state}, ended_at = ${now.toISOString()}, address = null
    where user_id = ${userId} and id = ${id} and ended_at is null`)
}

/** Ends a setup that was cancelled at the processor, unless it has ended. */
export async function cancelSetup(
  db: Queryable,
  userId: number,
  setupId: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update card_setups set state = 'canceled', ended_at = ${now.toISOString()}, address = null
    where user_id = ${userId} and setup_id = ${setupId} and ended_at is null`)
}

export async function hasOpenSetup(
  db: Queryable,
  userId: number,
  vault: string,
  references: readonly string[],
): Promise<boolean> {
  const rows = await db.query(sql`
    select from card_setups
    where user_id = ${userId} and vault = ${vault} and ended_at is null
      and reference = any (${references}::text[]) limit 1`)
  return rows.length > 0
}

/** Ends the setup that a payment method was made of, if it is one of ours. */
export async function useSetup(
  tx: Queryable,
  userId: number,
  setupId: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update card_setups set state = 'used', ended_at = ${now.toISOString()}, address = null
    where user_id = ${userId} and setup_id = ${setupId} and ended_at is null`)
}

/** Finds a setup that has not ended by the processor's id. @returns its id */
export async function findOpenId(
  db: Queryable,
  userId: number,
  vault: string,
  setupId: string,
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from card_setups
    where user_id = ${userId} and vault = ${vault} and setup_id = ${setupId} and ended_at is null`)
  return row?.id
}

/** Returns the processor's ids of a user's setups that have not ended. */
export async function listOpenIds(db: Queryable, userId: number, vault: string): Promise<string[]> {
  const rows = await db.query<{ setup_id: string }>(sql`
    select setup_id from card_setups
    where user_id = ${userId} and vault = ${vault} and ended_at is null and setup_id is not null`)
  return rows.map(({ setup_id }) => setup_id)
}

/** Returns up to 100 setups of all users that expired before `now`, the earliest first. */
export const listExpired = (db: Queryable, vault: string, now: Date): Promise<SetupRow[]> =>
  db.query<SetupRow>(sql`
    select user_id, id, vault, reference, setup_id, state, expires_at, ended_at from card_setups
    where vault = ${vault} and ended_at is null and expires_at <= ${now.toISOString()}
    order by expires_at limit 100`)

/** Returns the setups of a user that expired before `now`. */
export const listExpiredOf = (
  db: Queryable,
  userId: number,
  vault: string,
  now: Date,
): Promise<SetupRow[]> =>
  db.query<SetupRow>(sql`
    select user_id, id, vault, reference, setup_id, state, expires_at, ended_at from card_setups
    where user_id = ${userId} and vault = ${vault} and ended_at is null
      and expires_at <= ${now.toISOString()}
    order by expires_at limit 100`)

/** Moves a setup behind the others. */
export async function postponeSetup(
  db: Queryable,
  userId: number,
  id: number,
  until: Date,
): Promise<void> {
  await db.query(sql`
    update card_setups set expires_at = ${until.toISOString()}
    where user_id = ${userId} and id = ${id}`)
}

/** Lets the open setups of a user expire, who is being erased, and deletes those that ended. */
export async function expireAll(tx: Queryable, userId: number, now: Date): Promise<void> {
  await Promise.all([
    tx.query(sql`
      update card_setups set expires_at = least(expires_at, ${now.toISOString()})
      where user_id = ${userId} and ended_at is null`),
    tx.query(sql`delete from card_setups where user_id = ${userId} and ended_at is not null`),
  ])
}

/** Deletes the setups of a user that ended, if the user is erased. */
export async function removeOfErased(db: Queryable, userId: number): Promise<void> {
  await db.query(sql`
    delete from card_setups where user_id = ${userId} and ended_at is not null
      and not exists (select from users where id = ${userId})`)
}

/** Deletes up to `limit` setups that ended before `before`. @returns how many */
export async function removeEnded(db: Queryable, before: Date, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from card_setups where ctid = any (array(
      select ctid from card_setups where ended_at < ${before.toISOString()}
      limit ${limit}::integer for update skip locked)) returning 1`)
  return removed.length
}
