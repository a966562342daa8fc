import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'

/** An open request, by hashes. The browser of a pushed request is null. */
export interface OpenRequest {
  readonly hash: Buffer
  readonly browser: Buffer | null
  readonly network: Buffer
}

export async function insert(
  db: Queryable,
  { hash, browser, network }: OpenRequest,
  seconds: number,
): Promise<void> {
  await db.query(sql`
    insert into open_requests (hash, browser, network, expires_at)
    values (${hash}, ${browser}, ${network}, now() + ${seconds}::integer * interval '1 second')
    on conflict (hash) do nothing`)
}

/** Notes that a browser has returned. @returns the network, if it is the first time */
export async function markReturned(db: Queryable, hash: Buffer): Promise<Buffer | undefined> {
  const [row] = await db.query<{ network: Buffer }>(sql`
    update open_requests set returned = true where hash = ${hash} and not returned
    returning network`)
  return row?.network
}

/** Lets a request expire in `seconds`, or sooner. */
export async function shorten(db: Queryable, hash: Buffer, seconds: number): Promise<void> {
  await db.query(sql`
    update open_requests
    set expires_at = least(expires_at, now() + ${seconds}::integer * interval '1 second')
    where hash = ${hash}`)
}

/** Drops the requests found as `dropped`, in both tables. */
const dropAll = fragment`
  gone as (
    delete from open_requests where hash in (select hash from dropped) returning hash
  ), closed as (
    delete from oauth_tokens where hash in (select hash from gone)
      and model in ('Interaction', 'PushedAuthorizationRequest')
  )
  select count(*)::integer as count from gone`

interface Dropped {
  count: number
}

/** Drops all but the newest requests of a browser. */
export async function trimBrowser(db: Queryable, browser: Buffer, keep: number): Promise<void> {
  await db.query<Dropped>(sql`
    with dropped as (
      select hash from open_requests where browser = ${browser}
      order by created_at desc offset ${keep}::integer
    ), ${dropAll}`)
}

/** Drops all but the newest requests of a network, of those that a browser has come back to, or of the others. */
export async function trimNetwork(
  db: Queryable,
  network: Buffer,
  returned: boolean,
  keep: number,
): Promise<void> {
  await db.query<Dropped>(sql`
    with dropped as (
      select hash from open_requests where network = ${network} and returned = ${returned}
      order by created_at desc offset ${keep}::integer
    ), ${dropAll}`)
}

export async function count(db: Queryable, returned: boolean): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from open_requests where returned = ${returned}`)
  return row?.count ?? 0
}

/** Drops up to `most` requests: of the networks that have the most first, and their oldest first. */
export async function trimAll(db: Queryable, returned: boolean, most: number): Promise<void> {
  await db.query<Dropped>(sql`
    with dropped as (
      select hash from (
        select hash, created_at,
          row_number() over (partition by network order by created_at desc) as place
        from open_requests where returned = ${returned}
      ) as placed
      order by place desc, created_at limit ${most}::integer
    ), ${dropAll}`)
}

/**
 * Drops up to `most` requests that have expired, or that no browser returned to within `seconds`.
 * @returns how many
 */
export async function dropStale(db: Queryable, seconds: number, most: number): Promise<number> {
  const [row] = await db.query<Dropped>(sql`
    with dropped as (
      select hash from open_requests where expires_at < now()
        or (not returned and created_at < now() - ${seconds}::integer * interval '1 second')
      limit ${most}::integer
    ), ${dropAll}`)
  return row?.count ?? 0
}
