import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface RoleRow {
  readonly role: 'operator' | 'developer'
  /** Milliseconds since the epoch. */
  readonly granted: number
}

/** @returns false if the user has the role already */
export async function insert(
  tx: Queryable,
  userId: number,
  role: RoleRow['role'],
  grantedBy: number | null,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into user_roles (user_id, role, granted_by) values (${userId}, ${role}, ${grantedBy})
    on conflict do nothing returning user_id`)
  return rows.length > 0
}

export const list = (db: Queryable, userId: number): Promise<RoleRow[]> =>
  db.query<RoleRow>(sql`
    select role, floor(extract(epoch from granted_at) * 1000)::float8 as granted
    from user_roles where user_id = ${userId} order by role`)

/** Lists up to `count` users with a role, after the id `after`. */
export const listHolders = (
  db: Queryable,
  role: RoleRow['role'],
  after: number,
  count: number,
): Promise<{ user_id: number }[]> =>
  db.query<{ user_id: number }>(sql`
    select user_id from user_roles where user_id > ${after} and role = ${role}
    order by user_id limit ${count}`)

export async function removeAll(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from user_roles where user_id = ${userId}`)
}
