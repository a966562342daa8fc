import { one, type Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/** The channel that notifies instances of new jobs. The payload is the name of the queue. */
export const jobsChannel = 'foyer_jobs'

export interface ClaimedJob {
  id: string
  sealed: Buffer
  /** The number of attempts, including this one. The first attempt is 1. */
  attempts: number
  /** The time when it was added, in milliseconds since the epoch. */
  createdAt: number
  /** How long ago it was added, by the clock of the database, in milliseconds. */
  ageMs: number
}

/** Adds a job. Listening instances are notified when the transaction commits. */
export async function addJob(
  tx: Queryable,
  userId: number | null,
  queue: string,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
) {
  await tx.query(sql`
    with added as (
      insert into jobs (id, queue, sealed, user_id) values (${id}, ${queue}, ${sealed}, ${userId})
      returning queue
    )
    select pg_notify(${jobsChannel}, queue) from added`)
}

/**
 * Claims up to `limit` due jobs, longest due first. Skips jobs that another instance is claiming
 * now. No other worker gets them for `leaseSeconds` seconds. The database's clock is used, so the
 * clocks of the instances may differ.
 */
export async function claimJobs(
  db: Queryable,
  queue: string,
  limit: number,
  leaseSeconds: number,
): Promise<ClaimedJob[]> {
  return db.query<ClaimedJob>(sql`
    with due as materialized (
      select id from jobs where queue = ${queue} and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    update jobs set attempts = attempts + 1, due_at = now() + ${leaseSeconds}::float8 * interval '1 second'
    from due where jobs.id = due.id
    returning jobs.id, jobs.sealed, jobs.attempts,
      (extract(epoch from jobs.created_at) * 1000)::float8 as "createdAt",
      (extract(epoch from now() - jobs.created_at) * 1000)::float8 as "ageMs"`)
}

/**
 * Deletes a job that is done or given up, even if another worker has claimed it since: a finished
 * job need not run again.
 */
export async function removeJob(db: Queryable, { id }: ClaimedJob): Promise<void> {
  await db.query(sql`delete from jobs where id = ${id}`)
}

/** Makes a job due `delaySeconds` seconds from now, unless another worker has claimed it since. */
export async function postponeJob(
  db: Queryable,
  { id, attempts }: ClaimedJob,
  delaySeconds: number,
): Promise<void> {
  await db.query(sql`
    update jobs set due_at = now() + ${delaySeconds}::float8 * interval '1 second'
    where id = ${id} and attempts = ${attempts}`)
}

/**
 * Makes a job due now and does not count this attempt, unless another worker has claimed it since.
 */
export async function giveBackJob(db: Queryable, { id, attempts }: ClaimedJob): Promise<void> {
  await db.query(sql`
    update jobs set due_at = now(), attempts = attempts - 1
    where id = ${id} and attempts = ${attempts}`)
}

/** A queued job of a user. */
export interface QueuedJob {
  readonly id: string
  readonly sealed: Buffer
  /** ISO 8601, in UTC. */
  readonly created_at: string
}

/** Lists up to `limit` queued jobs of a user, the oldest first. */
export const listOfUser = (
  db: Queryable,
  userId: number,
  queue: string,
  limit: number,
): Promise<QueuedJob[]> =>
  db.query<QueuedJob>(sql`
    select id, sealed, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from jobs where user_id = ${userId} and queue = ${queue} order by jobs.created_at limit ${limit}::integer`)

export async function removeOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from jobs where user_id = ${userId}`)
}

/**
 * Counts the jobs of a queue, up to 10,000, and tells for how many seconds the one that waits
 * longest has been due.
 */
export const measure = async (
  db: Queryable,
  queue: string,
): Promise<{ waiting: number; dueSeconds: number }> =>
  one(
    await db.query<{ waiting: number; dueSeconds: number }>(sql`
      select
        (select count(*)::integer from (
          select from jobs where queue = ${queue} limit 10000
        ) counted) as waiting,
        greatest(0, extract(epoch from now() - (
          select min(due_at) from jobs where queue = ${queue}
        )))::float8 as "dueSeconds"`),
  )
