import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Again, Job } from '../../platform/process/work.ts'

/** The channel that notifies instances of new jobs. */
export const jobsChannel = 'foyer_jobs'

export interface NewJob {
  readonly id: string
  readonly queue: string
  /** The user whom it concerns: if that user is erased, so is the job. */
  readonly userId?: number | null
  readonly sealed?: Buffer
  /** A queue has one job for each key at most. */
  readonly key?: string
  /** Whom it keeps waiting. Each host gets only a share of the attempts. */
  readonly host?: string
  /** When it is due, in seconds from now. The default is now. */
  readonly inSeconds?: number
}

/**
 * Adds a job. If the queue has one with this key, that is due at the earlier time of the two, or is
 * performed once more if an instance performs it now. Listening instances are notified when the
 * transaction commits.
 */
export async function addJob(tx: Queryable, job: NewJob): Promise<void> {
  const { id, queue, userId = null, sealed = null, key = null, host = '-', inSeconds = 0 } = job
  await tx.query(sql`
    with added as (
      insert into jobs (id, queue, user_id, sealed, key, host, due_at)
      values (${id}, ${queue}, ${userId}, ${sealed}, ${key}, ${host},
        now() + ${inSeconds}::float8 * interval '1 second')
      on conflict (queue, key) where key is not null do update set
        host = excluded.host, is_wanted = jobs.is_held,
        is_urgent = jobs.is_held and excluded.due_at <= now(),
        due_at = case when jobs.is_held then jobs.due_at else least(jobs.due_at, excluded.due_at) end
      returning queue
    )
    select pg_notify(${jobsChannel}, queue) from added`)
}

/** Deletes the job with a key. An instance that performs it records nothing in the queue. */
export async function removeByKey(tx: Queryable, queue: string, key: string): Promise<void> {
  await tx.query(sql`delete from jobs where queue = ${queue} and key = ${key}`)
}

