import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'

export interface ErasureRow {
  readonly email: string
  readonly language: string
  readonly disabled: boolean
  /** When the erasure was requested, and when it is due, in milliseconds since the epoch. */
  readonly requested_at: number | null
  readonly erases_at: number | null
}

const columns = fragment`email, language, disabled_at is not null as disabled,
  floor(extract(epoch from erasure_requested_at) * 1000)::float8 as requested_at,
  floor(extract(epoch from erases_at) * 1000)::float8 as erases_at`

export async function find(db: Queryable, userId: number): Promise<ErasureRow | undefined> {
  const [row] = await db.query<ErasureRow>(sql`select ${columns} from users where id = ${userId}`)
  return row
}

/** Like `find`. It also locks the user's row until the transaction ends. */
export async function lock(tx: Queryable, userId: number): Promise<ErasureRow | undefined> {
  const [row] = await tx.query<ErasureRow>(sql`
    select ${columns} from users where id = ${userId} for update`)
  return row
}

/** Plans the erasure of a user, or removes the plan. */
export async function plan(
  tx: Queryable,
  userId: number,
  planned: { readonly requestedAt: Date; readonly erasesAt: Date } | null,
): Promise<void> {
  await tx.query(sql`
    update users set erasure_requested_at = ${planned?.requestedAt.toISOString() ?? null},
      erases_at = ${planned?.erasesAt.toISOString() ?? null}
    where id = ${userId}`)
}

/** A slice of a list. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** Lists users whose erasure is due, the longest due first. */
export async function listDue(
  db: Queryable,
  now: Date,
  { offset, limit }: Slice,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from users where erases_at <= ${now.toISOString()}
    order by erases_at, id offset ${offset}::integer limit ${limit}::integer`)
  return rows.map(({ id }) => id)
}

/** Notes that a user was erased, so that the rest is deleted later. */
export async function addErased(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query(sql`
    insert into erasures (user_id, erased_at) values (${userId}, ${now.toISOString()})
    on conflict do nothing`)
}

/** Lists users who were erased before a time, the earliest first. */
export async function listErased(
  db: Queryable,
  before: Date,
  { offset, limit }: Slice,
): Promise<number[]> {
  const rows = await db.query<{ user_id: number }>(sql`
    select user_id from erasures where erased_at <= ${before.toISOString()}
    order by erased_at, user_id offset ${offset}::integer limit ${limit}::integer`)
  return rows.map(({ user_id }) => user_id)
}

export async function removeErased(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from erasures where user_id = ${userId}`)
}
