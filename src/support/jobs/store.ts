import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/** Where instances hear that there is something to do: the name of the queue. */
export const jobsChannel = 'foyer_jobs'

export interface TakenJob {
  id: string
  sealed: Buffer
  /** This one included: the first is 1. */
  attempts: number
  /** When it was added, in milliseconds since the epoch. */
  created: number
}

/** Adds a job; whoever listens hears of it when the transaction commits. */
export async function addJob(tx: Queryable, queue: string, id: string, sealed: Buffer) {
  await tx.query(sql`
    with added as (insert into jobs (id, queue, sealed) values (${id}, ${queue}, ${sealed}) returning queue)
    select pg_notify(${jobsChannel}, queue) from added`)
}

/**
 * Takes up to `most` jobs that are due, the longest due first, and none that another instance is just taking. Nobody
 * else gets them for `leaseSeconds`. The time is the database's: instances need not agree on theirs.
 */
export async function takeJobs(
  db: Queryable,
  queue: string,
  most: number,
  leaseSeconds: number,
): Promise<TakenJob[]> {
  return db.query<TakenJob>(sql`
    with due as materialized (
      select id from jobs where queue = ${queue} and due_at <= now()
      order by due_at limit ${most} for update skip locked
    )
    update jobs set attempts = attempts + 1, due_at = now() + ${leaseSeconds}::float8 * interval '1 second'
    from due where jobs.id = due.id
    returning jobs.id, jobs.sealed, jobs.attempts,
      (extract(epoch from jobs.created_at) * 1000)::float8 as created`)
}

/** Deletes a job that is done or given up: once is enough, even where somebody else has taken it since. */
export async function removeJob(db: Queryable, { id }: TakenJob): Promise<void> {
  await db.query(sql`delete from jobs where id = ${id}`)
}

/** Has a job done again `waitSeconds` from now, unless somebody else has taken it since. */
export async function postponeJob(
  db: Queryable,
  { id, attempts }: TakenJob,
  waitSeconds: number,
): Promise<void> {
  await db.query(sql`
    update jobs set due_at = now() + ${waitSeconds}::float8 * interval '1 second'
    where id = ${id} and attempts = ${attempts}`)
}
