import type { Database } from '../../platform/database/db.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Again, Worker } from '../../platform/process/work.ts'
import { type Tracer, traced } from '../../platform/telemetry/tracer.ts'
import * as store from './store.ts'
import { PermanentFailure, retryDelaySeconds } from './work.ts'

/** The logger of the engine. It never receives the content of jobs. */
export interface Log {
  warn(details: object, message: string): void
}

export interface WorkDeps {
  readonly db: Database
  readonly workers: readonly Worker[]
  readonly log: Log
  readonly metrics?: Metrics | undefined
  readonly tracer?: Tracer | undefined
}

export interface RunningWork {
  /** Checks for due jobs now. */
  wake(): void
  /**
   * Claims no more jobs, and waits for the running ones, at most `timeoutMs` milliseconds. Then
   * aborts them. Those are due again at once, and the attempt does not count.
   */
  stop(timeoutMs: number): Promise<void>
}

/** First attempts at the jobs of a queue, or retries. */
interface Lane {
  readonly worker: Worker
  readonly isRetry: boolean
  /**
   * A claim looks at the first 1,000 hosts in the order of their names. If there are more, the next
   * claim begins after this host; else it is empty.
   */
  after: string
}

const maxPerClaim = 16
/** How many hosts a claim looks at. The next one begins after them. */
const maxHostsPerClaim = 1_000
/**
 * How long a claim lasts. It is renewed while the job is performed. If an instance dies, another one
 * takes over after this time.
 */
const leaseSeconds = 6
const renewEveryMs = 2_000
/**
 * The interval of the checks for due jobs, in milliseconds: retries, and new ones whose notification
 * was lost.
 */
const pollIntervalMs = 2_000

/** How an attempt at a job ends, for the metric. */
const outcomes = ['done', 'retried', 'given_up'] as const

/**
 * Performs the jobs of some queues as they become due, at least once each. Any number of instances
 * share the work. The log shows the queue and the number of failures, never the content of a job.
 */
