import type { Clock } from '../clock.ts'
import type { Chore, WorkerLog } from '../feature.ts'
import type { Metrics } from '../metrics/metrics.ts'

interface ChoreDeps {
  readonly clock: Clock
  readonly log: WorkerLog
  readonly metrics: Metrics
}

/**
 * Runs each chore at its interval. If it still runs then, it is not started a second time on this
 * instance.
 * @returns a function that stops all chores
 */
export function startChores(
  chores: readonly Chore[],
  { clock, log, metrics }: ChoreDeps,
): () => void {
  const startedAt = clock.now()
  const succeededAt = new Map(chores.map(({ name }) => [name, startedAt]))
  metrics.gauge({
    name: 'foyer_chore_last_success_timestamp_seconds',
    help: 'When a chore last succeeded on this instance, or the start of the instance.',
    labels: ['chore'],
    read: () => [...succeededAt].map(([chore, at]) => [{ chore }, at / 1_000]),
  })
  metrics.gauge({
    name: 'foyer_chore_interval_seconds',
    help: 'The interval of a chore.',
    labels: ['chore'],
    read: () => chores.map(({ name, everyMs }) => [{ chore: name }, everyMs / 1_000]),
  })
  const failures = metrics.counter({
    name: 'foyer_chore_failures_total',
    help: 'Failed runs of chores.',
    labels: ['chore'],
  })
  for (const { name } of chores) failures.of({ chore: name })
  const running = new Set<Chore>()
  const attempt = async (chore: Chore): Promise<void> => {
    if (running.has(chore)) return
    running.add(chore)
    const { name, run } = chore
    try {
      await run()
      succeededAt.set(name, clock.now())
    } catch (error) {
      failures.add({ chore: name })
      log.warn({ err: error, chore: name }, 'a chore failed')
    } finally {
      running.delete(chore)
    }
  }
  const timers = chores.map((chore) =>
    setInterval(() => void attempt(chore), chore.everyMs).unref(),
  )
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
