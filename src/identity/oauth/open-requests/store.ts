import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { FoundToken } from '../tokens/tokens.ts'

/** An open request, by hashes. The browser of a pushed request is null. */
export interface OpenRequest {
  readonly hash: Buffer
  readonly browser: Buffer | null
  readonly network: Buffer
}

/** Drops the requests found as `dropped`, in both tables. */
const dropAll = fragment`
  gone as (
    delete from open_requests where hash in (select hash from dropped) returning hash
  ), closed as (
    delete from oauth_tokens where hash in (select hash from gone)
      and model in ('Interaction', 'PushedAuthorizationRequest')
  )`

/**
 * Counts a request. Drops all but the newest requests of its browser, and all but the newest of its network that no
 * browser has returned to. The new request is not in the statement's snapshot, so one less of the others is kept.
 */
export async function insert(
  db: Queryable,
  { hash, browser, network }: OpenRequest,
  { seconds, keep }: { readonly seconds: number; readonly keep: Kept },
): Promise<void> {
  await db.query(sql`
    with added as (
      insert into open_requests (hash, browser, network, expires_at)
      values (${hash}, ${browser}, ${network}, now() + ${seconds}::integer * interval '1 second')
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
interface Kept {
  readonly browser: number
  readonly network: number
}

/**
 * Finds an interaction by its hash and notes that its browser has returned. The first time, drops all but the newest
 * requests of its network that a browser has returned to.
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

/** Marks an interaction as answered. It and its count expire in `seconds`, or sooner. */
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
    ), ${dropAll}
    select count(*)::integer as count from gone`)
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
    ), ${dropAll}
    select count(*)::integer as count from gone`)
  return row?.count ?? 0
}
