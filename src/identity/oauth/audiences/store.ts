import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A sibling service that tokens can be made for. */
export interface ResourceServer {
  /** The URL that requests name it by. It is the audience of its tokens. */
  readonly resource: string
  /** The application that introspects its tokens. */
  readonly clientId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export const list = (db: Queryable): Promise<ResourceServer[]> =>
  db.query<ResourceServer>(sql`
    select resource, client_id as "clientId",
      floor(extract(epoch from resource_servers.created_at) * 1000)::float8 as "createdAt"
    from resource_servers join applications on applications.id = application_id
    order by resource`)

/** @returns false if the resource has been added before */
export async function insert(
  tx: Queryable,
  resource: string,
  applicationId: number,
): Promise<boolean> {
  const added = await tx.query(sql`
    insert into resource_servers (resource, application_id) values (${resource}, ${applicationId})
    on conflict do nothing returning 1`)
  return added.length > 0
}

/** @returns the application of the removed resource; undefined if there was no such resource */
export async function remove(tx: Queryable, resource: string): Promise<number | undefined> {
  const [row] = await tx.query<{ application_id: number }>(sql`
    delete from resource_servers where resource = ${resource} returning application_id`)
  return row?.application_id
}

/** The id of the application of a resource. Undefined if there is no such resource. */
export async function findApplicationOf(
  db: Queryable,
  resource: string,
): Promise<number | undefined> {
  const [row] = await db.query<{ application_id: number }>(
    sql`select application_id from resource_servers where resource = ${resource}`,
  )
  return row?.application_id
}
