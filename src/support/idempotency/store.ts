import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { isDuplicate, isMissing } from '../../platform/database/sqlstate.ts'

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

/** How much is stored for a user, and until when responses cannot make room for new ones. */
export interface KeptAnswersLimit {
  /** The most responses. */
  readonly most: number
  /** The most bytes of responses. */
  readonly mostBytes: number
  /** When responses expire that clients may still ask for. */
  readonly youngExpireAfter: Date
}

/** The most responses that one statement deletes. Usually it is one. */
const maxDropped = 100

/**
 * Stores a response. If the user has no room left, the oldest responses make room. It fails
 * (`isFull`) if these are young and the application has more than a quarter of the room, and
 * (`isAnswered`) if there is a response with this key, also an expired one.
 */
export async function insert(
  tx: Queryable,
  { userId, applicationId }: { readonly userId: number; readonly applicationId: number | null },
  { key_hash, body_hash, response }: StoredResponse,
  expiresAt: Date,
  { most, mostBytes, youngExpireAfter }: KeptAnswersLimit,
): Promise<void> {
  // The index idempotency_keys_by_user has them in this order, so it reads no others.
  await tx.query(sql`
    with newest as materialized (
      select key_hash, octet_length(response) as bytes,
        expires_at > ${youngExpireAfter.toISOString()} as is_young,
        application_id is not distinct from ${applicationId}::integer as is_own,
        row_number() over down > ${most - 1}::integer
          or sum(octet_length(response)) over down > ${mostBytes - response.length}::integer as is_beyond
      from idempotency_keys where user_id = ${userId}
      window down as (order by expires_at desc rows unbounded preceding)
      limit ${most + maxDropped}::integer
    ), dropped as (
      delete from idempotency_keys where user_id = ${userId}
        and key_hash = any (array(
          select key_hash from newest where is_beyond and not is_young limit ${maxDropped}::integer))
    )
    insert into idempotency_keys
      (user_id, application_id, key_hash, body_hash, response, expires_at)
    values (${userId}, ${applicationId}, ${key_hash}, ${body_hash}, ${response},
      case when not exists (select from newest where is_beyond and is_young)
          or (select count(*) <= ${most / 4}::integer and coalesce(sum(bytes), 0) <= ${mostBytes / 4}::integer
            from newest where is_own and is_young)
        then ${expiresAt.toISOString()}::timestamptz end)`)
}

/** Whether a response could not be stored: without room, it has no time of expiry. */
export const isFull = (error: unknown): boolean =>
  isMissing(error, 'idempotency_keys', 'expires_at')

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
