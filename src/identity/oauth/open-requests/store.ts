import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { FoundToken } from '../tokens/tokens.ts'

/** An open request. All values are hashes. The browser of a pushed request is null. */
export interface OpenRequest {
  readonly hash: Buffer
  readonly browser: Buffer | null
  readonly network: Buffer
}

/** Deletes the requests in `dropped` from both tables. */
const dropAll = fragment`
  gone as (
    delete from open_requests where hash = any (array(select hash from dropped)) returning hash
  ), closed as (
    delete from oauth_tokens where hash = any (array(select hash from gone))
      and model in ('Interaction', 'PushedAuthorizationRequest')
  )`

/**
 * Stores a request. It keeps only the newest requests of the same browser, and only the newest
 * requests of the same network that no browser has returned to. The statement's snapshot does not
 * contain the new request, so it keeps one less of the others.
 */
export async function insert(
  db: Queryable,
  { hash, browser, network }: OpenRequest,
  { ttlSeconds, keep }: { readonly ttlSeconds: number; readonly keep: KeepLimits },
): Promise<void> {
  await db.query(sql`
    with added as (
      insert into open_requests (hash, browser, network, expires_at)
      values (${hash}, ${browser}, ${network}, now() + ${ttlSeconds}::integer * interval '1 second')
      on conflict (hash) do nothing
    ), dropped as (
      (select hash from open_requests where browser = ${browser} and hash <> ${hash}
        order by created_at desc offset ${keep.browser}::integer - 1)
      union
      (select hash from open_requests
        where network = ${network} and not returned and hash <> ${hash}
        order by created_at desc offset ${keep.network}::integer - 1)
    ), ${dropAll}
    select from gone`)
}

/** How many requests are kept of one browser and of one network. */
interface KeepLimits {
  readonly browser: number
  readonly network: number
}

/**
 * Finds an interaction by its hash and records that its browser has returned. The first time, it
 * keeps only the newest requests of the same network that a browser has returned to.
 */
export async function findReturned(
  db: Queryable,
  hash: Buffer,
  keep: number,
): Promise<FoundToken | undefined> {
  const [row] = await db.query<FoundToken>(sql`
    with returned as (
      update open_requests set returned = true where hash = ${hash} and not returned
      returning network
    ), dropped as (
      select hash from open_requests
      where network = (select network from returned) and returned and hash <> ${hash}
      order by created_at desc offset ${keep}::integer - 1
    ), ${dropAll}
    select payload, extract(epoch from consumed_at)::float8 as consumed
    from oauth_tokens where hash = ${hash} and model = 'Interaction'`)
  return row
}

/**
 * Marks an interaction as answered. The interaction and its count expire in `seconds` at the
 * latest.
 */
export async function retire(db: Queryable, hash: Buffer, seconds: number): Promise<void> {
  await db.query(sql`
    with answered as (
      update oauth_tokens set consumed_at = coalesce(consumed_at, now()),
        expires_at = least(expires_at, now() + ${seconds}::integer * interval '1 second')
      where hash = ${hash} and model = 'Interaction'
    )
    update open_requests
    set expires_at = least(expires_at, now() + ${seconds}::integer * interval '1 second')
    where hash = ${hash}`)
}

interface Dropped {
  count: number
}

export async function count(db: Queryable, returned: boolean): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from open_requests where returned = ${returned}`)
  return row?.count ?? 0
}

/**
 * Drops up to `limit` requests: first those of the networks that have the most, the oldest first.
 */
export async function trimAll(db: Queryable, returned: boolean, limit: number): Promise<void> {
  await db.query<Dropped>(sql`
    with dropped as (
      select hash from (
        select hash, created_at,
          row_number() over (partition by network order by created_at desc) as place
        from open_requests where returned = ${returned}
      ) as placed
      order by place desc, created_at limit ${limit}::integer
    ), ${dropAll}
    select count(*)::integer as count from gone`)
}

/**
 * Drops up to `limit` requests that have expired, or that no browser returned to within `seconds`.
 * @returns how many were dropped
 */
export async function dropStale(db: Queryable, seconds: number, limit: number): Promise<number> {
  const [row] = await db.query<Dropped>(sql`
    with dropped as (
      select hash from open_requests where expires_at < now()
        or (not returned and created_at < now() - ${seconds}::integer * interval '1 second')
      limit ${limit}::integer
    ), ${dropAll}
    select count(*)::integer as count from gone`)
  return row?.count ?? 0
}
