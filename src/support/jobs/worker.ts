import type { Database } from '../../platform/database/db.ts'
import type { Queue } from './jobs.ts'
import * as store from './store.ts'

/** A job as it is given to who does it. */
export interface Job<T> {
  /** The same at every attempt. */
  readonly id: string
  readonly work: T
  /** When it was added, in milliseconds since the epoch. */
  readonly added: number
}

/** Thrown where no further attempt can help: the job is given up at once. */
export class PermanentFailure extends Error {
  override name = 'Hopeless'
}

/** What a log must do. Nothing of what jobs are about is told to it. */
export interface Log {
  warn(details: object, message: string): void
}

export interface WorkerDeps<T> {
  readonly db: Database
  readonly queue: Queue<T>
  readonly log: Log
  /**
   * Does a job, in less than `lease` seconds; whoever dies meanwhile leaves it to others, who do it again.
   * @param signal aborts when there is no more time
   */
  perform(job: Job<T>, signal: AbortSignal): Promise<void>
}

export interface Worker {
  /** Looks now whether there is something to do. */
  wake(): void
  /** Takes nothing more, and waits for what is being done, `timeoutMs` milliseconds at most. */
  stop(timeoutMs: number): Promise<void>
}

/** How many jobs an instance does at once. */
const places = 4
/** How often to look for jobs to be tried again; of new ones instances hear at once. */
const pollEveryMs = 5_000
/** Longer than any attempt takes, in seconds. */
const lease = 120
/** How long one attempt may take. */
const attemptTimeoutMs = 60_000

/** A job that fails ten times in about twenty hours is given up. */
const mostAttempts = 10
const firstWaitSeconds = 15
const longestWaitSeconds = 8 * 60 * 60

/** Seconds to wait after so many attempts: three times longer each time, a quarter more or less. */
export const waitAfter = (attempts: number, random = Math.random()): number =>
  Math.min(firstWaitSeconds * 3 ** (attempts - 1), longestWaitSeconds) * (0.75 + random / 2)

/**
 * Does the jobs of a queue, at least once each, as they become due. Any number of workers share a queue. Of failures
 * the log is told the kind and the number, never what the job was about.
 */
export function startWorker<T>({ db, queue, log, perform }: WorkerDeps<T>): Worker {
  const busy = new Set<Promise<void>>()
  const cut = new AbortController()
  const { wake, untilWoken } = alarm()
  let stopped = false
  let isAway = false

  async function tend(): Promise<void> {
    while (!stopped) {
      const taken = await take()
      for (const job of taken) {
        const done = attempt(job).finally(() => {
          busy.delete(done)
          wake()
        })
        busy.add(done)
      }
      if (taken.length === 0 || busy.size === places) await untilWoken(pollEveryMs)
    }
  }

  async function take(): Promise<store.TakenJob[]> {
    if (busy.size === places) return []
    try {
      const taken = await store.takeJobs(db, queue.name, places - busy.size, lease)
      isAway = false
      return taken
    } catch (error) {
      // Once, however long it takes until the database is back.
      if (!isAway) log.warn({ err: error, queue: queue.name }, 'cannot fetch jobs')
      isAway = true
      return []
    }
  }

  /** Never fails: what cannot be written down is done again when its lease is over. */
  async function attempt(taken: store.TakenJob): Promise<void> {
    const told = { queue: queue.name, job: taken.id, attempt: taken.attempts }
    try {
      const failure = await failureOf(taken)
      if (failure === undefined) return await store.removeJob(db, taken)
      if (failure instanceof PermanentFailure || taken.attempts >= mostAttempts) {
        log.warn({ ...told, err: failure }, 'a job failed for the last time')
        return await store.removeJob(db, taken)
      }
      log.warn({ ...told, err: failure }, 'a job failed and will be retried')
      await store.postponeJob(db, taken, waitAfter(taken.attempts))
    } catch (error) {
      log.warn({ ...told, err: error }, 'the result of a job could not be saved')
    }
  }

  async function failureOf({ id, sealed, created }: store.TakenJob): Promise<unknown> {
    try {
      const signal = AbortSignal.any([cut.signal, AbortSignal.timeout(attemptTimeoutMs)])
      await perform({ id, work: queue.read(id, sealed), added: created }, signal)
      return undefined
    } catch (error) {
      return error ?? new Error('The job failed without an error.')
    }
  }

  const tending = tend()
  return {
    wake,
    async stop(timeoutMs) {
      stopped = true
      wake()
      const timer = setTimeout(() => cut.abort(), timeoutMs)
      await tending
      await Promise.all(busy)
      clearTimeout(timer)
    },
  }
}

/** A sleep that others can end, also just before it begins. */
function alarm() {
  let isWoken = false
  let end = () => {}
  return {
    wake() {
      isWoken = true
      end()
    },
    async untilWoken(longest: number): Promise<void> {
      if (!isWoken) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          end = resolve
          timer = setTimeout(resolve, longest)
        })
        clearTimeout(timer)
      }
      isWoken = false
    },
  }
}
