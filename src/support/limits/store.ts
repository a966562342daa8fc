import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/** A count after a use. */
export interface Counted {
  /** The place of the key among those that were given, from 1. */
  readonly place: number
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly ends: number
}

/** A count: its key, and the latest time at which it ends. */
export interface Count {
  readonly key: Buffer
  readonly endsAt: Date
}

/**
 * Counts a use under each key, in one statement, so that each of several simultaneous uses gets its
 * own number. The keys are locked in sorted order, so that two uses with common keys do not
 * deadlock.
 * @param weight for how many uses it counts
 */
export async function count(
  db: Queryable,
  counts: readonly Count[],
  now: Date,
  weight = 1,
): Promise<Counted[]> {
  return db.query<Counted>(sql`
    with given as (
      select decode(key, 'hex') as key, ends_at, place
      from unnest(${counts.map(({ key }) => key.toString('hex'))}::text[],
        ${counts.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[])
        with ordinality as given (key, ends_at, place)
    ), counted as (
      insert into attempts as known (key, count, ends_at)
      select key, ${weight}::integer, ends_at from given order by key
      on conflict (key) do update set
        count = case when known.ends_at <= ${now.toISOString()} then excluded.count
          else known.count + excluded.count end,
        ends_at = case when known.ends_at <= ${now.toISOString()} then excluded.ends_at
          else known.ends_at end
      returning key, count, (extract(epoch from ends_at) * 1000)::float8 as ends
    )
    select place::integer, count, ends from given join counted using (key) order by place`)
}

/** The change to a count after a use. */
export interface Settled extends Count {
  /** Whether to remove the whole count. Otherwise one use is taken back. */
  readonly isCleared: boolean
}

/**
 * Removes some counts and takes one use back from others, in one statement. A use is taken back
 * only from the count in which it was counted, which has the same end. A count of 0 is removed, so
 * that refused uses cannot fill the table. The rows are locked in the order of their keys before
 * any of them is changed.
 */
export async function settle(db: Queryable, counts: readonly Settled[]): Promise<void> {
  await db.query(sql`
    with given as (
      select decode(key, 'hex') as key, ends_at, is_cleared
      from unnest(${counts.map(({ key }) => key.toString('hex'))}::text[],
        ${counts.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[],
        ${counts.map(({ isCleared }) => isCleared)}::boolean[]) as given (key, ends_at, is_cleared)
    ), locked as (
      select known.key, given.is_cleared or known.count <= 1 as is_over
      from attempts known join given
        on known.key = given.key and (given.is_cleared or known.ends_at = given.ends_at)
      where known.key = any (array(select key from given))
      order by known.key for update of known
    ), removed as (
      delete from attempts where key = any (array(select key from locked where is_over))
    )
    update attempts set count = count - 1
    where key = any (array(select key from locked where not is_over))`)
}

/** Deletes the counts of some keys. */
export async function remove(db: Queryable, keys: readonly Buffer[]): Promise<void> {
  await db.query(sql`
    delete from attempts where key = any (array(
      select key from attempts where key = any (array(
        select decode(key, 'hex')
        from unnest(${keys.map((key) => key.toString('hex'))}::text[]) as given (key)))
      order by key for update))`)
}

/**
 * Deletes up to `limit` expired counts.
 * @returns how many were deleted
 */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from attempts where key = any (array(
      select key from attempts where ends_at < now() limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}

/** Uses that one instance has counted under a key. */
export interface Unshared {
  readonly key: Buffer
  /** Negative if more were added before than have come. */
  readonly used: number
  /** How long the window lasts if no other instance has started it, in milliseconds. */
  readonly leftMs: number
}

/** The uses of all instances under a key, and the rest of the window in milliseconds. */
export interface Total {
  readonly place: number
  readonly used: number
  readonly left_ms: number
}

/**
 * Shares counts, in one statement, and returns the totals of all instances. A window that has ended
 * starts again. The clock of the database decides, so the clocks of instances may differ. The keys
 * are locked in sorted order, so that two instances do not deadlock. A window that the database
 * does not know gets nothing back, and has no total.
 */
export const share = (db: Queryable, counted: readonly Unshared[]): Promise<Total[]> =>
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
 * Deletes up to `limit` shared counts whose windows have ended.
 * @returns how many were deleted
 */
export async function removeShared(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from rate_limit_counts where key = any (array(
      select key from rate_limit_counts where ends_at < now() limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}
