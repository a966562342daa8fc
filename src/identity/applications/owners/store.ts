import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export async function insert(tx: Queryable, userId: number, applicationId: number): Promise<void> {
  await tx.query(sql`
    insert into application_owners (user_id, application_id) values (${userId}, ${applicationId})`)
}

/** The ids of the applications of a user. */
export async function list(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.query<{ application_id: number }>(sql`
    select application_id from application_owners
    where user_id = ${userId} order by application_id`)
  return rows.map(({ application_id }) => application_id)
}

/** The id of an application of a user. Undefined if there is none, or another user owns it. */
export async function find(
  db: Queryable,
  userId: number,
  clientId: string,
): Promise<number | undefined> {
  // Other ids are not looked up: databases keep logs, and people paste anything into addresses.
  if (!/^app_[\w-]{20}$/.test(clientId)) return undefined
  const [row] = await db.query<{ application_id: number }>(sql`
    select application_id from application_owners
    join applications on applications.id = application_id
    where user_id = ${userId} and client_id = ${clientId}`)
  return row?.application_id
}

/** Somebody to write to about an application. */
export interface OwnerRow {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly clientId: string
}

/** The owners of an application who can sign in, and will not be erased. */
export const listOwners = (db: Queryable, applicationId: number): Promise<OwnerRow[]> =>
  db.query<OwnerRow>(sql`
    select users.id as "userId", email, language, client_id as "clientId"
    from users join applications on applications.id = ${applicationId}
    where users.id = any (array(
        select user_id from application_owners where application_id = ${applicationId}))
      and users.disabled_at is null and erases_at is null
    order by users.id`)