export async function removeOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from jobs where user_id = ${userId}`)
}

/** Returns those of some queues that have a due job. */
export async function listDueQueues(db: Queryable, queues: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ queue: string }>(sql`
    select queue from unnest(${queues}::text[]) as named (queue)
    where exists (select from jobs where jobs.queue = named.queue and due_at <= now())`)
  return rows.map(({ queue }) => queue)
}

/** A job that one instance performs, until its lease ends. */
export interface ClaimedJob extends Job {
  readonly queue: string
  readonly host: string
  readonly lease: number
  /** Whether an instance had it, and ended without a result. That counts as a failed attempt. */
  readonly isAbandoned: boolean
  /** Whether it was added again meanwhile, to be performed now. */
  readonly isUrgent: boolean
}

/** What a claim may take. */
export interface Wanted {
  readonly queue: string
  /** Whether to take retries, or first attempts. */
  readonly isRetry: boolean
  readonly limit: number
  /** How many more jobs the instance can perform. */
  readonly free: number
  /** The part of these, and of its own running ones, that a host gets at most. */
  readonly share: number
  /** The host of each job that runs, once for each job. */
  readonly running: readonly string[]
  /** The host after which it begins to look. */
  readonly after: string
  /** How many hosts it looks at. */
  readonly maxHosts: number
  readonly leaseSeconds: number
}

/** What a claim has taken. */
export interface Claim {
  readonly jobs: readonly ClaimedJob[]
  /** The last host that it has looked at, if there may be more after it. */
  readonly last: string | null
}

/**
 * Claims due jobs, those of the host that has waited longest first. It looks at one job of each
 * host, however many wait, and skips jobs that another transaction has locked. No other instance
 * gets them for `leaseSeconds`. The clock of the database is used, so clocks of instances may
 * differ.
 */
export async function claimJobs(db: Queryable, wanted: Wanted): Promise<Claim> {
  const { queue, limit, free, share, after, maxHosts, leaseSeconds } = wanted
  const retry = wanted.isRetry ? 1 : 0
  const rows = await db.query<ClaimedJob & { last: string | null }>(sql`
    with recursive visited as (
      select ${after}::text as host, null::timestamptz as due_at, 0 as place
      union all
      select next.host, next.due_at, visited.place + 1
      from visited cross join lateral (
        select host, due_at from jobs
        where queue = ${queue} and least(attempts, 1) = ${retry}::integer and jobs.host > visited.host
        order by host, due_at limit 1
      ) as next
      where visited.place < ${maxHosts}::integer
    ), parts as (
      select host, ceil((${free}::integer + busy.jobs) * ${share}::float8)::integer - busy.jobs as most
      from visited cross join lateral (
        select count(*)::integer as jobs from unnest(${wanted.running}::text[]) as running (host)
        where running.host = visited.host
      ) as busy
      where due_at <= now()
        and ceil((${free}::integer + busy.jobs) * ${share}::float8) > busy.jobs
      order by due_at limit ${limit}::integer
    ), due as materialized (
      select id, is_held, is_urgent from jobs
      where due_at <= now() and ctid = any (array(
        select longest.ctid from parts cross join lateral (
          select ctid from jobs
          where queue = ${queue} and least(attempts, 1) = ${retry}::integer and jobs.host = parts.host
            and due_at <= now()
          order by due_at limit least(parts.most, ${limit}::integer)
        ) as longest
      ))
      order by due_at limit ${limit}::integer for update skip locked
    ), claimed as (
      update jobs set lease = lease + 1, attempts = attempts + due.is_held::integer, is_held = true,
        is_wanted = false, is_urgent = false,
        due_at = now() + ${leaseSeconds}::float8 * interval '1 second'
      from due where jobs.id = due.id
      returning jobs.*, due.is_held as "isAbandoned", due.is_urgent as "isUrgent"
    )
    select ended.last, c.id, c.queue, c.key, c.user_id as "userId", c.sealed, c.host, c.lease, c.attempts,
      c."isAbandoned", c."isUrgent", (extract(epoch from c.created_at) * 1000)::float8 as "addedAt",
      (extract(epoch from now() - c.created_at) * 1000)::float8 as "ageMs"
    from (
      select max(host) filter (where place = ${maxHosts}::integer) as last from visited
    ) as ended left join claimed c on true`)
  return { jobs: rows.filter(({ id }) => id !== null), last: rows[0]?.last ?? null }
}

/** Extends leases, except those that have ended and those of rows that are locked now. */
export async function renewLeases(
  db: Queryable,
  jobs: readonly ClaimedJob[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(sql`
    with mine as materialized (
      select jobs.id from jobs
      join unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ lease }) => lease)}::integer[])
        as held (id, lease) on jobs.id = held.id and jobs.lease = held.lease
      where is_held for update of jobs skip locked
    )
    update jobs set due_at = now() + ${leaseSeconds}::float8 * interval '1 second'
    from mine where jobs.id = mine.id`)
}

/**
 * Deletes a job that is done or given up. If it was added again meanwhile, it is due now instead. A
 * job without a key is deleted even if another instance has claimed it since: it need not be
 * performed again.
 */
export async function endJob(db: Queryable, { id, key, lease }: ClaimedJob): Promise<void> {
  const ended = await db.query(sql`
    delete from jobs
    where id = ${id} and (key is null or (lease = ${lease} and not is_wanted)) returning id`)
  if (ended.length > 0 || key === null) return
  await db.query(sql`
    update jobs set is_held = false, attempts = 0, due_at = now()
    where id = ${id} and lease = ${lease}`)
}

/**
 * Gives a job back that is due again, unless another instance has claimed it since. If it was added
 * again meanwhile, to be performed now, it is due now. After a success it counts as added now.
 */
export async function postponeJob(
  db: Queryable,
  { id, lease }: ClaimedJob,
  { inSeconds, attempts = 0 }: Again,
): Promise<void> {
  await db.query(sql`
    update jobs set is_held = false, attempts = ${attempts}::integer,
      due_at = now() + case when is_urgent then 0 else ${inSeconds}::float8 end * interval '1 second',
      created_at = case when ${attempts}::integer = 0 then now() else created_at end
    where id = ${id} and lease = ${lease}`)
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

/** How many jobs a queue has, up to 10,000, and for how many seconds the first has been due. */
export interface Backlog {
  readonly queue: string
  readonly waiting: number
  readonly dueSeconds: number
}

export const measureBacklogs = (db: Queryable, queues: readonly string[]): Promise<Backlog[]> =>
  db.query<Backlog>(sql`
    select queue, waiting,
      greatest(0, extract(epoch from now() - first_due_at))::float8 as "dueSeconds"
    from unnest(${queues}::text[]) as named (queue) cross join lateral (
      select count(*)::integer as waiting, min(due_at) as first_due_at from (
        select due_at from jobs where jobs.queue = named.queue order by due_at limit 10000
      ) as first
    ) as counted`)

/** Returns the keys of a queue with the time when each was added, in seconds since the epoch. */
export const listAdded = (db: Queryable, queue: string): Promise<{ key: string; at: number }[]> =>
  db.query<{ key: string; at: number }>(sql`
    select key, extract(epoch from created_at)::float8 as at from jobs where queue = ${queue}`)
