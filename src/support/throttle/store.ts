import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

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

/**
 * Takes one attempt back from each count, if it is still the count that the attempt was counted in: not one begun
 * since, which knows nothing of it. Where nothing is left nothing stays: who is refused for one reason cannot fill the
 * table with others.
 */
export async function takeBack(db: Queryable, counts: readonly Count[]): Promise<void> {
  const taken = await db.query<{ key: Buffer; count: number }>(sql`
    update attempts set count = count - 1
    where key in (
      select known.key
      from attempts known join unnest(${counts.map(({ key }) => key.toString('hex'))}::text[],
        ${counts.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]) as given (key, ends_at)
        on known.key = decode(given.key, 'hex') and known.ends_at = given.ends_at
      order by known.key for update of known)
    returning key, count`)
  const empty = taken.filter(({ count }) => count === 0).map(({ key }) => key)
  if (empty.length > 0)
    await db.query(sql`
      delete from attempts where count = 0 and key in (
        select known.key
        from attempts known join unnest(${empty.map((key) => key.toString('hex'))}::text[]) as given (key)
          on known.key = decode(given.key, 'hex')
        order by known.key for update of known)`)
}

/** Begins anew with some keys. */
export async function forget(db: Queryable, keys: readonly Buffer[]): Promise<void> {
  await db.query(sql`
    delete from attempts where key in (
      select known.key
      from attempts known join unnest(${keys.map((key) => key.toString('hex'))}::text[]) as given (key)
        on known.key = decode(given.key, 'hex')
      order by known.key for update of known)`)
}

/** Deletes up to `limit` counts whose time is over. @returns how many */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from attempts where key in
      (select key from attempts where ends_at < now() limit ${limit}::integer
        for update skip locked) returning 1`)
  return removed.length
}
