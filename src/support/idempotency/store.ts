import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

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

/**
 * Stores a response. It replaces only an expired one.
 * @returns whether it was stored
 */
export async function insert(
  tx: Queryable,
  userId: number,
  { key_hash, body_hash, response }: StoredResponse,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into idempotency_keys as known (user_id, key_hash, body_hash, response, expires_at)
    values (${userId}, ${key_hash}, ${body_hash}, ${response}, ${expiresAt.toISOString()})
    on conflict (user_id, key_hash) do update set
      body_hash = excluded.body_hash, response = excluded.response,
      expires_at = excluded.expires_at
    where known.user_id = ${userId} and known.expires_at <= ${now.toISOString()}
    returning 1`)
  return rows.length > 0
}

/**
 * Deletes up to `limit` expired responses of all users.
 * @returns how many were deleted
 */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from idempotency_keys where (user_id, key_hash) in
      (select user_id, key_hash from idempotency_keys where expires_at < now()
        limit ${limit}::integer for update skip locked) returning 1`)
  return removed.length
}

export async function removeOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where user_id = ${userId}`)
}
