import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface IdentityRow {
  readonly issuer: string
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly linked: number
  /** Milliseconds since the epoch. */
  readonly used: number | null
}

/** @returns false if the identity is linked already, or the user has another one of the issuer */
export async function insert(
  tx: Queryable,
  userId: number,
  identity: { readonly issuer: string; readonly subjectKey: Buffer; readonly email: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into linked_identities (user_id, issuer, subject_key, email)
    values (${userId}, ${identity.issuer}, ${identity.subjectKey}, ${identity.email})
    on conflict do nothing returning user_id`)
  return rows.length > 0
}

export async function findUserId(db: Queryable, subjectKey: Buffer): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from linked_identities where subject_key = ${subjectKey}`)
  return row?.user_id
}

/** Like `findUserId`, but only if the identity was linked within the last minute. */
export async function findNewUserId(
  db: Queryable,
  subjectKey: Buffer,
): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from linked_identities
    where subject_key = ${subjectKey} and linked_at > now() - interval '1 minute'`)
  return row?.user_id
}

export async function markUsed(db: Queryable, userId: number, issuer: string): Promise<void> {
  await db.query(sql`
    update linked_identities set used_at = now()
    where user_id = ${userId} and issuer = ${issuer}`)
}

export const list = (db: Queryable, userId: number): Promise<IdentityRow[]> =>
  db.query<IdentityRow>(sql`
    select issuer, email, floor(extract(epoch from linked_at) * 1000)::float8 as linked,
      floor(extract(epoch from used_at) * 1000)::float8 as used
    from linked_identities where user_id = ${userId} order by linked_identities.linked_at`)

/** @returns false if the user has no identity of the issuer */
export async function remove(tx: Queryable, userId: number, issuer: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from linked_identities where user_id = ${userId} and issuer = ${issuer}
    returning user_id`)
  return rows.length > 0
}

export async function removeAll(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from linked_identities where user_id = ${userId}`)
}
