import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface PendingRow {
  readonly user_id: number
  readonly amr: string[]
  readonly return_to: string | null
  readonly password_version: number | null
  readonly email_proved: boolean
  readonly consumed: boolean
}

interface Keys {
  readonly hash: Buffer
  readonly browser: Buffer
}

export async function insert(
  db: Queryable,
  { hash, browser }: Keys,
  userId: number,
  step: {
    amr: readonly string[]
    returnTo: string | null
    passwordVersion: number | null
    emailProved: boolean
    ttlSeconds: number
  },
): Promise<void> {
  await db.query(sql`
    insert into pending_sign_ins
      (hash, browser, user_id, amr, return_to, password_version, email_proved, expires_at)
    values (${hash}, ${browser}, ${userId}, ${step.amr}, ${step.returnTo}, ${step.passwordVersion},
      ${step.emailProved}, now() + make_interval(secs => ${step.ttlSeconds}))`)
}

export async function find(
  db: Queryable,
  { hash, browser }: Keys,
): Promise<PendingRow | undefined> {
  const [row] = await db.query<PendingRow>(sql`
    select user_id, amr, return_to, password_version, email_proved,
      consumed_at is not null as consumed
    from pending_sign_ins
    where hash = ${hash} and browser = ${browser} and expires_at > now()`)
  return row
}

export async function setEmailProved(db: Queryable, { hash, browser }: Keys): Promise<void> {
  await db.query(sql`
    update pending_sign_ins set email_proved = true where hash = ${hash} and browser = ${browser}`)
}

/** @returns false if it was consumed before or has expired */
export async function consume(db: Queryable, { hash, browser }: Keys): Promise<boolean> {
  const rows = await db.query(sql`
    update pending_sign_ins set consumed_at = now()
    where hash = ${hash} and browser = ${browser} and expires_at > now() and consumed_at is null
    returning user_id`)
  return rows.length > 0
}

/** Deletes up to `limit` expired sign-ins. @returns how many were deleted */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from pending_sign_ins where hash = any (array(
      select hash from pending_sign_ins where expires_at <= now() limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}

export interface ListedSignIn {
  readonly amr: string[]
  readonly expires: number
}

/** Lists the unfinished sign-ins of a user. */
export const listOfUser = (db: Queryable, userId: number): Promise<ListedSignIn[]> =>
  db.query<ListedSignIn>(sql`
    select amr, floor(extract(epoch from expires_at) * 1000)::float8 as expires
    from pending_sign_ins where user_id = ${userId} order by pending_sign_ins.expires_at limit 1000`)

export async function removeOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from pending_sign_ins where user_id = ${userId}`)
}