export function startWork({ db, workers, log, metrics, tracer }: WorkDeps): RunningWork {
  const ended = metrics?.counter({
    name: 'foyer_job_attempts_total',
    help: 'Attempts at jobs, such as sending an email: done, retried later, or given up.',
    labels: ['queue', 'outcome'],
  })
  const count = (queue: string, outcome: (typeof outcomes)[number]) =>
    ended?.add({ queue, outcome })
  for (const { queue } of workers) for (const outcome of outcomes) ended?.of({ queue, outcome })
  const lanes: readonly Lane[] = workers.flatMap((worker) =>
    [false, true].map((isRetry) => ({ worker, isRetry, after: '' })),
  )
  const queues = workers.map(({ queue }) => queue)
  const busy = new Map<store.ClaimedJob, Promise<void>>()
  const aborter = new AbortController()
  const { wake, sleep } = interruptibleSleep()
  const toBegin = new Set(workers.filter(({ begin }) => begin !== undefined))
  let isStopping = false
  let isUnavailable = false

  async function run(): Promise<void> {
    while (!isStopping) {
      let hasMore = false
      const due = await whileAvailable(listDue, [])
      for (const lane of lanes)
        if (!isStopping && due.includes(lane.worker.queue)) hasMore = (await take(lane)) || hasMore
      if (!hasMore) await sleep(pollIntervalMs)
    }
  }

  async function listDue(): Promise<string[]> {
    for (const worker of toBegin) {
      await worker.begin?.()
      toBegin.delete(worker)
    }
    return store.listDueQueues(db, queues)
  }

  /** Logs once that the database cannot be used, not at every check until it is back. */
  async function whileAvailable<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      const answer = await ask()
      isUnavailable = false
      return answer
    } catch (error) {
      if (!isUnavailable) log.warn({ err: error }, 'cannot fetch jobs')
      isUnavailable = true
      return otherwise
    }
  }

  /**
   * Claims due jobs, and begins to perform them. If none of the first hosts has a job to claim, it
   * looks at the next ones.
   * @returns whether more may be due in this lane
   */
  async function take(lane: Lane): Promise<boolean> {
    const { worker, isRetry } = lane
    const all = [...busy.keys()].filter(({ queue }) => queue === worker.queue)
    const running = isRetry ? all.filter(({ attempts }) => attempts > 0) : all
    const most = isRetry ? worker.retriesAtOnce : worker.atOnce
    const free = Math.min(worker.atOnce - all.length, most - running.length)
    const limit = Math.min(maxPerClaim, Math.ceil(free * worker.hostShare))
    if (limit <= 0) return false
    const wanted = {
      queue: worker.queue,
      isRetry,
      limit,
      free,
      share: worker.hostShare,
      running: running.map(({ host }) => host),
      maxHosts: maxHostsPerClaim,
      leaseSeconds,
    }
    for (;;) {
      const { after } = lane
      const { jobs, last } = await whileAvailable(() => store.claimJobs(db, { ...wanted, after }), {
        jobs: [],
        last: null,
      })
      lane.after = isUnavailable ? after : (last ?? '')
      for (const job of jobs) {
        const done = attempt(worker, job).finally(() => {
          busy.delete(job)
          wake()
        })
        busy.set(job, done)
      }
      const hasMoreHosts = lane.after !== ''
      if (jobs.length > 0) return jobs.length === limit || hasMoreHosts
      if (!hasMoreHosts || isUnavailable || isStopping) return false
    }
  }

  /**
   * Performs a job once, and saves the result. Never rejects: a job whose result cannot be saved is
   * performed again when its lease ends.
   */
  async function attempt(worker: Worker, job: store.ClaimedJob): Promise<void> {
    const { queue, attempts: failed } = job
    // Any job may be running when an instance ends. A job for which that happens twice in a row may
    // be the cause, so it waits for its retry, unless somebody has asked for it since.
    const isSuspect = job.isAbandoned && failed > 1 && !job.isUrgent
    const attempts = isSuspect ? failed : failed + 1
    const context = { queue, job: job.id, attempt: attempts }
    try {
      const result = isSuspect
        ? { error: new Error('The instance that performed this job has ended.') }
        : await resultOf(worker, job)
      if (!('error' in result)) {
        const { again } = result
        count(queue, again?.attempts ? 'retried' : 'done')
        return await (again === undefined
          ? store.endJob(db, job)
          : store.postponeJob(db, job, again))
      }
      const { error } = result
      const isPermanent = error instanceof PermanentFailure
      // The stop has interrupted the attempt, so the failure says nothing about the job.
      if (aborter.signal.aborted && !isPermanent)
        return await store.postponeJob(db, job, { inSeconds: 0, attempts: failed })
      if (isPermanent || attempts >= worker.retry.maxAttempts) {
        count(queue, 'given_up')
        log.warn({ ...context, err: error }, 'a job failed for the last time')
        return await store.endJob(db, job)
      }
      count(queue, 'retried')
      log.warn({ ...context, err: error }, 'a job failed and will be retried')
      const inSeconds = retryDelaySeconds(worker.retry, attempts)
      await store.postponeJob(db, job, { inSeconds, attempts })
    } catch (error) {
      log.warn({ ...context, err: error }, 'the result of a job could not be saved')
    }
  }

  async function resultOf(
    worker: Worker,
    job: store.ClaimedJob,
  ): Promise<{ again: Again | undefined } | { error: unknown }> {
    try {
      const { queue, timeoutMs } = worker
      const signal =
        timeoutMs === undefined
          ? aborter.signal
          : AbortSignal.any([aborter.signal, AbortSignal.timeout(timeoutMs)])
      // A claim that was on its way when the instance stopped may have got this job.
      signal.throwIfAborted()
      const perform = () => worker.perform(job, { signal, isStopping: () => isStopping })
      if (tracer === undefined) return { again: await perform() }
      const attributes = { 'foyer.job.queue': queue, 'foyer.job.attempt': job.attempts + 1 }
      const again = await traced(tracer, `job ${queue}`, { kind: 'consumer', attributes }, perform)
      return { again }
    } catch (error) {
      return { error }
    }
  }

  const renewal = setInterval(() => {
    if (busy.size > 0) store.renewLeases(db, [...busy.keys()], leaseSeconds).catch(() => {})
  }, renewEveryMs).unref()
  const running = run()
  return {
    wake,
    async stop(timeoutMs) {
      isStopping = true
      wake()
      const timer = setTimeout(() => aborter.abort(), timeoutMs)
      await running
      await Promise.all(busy.values())
      clearTimeout(timer)
      clearInterval(renewal)
      for (const { close } of workers) close?.()
    },
  }
}

/** Creates a sleep that `wake` ends, also if `wake` is called just before the sleep begins. */
function interruptibleSleep() {
  let isWoken = false
  let end = () => {}
  return {
    wake() {
      isWoken = true
      end()
    },
    async sleep(timeoutMs: number): Promise<void> {
      if (!isWoken) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          end = resolve
          timer = setTimeout(resolve, timeoutMs)
        })
        clearTimeout(timer)
      }
      isWoken = false
    },
  }
}
