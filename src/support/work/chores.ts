import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/db.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Chore, Worker } from '../../platform/process/work.ts'
import type { Log } from './engine.ts'
import * as store from './store.ts'
import { addJob } from './work.ts'

export interface ChoreDeps {
  readonly db: Queryable
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** The chores of an instance. */
export interface Chores {
  /** Performs those that one instance does at a time. */
  readonly worker: Worker
  /** Starts those that each instance does. @returns a function that stops them */
  start(): () => void
}

const queue = 'chores'

/**
 * How long a chore waits that this instance does not know, in seconds. An instance of another
 * version may know it.
 */
const unknownSeconds = 60

/**
 * Makes the worker of the chores. Each chore is a job with its name as the key, and makes itself due
 * again. A chore that fails is due again after its interval, too.
 */
export function openChores(all: readonly Chore[], deps: ChoreDeps): Chores {
  const { db, log } = deps
  const local = all.filter(({ onEachInstance }) => onEachInstance)
  const shared = all.filter(({ onEachInstance }) => !onEachInstance)
  const { succeeded, failed } = measure(shared, local, deps)
  const failing = new Set<Chore>()
  const attempt = async (chore: Chore): Promise<boolean> => {
    const { name, run, onEachInstance } = chore
    try {
      await run()
      succeeded(name)
      failing.delete(chore)
      return true
    } catch (error) {
      failed(name)
      // Such a chore may run twice a second, and fails while the database is unavailable.
      if (!onEachInstance || !failing.has(chore))
        log.warn({ err: error, chore: name }, 'a chore failed')
      failing.add(chore)
      return false
    }
  }
  return {
    worker: {
      queue,
      atOnce: Math.max(1, shared.length),
      retriesAtOnce: Math.max(1, shared.length),
      hostShare: 1,
      retry: { firstSeconds: 60, factor: 1, maxSeconds: 60, maxAttempts: Number.POSITIVE_INFINITY },
      async begin() {
        for (const { name, everyMs } of shared)
          await addJob(db, { queue, key: name, host: name, inSeconds: everyMs / 1_000 })
      },
      async perform({ key, attempts }, { signal }) {
        const chore = shared.find(({ name }) => name === key)
        if (chore === undefined) return { inSeconds: unknownSeconds }
        const isDone = await untilAborted(signal, attempt(chore))
        return { inSeconds: chore.everyMs / 1_000, attempts: isDone ? 0 : attempts + 1 }
      },
    },
    start() {
      const running = new Set<Chore>()
      const timers = local.map((chore) =>
        setInterval(() => {
          if (running.has(chore)) return
          running.add(chore)
          void attempt(chore).finally(() => running.delete(chore))
        }, chore.everyMs).unref(),
      )
      return () => {
        for (const timer of timers) clearInterval(timer)
      }
    },
  }
}

/** Waits for work, or until the signal aborts. Then it rejects, and the work goes on. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function measure(
  shared: readonly Chore[],
  local: readonly Chore[],
  { db, clock, metrics }: ChoreDeps,
) {
  const startedAt = clock.now()
  const locallyAt = new Map(local.map(({ name }) => [name, startedAt]))
  metrics.gauge({
    name: 'foyer_chore_last_success_timestamp_seconds',
    help: 'When a chore last succeeded, or was first due. The same on every instance, but for chores that each instance does.',
    labels: ['chore'],
    read: async () => {
      const added = await store.listAdded(db, queue)
      return [
        ...added
          .filter(({ key }) => shared.some(({ name }) => name === key))
          .map(({ key, at }) => [{ chore: key }, at] as const),
        ...[...locallyAt].map(([chore, at]) => [{ chore }, at / 1_000] as const),
      ]
    },
  })
  const all = [...shared, ...local]
  metrics.gauge({
    name: 'foyer_chore_interval_seconds',
    help: 'The interval of a chore.',
    labels: ['chore'],
    read: () => all.map(({ name, everyMs }) => [{ chore: name }, everyMs / 1_000]),
  })
  const failures = metrics.counter({
    name: 'foyer_chore_failures_total',
    help: 'Failed runs of chores.',
    labels: ['chore'],
  })
  for (const { name } of all) failures.of({ chore: name })
  return {
    succeeded: (name: string): void => {
      if (locallyAt.has(name)) locallyAt.set(name, clock.now())
    },
    failed: (chore: string): void => failures.add({ chore }),
  }
}
