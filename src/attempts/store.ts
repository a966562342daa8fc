import type { Queryable } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

export interface Counted {
  readonly place: number
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly ends: number
}

/** What is counted: under which key, and until when at the latest. */
export interface Count {
  readonly key: Buffer
  readonly endsAt: Date
}

/**
 * Counts one attempt under each key, in one statement: however many come at once, each gets a number of its own. The
 * keys are taken in their own order, so that two who share some wait for each other in turn.
 */
export async function count(
  db: Queryable,
  counts: readonly Count[],
  now: Date,
): Promise<Counted[]> {
  return db.query<Counted>(sql`
    with given as (
      select decode(key, 'hex') as key, ends_at, place
      from unnest(${counts.map(({ key }) => key.toString('hex'))}::text[],
        ${counts.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[])
        with ordinality as given (key, ends_at, place)
    ), counted as (
      insert into attempts as known (key, count, ends_at)
      select key, 1, ends_at from given order by key
      on conflict (key) do update set
        count = case when known.ends_at <= ${now.toISOString()} then 1 else known.count + 1 end,
        ends_at = case when known.ends_at <= ${now.toISOString()} then excluded.ends_at
          else known.ends_at end
      returning key, count, (extract(epoch from ends_at) * 1000)::float8 as ends
    )
    select place::integer, count, ends from given join counted using (key) order by place`)
}

/** Takes back attempts that were none: all of some keys, one of others. */
export async function giveBack(
  db: Queryable,
  all: readonly Buffer[],
  one: readonly Buffer[],
): Promise<void> {
  const hex = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex'))
  await db.query(sql`
    update attempts set
      count = case when encode(key, 'hex') = any (${hex(all)}::text[]) then 0
        else greatest(count - 1, 0) end
    where key in (
      select key from attempts
      where key in (select decode(hex, 'hex') from unnest(${hex([...all, ...one])}::text[]) as given (hex))
      order by key for update)`)
}

/** Deletes up to `limit` counts whose time is over. @returns how many */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from attempts where key in
      (select key from attempts where ends_at < now() limit ${limit}::integer
        for update skip locked) returning 1`)
  return removed.length
}
