import type { Database } from '../../platform/database/db.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { type Tracer, traced } from '../../platform/telemetry/tracer.ts'
import type { Queue } from './jobs.ts'
import { interruptibleSleep } from './sleep.ts'
import * as store from './store.ts'

/** A job as `perform` receives it. */
export interface Job<T> {
  /** The same id at every attempt. */
  readonly id: string
  readonly work: T
  /** The time when it was added, in milliseconds since the epoch. */
  readonly addedAt: number
  /** How long ago it was added, by the clock that `addedAt` is from, in milliseconds. */
  readonly ageMs: number
}

/** Thrown if further attempts cannot succeed. The job is given up at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/** The logger of a worker. It never receives the content of jobs. */
export interface Log {
  warn(details: object, message: string): void
}

export interface WorkerDeps<T> {
  readonly db: Database
  readonly queue: Queue<T>
  readonly log: Log
  readonly metrics?: Metrics | undefined
  readonly tracer?: Tracer | undefined
  /**
   * Performs a job, in less than `leaseSeconds`. If the process ends meanwhile, another worker
   * performs the job again.
   * @param signal aborts when the time is over
   */
  perform(job: Job<T>, signal: AbortSignal): Promise<void>
}

export interface Worker {
  /** Checks for due jobs now. */
  wake(): void
  /**
   * Claims no more jobs, and waits for the running ones, at most `timeoutMs` milliseconds. Then
   * aborts them. Those are due again at once, and the attempt does not count.
   */
  stop(timeoutMs: number): Promise<void>
}

/** The number of jobs that an instance performs at once. */
const maxConcurrentJobs = 4
/** The interval of the checks for jobs to retry, in milliseconds. New jobs cause a notification. */
const pollIntervalMs = 5_000
/** How long a claimed job belongs to its worker, in seconds. It is longer than any attempt. */
const leaseSeconds = 120
/** The time limit of one attempt, in milliseconds. */
const attemptTimeoutMs = 60_000

/** The number of failed attempts, in about twenty hours, after which a job is given up. */
const maxAttempts = 10
const firstDelaySeconds = 15
const maxDelaySeconds = 8 * 60 * 60

/**
 * Returns the delay after this many attempts, in seconds. It triples with each attempt, and varies
 * randomly by a quarter.
 */
export const retryDelaySeconds = (attempts: number, random = Math.random()): number =>
  Math.min(firstDelaySeconds * 3 ** (attempts - 1), maxDelaySeconds) * (0.75 + random / 2)

/** What comes of an attempt at a job. */
const outcomes = ['done', 'retried', 'given_up'] as const

/**
 * Performs the jobs of a queue as they become due, at least once each. Any number of workers share
 * a queue. The log shows the kind and the number of failures, never the content of a job.
 */
export function startWorker<T>(deps: WorkerDeps<T>): Worker {
  const { db, queue, log, metrics, tracer, perform } = deps
  const ended = metrics?.counter({
    name: 'foyer_job_attempts_total',
    help: 'Attempts at jobs, such as sending an email: done, retried later, or given up.',
    labels: ['queue', 'outcome'],
  })
  const count = (outcome: (typeof outcomes)[number]) => ended?.add({ queue: queue.name, outcome })
  for (const outcome of outcomes) ended?.of({ queue: queue.name, outcome })
  const busy = new Set<Promise<void>>()
  const aborter = new AbortController()
  const { wake, sleep } = interruptibleSleep()
  let isStopping = false
  let isUnavailable = false

  async function run(): Promise<void> {
    while (!isStopping) {
      const claimed = await claim()
      for (const job of claimed) {
        const done = attempt(job).finally(() => {
          busy.delete(done)
          wake()
        })
        busy.add(done)
      }
      if (claimed.length === 0 || busy.size === maxConcurrentJobs) await sleep(pollIntervalMs)
    }
  }

  async function claim(): Promise<store.ClaimedJob[]> {
    if (busy.size === maxConcurrentJobs) return []
    try {
      const claimed = await store.claimJobs(
        db,
        queue.name,
        maxConcurrentJobs - busy.size,
        leaseSeconds,
      )
      isUnavailable = false
      return claimed
    } catch (error) {
      // Log this once, not at every poll until the database is back.
      if (!isUnavailable) log.warn({ err: error, queue: queue.name }, 'cannot fetch jobs')
      isUnavailable = true
      return []
    }
  }

  /**
   * Performs one job and saves the result. Never rejects: a job whose result cannot be saved runs
   * again when its lease ends.
   */
  async function attempt(claimed: store.ClaimedJob): Promise<void> {
    const context = { queue: queue.name, job: claimed.id, attempt: claimed.attempts }
    try {
      const failure = await failureOf(claimed)
      if (failure === undefined) {
        count('done')
        return await store.removeJob(db, claimed)
      }
      const isPermanent = failure instanceof PermanentFailure
      // The stop of the worker has interrupted the attempt, so the failure says nothing about the
      // job.
      if (aborter.signal.aborted && !isPermanent) return await store.giveBackJob(db, claimed)
      if (isPermanent || claimed.attempts >= maxAttempts) {
        count('given_up')
        log.warn({ ...context, err: failure }, 'a job failed for the last time')
        return await store.removeJob(db, claimed)
      }
      count('retried')
      log.warn({ ...context, err: failure }, 'a job failed and will be retried')
      await store.postponeJob(db, claimed, retryDelaySeconds(claimed.attempts))
    } catch (error) {
      log.warn({ ...context, err: error }, 'the result of a job could not be saved')
    }
  }

  async function failureOf(claimed: store.ClaimedJob): Promise<unknown> {
    const { id, sealed, attempts, createdAt: addedAt, ageMs } = claimed
    try {
      const signal = AbortSignal.any([aborter.signal, AbortSignal.timeout(attemptTimeoutMs)])
      // A claim that was on its way when the worker stopped may have got this job.
      signal.throwIfAborted()
      const work = () => perform({ id, work: queue.read(id, sealed), addedAt, ageMs }, signal)
      if (tracer === undefined) await work()
      else {
        const attributes = { 'foyer.job.queue': queue.name, 'foyer.job.attempt': attempts }
        await traced(tracer, `job ${queue.name}`, { kind: 'consumer', attributes }, work)
      }
      return undefined
    } catch (error) {
      return error ?? new Error('The job failed without an error.')
    }
  }

  const running = run()
  return {
    wake,
    async stop(timeoutMs) {
      isStopping = true
      wake()
      const timer = setTimeout(() => aborter.abort(), timeoutMs)
      await running
      await Promise.all(busy)
      clearTimeout(timer)
    },
  }
}
