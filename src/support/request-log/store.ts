import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/** A request of an application. Nothing in it says who the user is. */
export interface LoggedRequest {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly requestId: string
  readonly operation: string
  readonly status: number
  /** How many further requests of the same moment have no line. */
  readonly omitted: number
}

export interface InsertedRequest extends LoggedRequest {
  readonly applicationId: number
}

/** Stores requests. Those of applications that are deleted meanwhile are left out. */
export async function insert(db: Queryable, rows: readonly InsertedRequest[]): Promise<void> {
  await db.query(sql`
    insert into application_requests (application_id, at, request_id, operation, status, omitted)
    select applications.id, line.at, line.request_id, line.operation, line.status, line.omitted
    from unnest(
      ${rows.map(({ applicationId }) => applicationId)}::integer[],
      ${rows.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
      ${rows.map(({ requestId }) => requestId)}::uuid[],
      ${rows.map(({ operation }) => operation)}::text[],
      ${rows.map(({ status }) => status)}::smallint[],
      ${rows.map(({ omitted }) => omitted)}::integer[]
    ) as line (application_id, at, request_id, operation, status, omitted)
    join applications on applications.id = line.application_id
    on conflict do nothing`)
}

export const list = (
  db: Queryable,
  applicationId: number,
  since: Date,
  part: { readonly offset: number; readonly limit: number; readonly failedOnly: boolean },
): Promise<LoggedRequest[]> =>
  db.query<LoggedRequest>(sql`
    select floor(extract(epoch from at) * 1000)::float8 as at, request_id::text as "requestId",
      operation, status, omitted
    from application_requests
    where application_id = ${applicationId} and application_requests.at > ${since.toISOString()}
      and status >= ${part.failedOnly ? 400 : 0}::integer
    order by application_requests.at desc, request_id desc
    offset ${part.offset}::bigint limit ${part.limit}`)

/** Deletes up to `limit` requests before a time. @returns how many */
export async function removeOld(db: Queryable, before: Date, limit: number): Promise<number> {
  const gone = await db.query(sql`
    delete from application_requests where ctid = any(array(
      select ctid from application_requests where at < ${before.toISOString()}
      limit ${limit} for update skip locked
    )) returning 1`)
  return gone.length
}

/** Deletes up to `limit` requests beyond the newest `kept` of an application. @returns how many */
export async function removeSurplus(db: Queryable, kept: number, limit: number): Promise<number> {
  const gone = await db.query(sql`
    delete from application_requests where (application_id, at, request_id) in (
      select late.application_id, late.at, late.request_id
      from applications
      cross join lateral (
        select application_id, at, request_id from application_requests
        where application_id = applications.id
        order by at desc, request_id desc offset ${kept}::bigint limit ${limit}
      ) as late
      where self_registered
      limit ${limit}
    ) returning 1`)
  return gone.length
}
