import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { NewRecord } from '../../../support/audit/audit.ts'

/**
 * A stored session. Its key, `hash`, is the SHA-256 of the cookie's value. Times are in
 * milliseconds since the epoch.
 */
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

/** The most sessions of a user. */
const maxSessions = 100

/**
 * Stores a session, and ends the least recently used ones beyond `maxSessions`. The time of the
 * sign-in comes from the service's clock, because it is compared with the times of requests, which
 * come from the same clock.
 * @param idleTtlSeconds how long the session lasts without use
 * @param ended the record of ended sessions, to which their count is added
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
  idleTtlSeconds: number,
  { action, actor, details }: Omit<NewRecord, 'userId'>,
): Promise<void> {
  await tx.query(sql`
    with ended as (
      delete from sessions where user_id = ${userId} and hash = any (array(
        select hash from sessions where user_id = ${userId}
        order by sessions.used_at desc offset ${maxSessions - 1}::integer)) returning 1
    ), started as (
      insert into sessions (hash, user_id, uid, device, amr, signed_in_at, expires_at)
      values (${session.hash}, ${userId}, ${session.uid}, ${session.device}, ${session.amr},
        ${session.signedInAt.toISOString()}, now() + ${idleTtlSeconds}::integer * interval '1 second')
    )
    select audit_append(${userId}, ${action}, ${actor.kind}, ${actor.applicationId ?? null},
      ${actor.requestId ?? null}, ${JSON.stringify(details)}::jsonb || jsonb_build_object('count', count))
    from (select count(*) from ended) counted where count > 0`)
}

/** Finds a session that has not ended. */
export async function find(db: Queryable, hash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    sql`select ${columns} from sessions where hash = ${hash} and expires_at > now()`,
  )
  return row
}

/**
 * Locks a session's row for sharing, so that the session neither ends nor gets another hash until
 * the transaction ends.
 * @returns false if the session has ended, or has another hash by now
 */
export async function lockForShare(tx: Queryable, userId: number, hash: Buffer): Promise<boolean> {
  const rows = await tx.query(sql`
    select from sessions where user_id = ${userId} and hash = ${hash} and expires_at > now()
    for share`)
  return rows.length > 0
}

/** Stores the time of use of a session, and extends its idle time up to its absolute end. */
export async function touch(
  db: Queryable,
  hash: Buffer,
  idleTtlSeconds: number,
  absoluteTtlSeconds: number,
): Promise<void> {
  await db.query(sql`
    update sessions set used_at = now(), expires_at = least(
      now() + ${idleTtlSeconds}::integer * interval '1 second',
      signed_in_at + ${absoluteTtlSeconds}::integer * interval '1 second')
    where hash = ${hash} and expires_at > now()`)
}

/**
 * Saves what the OAuth library stores about a session. If the session has ended, nothing is saved.
 */
export async function savePayload(db: Queryable, hash: Buffer, payload: object): Promise<void> {
  await db.query(sql`update sessions set payload = ${JSON.stringify(payload)} where hash = ${hash}`)
}

/** Lists the sessions of a user, the last used first. */
export const list = (db: Queryable, userId: number): Promise<SessionRow[]> =>
  db.query<SessionRow>(sql`
    select ${columns} from sessions where user_id = ${userId} and expires_at > now()
    order by sessions.used_at desc, uid limit ${maxSessions}::integer`)

/** What the audit trail needs about an ended session. */
export type EndedSession = Pick<SessionRow, 'uid' | 'user_id'>

/** @returns the removed session; undefined if there was none, or it had expired */
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

/**
 * Gives a session another hash.
 * @returns false if the session has ended, or has neither of the two hashes
 */
export async function renew(
  tx: Queryable,
  userId: number,
  session: { readonly uid: string; readonly former: Buffer; readonly hash: Buffer },
): Promise<boolean> {
  const { uid, former, hash } = session
  const renewed = await tx.query(sql`
    update sessions set hash = ${hash}
    where user_id = ${userId} and uid = ${uid} and hash in (${former}, ${hash}) returning 1`)
  return renewed.length > 0
}

export const removeExpired = (tx: Queryable, limit: number): Promise<EndedSession[]> =>
  tx.query<EndedSession>(sql`
    delete from sessions where hash = any (array(
      select hash from sessions where expires_at < now() limit ${limit}::integer
        for update skip locked)) returning uid, user_id`)
