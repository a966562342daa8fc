import type { Queryable } from '../../../platform/database/db.ts'
import { one } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The last record of a chain that was exported. `seq` is a 64-bit number, so it is text. */
export interface Start {
  readonly user_id: number
  readonly seq: string
  readonly hash: Buffer
}

/** Returns up to `count` starts of users with ids greater than `after`, sorted by user. */
export const listStarts = (db: Queryable, after: number, count: number): Promise<Start[]> =>
  db.query<Start>(sql`
    select user_id, seq, hash from audit_starts where user_id > ${after}
    order by user_id limit ${count}`)

/** Returns the starts of users with ids greater than `after`, up to `upTo`. */
export const listStartsBetween = (db: Queryable, after: number, upTo: number): Promise<Start[]> =>
  db.query<Start>(sql`
    select user_id, seq, hash from audit_starts where user_id > ${after} and user_id <= ${upTo}
    order by user_id`)

export async function saveStarts(tx: Queryable, starts: readonly Start[]): Promise<void> {
  await tx.query(sql`
    insert into audit_starts (user_id, seq, hash)
    select chain, seq, decode(hash, 'hex')
    from unnest(${starts.map(({ user_id }) => user_id)}::integer[],
      ${starts.map(({ seq }) => seq)}::bigint[],
      ${starts.map(({ hash }) => hash.toString('hex'))}::text[]) as given (chain, seq, hash)
    on conflict (user_id) do update set seq = excluded.seq, hash = excluded.hash`)
}

/**
 * Deletes up to `limit` exported records of users with ids greater than `after`, up to `upTo`.
 * @returns how many were deleted
 */
export async function removeExported(
  db: Queryable,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<number> {
  const removed = await db.query(sql`
    delete from audit_records where (user_id, seq) in (
      select r.user_id, r.seq from audit_starts s
      join audit_records r on r.user_id = s.user_id and r.seq <= s.seq
      where s.user_id > ${after} and s.user_id <= ${upTo} limit ${limit}::integer) returning 1`)
  return removed.length
}

export interface StoredCheckpoint {
  readonly id: number
  readonly content: string
  readonly signature: Buffer
  readonly key_id: number
}

/** Returns up to `count` checkpoints after one, the oldest first. */
export const listCheckpoints = (
  db: Queryable,
  after: number,
  count: number,
): Promise<StoredCheckpoint[]> =>
  db.query<StoredCheckpoint>(sql`
    select id, content, signature, key_id from audit_checkpoints where id > ${after}
    order by audit_checkpoints.id limit ${count}`)

export async function findLastCheckpoint(db: Queryable): Promise<StoredCheckpoint | undefined> {
  const [last] = await db.query<StoredCheckpoint>(sql`
    select id, content, signature, key_id from audit_checkpoints
    order by audit_checkpoints.id desc limit 1`)
  return last
}

/** Locks the checkpoints until the transaction ends. Others can still read. */
export async function lockCheckpoints(tx: Queryable): Promise<void> {
  await tx.query(sql`lock table audit_checkpoints in share row exclusive mode`)
}

export async function addCheckpoint(
  tx: Queryable,
  { content, signature, key_id }: Omit<StoredCheckpoint, 'id'>,
): Promise<void> {
  await tx.query(sql`
    insert into audit_checkpoints (content, signature, key_id)
    values (${content}, ${signature}, ${key_id})`)
}

export interface StoredKey {
  readonly id: number
  readonly public_key: Buffer
  readonly sealed: Buffer
}

/** Lists the keys, the newest first. There are few. */
export const listKeys = (db: Queryable): Promise<StoredKey[]> =>
  db.query<StoredKey>(sql`
    select id, public_key, sealed from audit_keys order by audit_keys.id desc`)

export async function addKey(
  tx: Queryable,
  key: { readonly publicKey: Buffer; readonly sealed: Buffer },
): Promise<number> {
  const rows = await tx.query<{ id: number }>(sql`
    insert into audit_keys (public_key, sealed) values (${key.publicKey}, ${key.sealed})
    returning id`)
  return one(rows).id
}

/** Whether a time is at least a minute ago: all records from before it are committed. */
export async function isSettled(db: Queryable, time: string): Promise<boolean> {
  const rows = await db.query<{ is_settled: boolean }>(sql`
    select ${time}::timestamptz <= clock_timestamp() - interval '1 minute' as is_settled`)
  return one(rows).is_settled
}
