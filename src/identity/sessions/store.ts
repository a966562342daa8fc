import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'

/** What is kept of a session; `hash` is the SHA-256 of the cookie's value. Times in milliseconds. */
export interface SessionRow {
  readonly uid: string
  readonly user_id: number
  readonly device: string
  readonly amr: string[]
  readonly signed_in_at: number
  readonly used_at: number
  readonly expires_at: number
  readonly payload: Readonly<Record<string, unknown>>
}

const columns = fragment`uid, user_id, device, amr, payload,
  floor(extract(epoch from signed_in_at) * 1000)::float8 as signed_in_at,
  floor(extract(epoch from used_at) * 1000)::float8 as used_at,
  floor(extract(epoch from expires_at) * 1000)::float8 as expires_at`

/**
 * The sign-in has its time from here, since that is held against the times of requests, which do, too.
 * @param idleSeconds how long it lasts unless used
 */
export async function insert(
  tx: Queryable,
  userId: number,
  session: {
    readonly hash: Buffer
    readonly uid: string
    readonly device: string
    readonly amr: readonly string[]
    readonly signedInAt: Date
  },
  idleSeconds: number,
): Promise<void> {
  await tx.query(sql`
    insert into sessions (hash, user_id, uid, device, amr, signed_in_at, expires_at)
    values (${session.hash}, ${userId}, ${session.uid}, ${session.device}, ${session.amr},
      ${session.signedInAt.toISOString()}, now() + ${idleSeconds}::integer * interval '1 second')`)
}

/** A session that has not ended. */
export async function find(db: Queryable, hash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    sql`select ${columns} from sessions where hash = ${hash} and expires_at > now()`,
  )
  return row
}

/** Keeps a session from being ended until the transaction ends. @returns false where it has ended */
export async function hold(tx: Queryable, userId: number, uid: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from sessions where user_id = ${userId} and uid = ${uid} and expires_at > now()
    for share`)
  return rows.length > 0
}

/** Writes down that a session is used. It ends after so long without use, or so long after the sign-in. */
export async function touch(
  db: Queryable,
  hash: Buffer,
  idleSeconds: number,
  absoluteSeconds: number,
): Promise<void> {
  await db.query(sql`
    update sessions set used_at = now(), expires_at = least(
      now() + ${idleSeconds}::integer * interval '1 second',
      signed_in_at + ${absoluteSeconds}::integer * interval '1 second')
    where hash = ${hash} and expires_at > now()`)
}

/** Saves what the protocol remembers of a session; one that has ended stays so. */
export async function savePayload(db: Queryable, hash: Buffer, payload: object): Promise<void> {
  await db.query(sql`update sessions set payload = ${JSON.stringify(payload)} where hash = ${hash}`)
}

export const list = (db: Queryable, userId: number): Promise<SessionRow[]> =>
  db.query<SessionRow>(sql`
    select ${columns} from sessions where user_id = ${userId} and expires_at > now()
    order by used_at desc, uid`)

/** Names an ended session in the audit trail. */
export type EndedSession = Pick<SessionRow, 'uid' | 'user_id'>

/** @returns the removed session; undefined where there was none, or it had expired */
export async function removeByHash(tx: Queryable, hash: Buffer): Promise<EndedSession | undefined> {
  const [gone] = await tx.query<EndedSession>(sql`
    delete from sessions where hash = ${hash} and expires_at > now() returning uid, user_id`)
  return gone
}

export async function remove(tx: Queryable, userId: number, uid: string): Promise<boolean> {
  const gone = await tx.query(sql`
    delete from sessions where user_id = ${userId} and uid = ${uid} returning 1`)
  return gone.length > 0
}

/** Removes the sessions of a user but the one with this uid. @returns how many there were. */
export async function removeOfUser(
  tx: Queryable,
  userId: number,
  exceptUid: string,
): Promise<number> {
  const gone = await tx.query(sql`
    delete from sessions where user_id = ${userId} and uid <> ${exceptUid} returning 1`)
  return gone.length
}

export const removeExpired = (tx: Queryable, limit: number): Promise<EndedSession[]> =>
  tx.query<EndedSession>(sql`
    delete from sessions where hash in
      (select hash from sessions where expires_at < now() limit ${limit}::integer
        for update skip locked) returning uid, user_id`)
