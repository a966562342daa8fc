import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { isDuplicate, sqlState } from '../../platform/database/sqlstate.ts'

/** A stored response. */
export interface StoredResponse {
  readonly key_hash: Buffer
  readonly body_hash: Buffer
  /** Sealed. */
  readonly response: Buffer
}

/** Locks the user's row until the transaction ends, so that a user's writes run in order. */
export async function lockUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`)
}

/**
 * Finds the response of a key, which has one of these hashes.
 * @param now rows that have expired by then do not count
 */
export async function find(
  db: Queryable,
  userId: number,
  keyHashes: readonly Buffer[],
  now: Date,
): Promise<StoredResponse | undefined> {
  const [row] = await db.query<StoredResponse>(sql`
    select key_hash, body_hash, response from idempotency_keys
    where user_id = ${userId} and expires_at > ${now.toISOString()}
      and key_hash = any (array(select decode(given, 'hex')
        from unnest(${keyHashes.map((hash) => hash.toString('hex'))}::text[]) as given))`)
  return row
}

/** How many responses are stored, and until when they cannot make room for new ones. */
export interface Room {
  /** The most responses of one application for a user. */
  readonly most: number
  /** When responses expire that clients may still ask for. */
  readonly youngExpireAfter: Date
}

/** The most responses that one statement deletes. Usually it is one. */
const maxDropped = 100

/**
 * Stores a response. If the application has no room left, the oldest response makes room. It fails
 * (`isFull`) if that one is young, and (`isAnswered`) if there is a response with this key, also an
 * expired one.
 */
export async function insert(
  tx: Queryable,
  { userId, applicationId }: { readonly userId: number; readonly applicationId: number | null },
  { key_hash, body_hash, response }: StoredResponse,
  expiresAt: Date,
  { most, youngExpireAfter }: Room,
): Promise<void> {
  await tx.query(sql`
    with beyond as materialized (
      select key_hash, expires_at > ${youngExpireAfter.toISOString()} as is_young from idempotency_keys
      where user_id = ${userId} and application_id is not distinct from ${applicationId}::integer
      order by expires_at desc offset ${most - 1}::integer limit ${maxDropped}::integer
    ), dropped as (
      delete from idempotency_keys where user_id = ${userId}
        and key_hash = any (array(select key_hash from beyond where not is_young))
    )
    insert into idempotency_keys
      (user_id, application_id, key_hash, body_hash, response, expires_at)
    values (${userId}, ${applicationId}, ${key_hash}, ${body_hash}, ${response},
      case when not exists (select from beyond where is_young)
        then ${expiresAt.toISOString()}::timestamptz end)`)
}

/** SQLSTATE of a value that is missing: a response without room has no time of expiry. */
const notNullViolation = '23502'

/** Whether a response could not be stored because there is no room. */
export const isFull = (error: unknown): boolean => sqlState(error) === notNullViolation

/** Whether a response could not be stored because there is one. */
export const isAnswered = (error: unknown): boolean => isDuplicate(error, 'idempotency_keys_pkey')

/** Deletes the response of a key if it has expired. */
export async function removeExpiredOf(
  db: Queryable,
  userId: number,
  keyHash: Buffer,
  now: Date,
): Promise<void> {
  await db.query(sql`
    delete from idempotency_keys where user_id = ${userId} and key_hash = ${keyHash}
      and expires_at <= ${now.toISOString()}`)
}

/**
 * Deletes up to `limit` expired responses of all users.
 * @returns how many were deleted
 */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where expires_at < now()
        limit ${limit}::integer for update skip locked)) returning 1`)
  return removed.length
}

export async function removeOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where user_id = ${userId}`)
}
