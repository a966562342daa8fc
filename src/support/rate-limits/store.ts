import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/** Requests that one instance has counted under a key. */
export interface Counted {
  readonly key: Buffer
  /** Negative if more were added before than have come. */
  readonly used: number
  /** How long the window lasts if no other instance has started it, in milliseconds. */
  readonly leftMs: number
}

/** The requests of all instances under a key, and the rest of the window in milliseconds. */
export interface Total {
  readonly place: number
  readonly used: number
  readonly left_ms: number
}

/**
 * Adds counts, in one statement, and returns the totals of all instances. A window that has ended
 * starts again. The clock of the database decides, so the clocks of instances may differ. The keys
 * are locked in sorted order, so that two instances do not deadlock. A window that the database
 * does not know gets nothing back, and has no total.
 */
export const add = (db: Queryable, counted: readonly Counted[]): Promise<Total[]> =>
  db.query<Total>(sql`
    with given as (
      select decode(key, 'hex') as key, used, now() + left_ms * interval '1 millisecond' as ends_at,
        place
      from unnest(${counted.map(({ key }) => key.toString('hex'))}::text[],
        ${counted.map(({ used }) => used)}::integer[],
        ${counted.map(({ leftMs }) => leftMs)}::integer[])
        with ordinality as given (key, used, left_ms, place)
    ), summed as (
      select key, sum(used)::integer as used, max(ends_at) as ends_at from given group by key
    ), counted as (
      insert into rate_limit_counts as known (key, used, ends_at)
      select key, used, ends_at from summed
      where used >= 0 or exists (select from rate_limit_counts old where old.key = summed.key)
      order by key
      on conflict (key) do update set
        used = case when known.ends_at <= now() then greatest(excluded.used, 0)
          else greatest(known.used + excluded.used, 0) end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning key, used, ends_at
    )
    select place::integer, counted.used,
      (extract(epoch from counted.ends_at - now()) * 1000)::float8 as left_ms
    from given join counted using (key)`)

/**
 * Deletes up to `limit` ended windows.
 * @returns how many were deleted
 */
export async function removeEnded(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from rate_limit_counts where key = any (array(
      select key from rate_limit_counts where ends_at < now() limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}
