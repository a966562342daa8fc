import type { Queryable } from '../../platform/database/db.ts'
import { type Metrics, readTogether } from '../../platform/metrics/metrics.ts'
import * as store from './store.ts'

/** Registers the metrics of queues, by name. They are the same on every instance. */
export function measureQueues(metrics: Metrics, db: Queryable, queues: readonly string[]): void {
  const read = readTogether(() => store.measureBacklogs(db, queues))
  metrics.gauge({
    name: 'foyer_jobs_waiting',
    help: 'Jobs in the queue, with those that run and those that wait for a retry.',
    labels: ['queue'],
    read: async () => (await read()).map(({ queue, waiting }) => [{ queue }, waiting]),
  })
  metrics.gauge({
    name: 'foyer_jobs_oldest_due_seconds',
    help: 'For how long the job that waits longest has been due. 0 if none is due.',
    labels: ['queue'],
    read: async () => (await read()).map(({ queue, dueSeconds }) => [{ queue }, dueSeconds]),
  })
}
