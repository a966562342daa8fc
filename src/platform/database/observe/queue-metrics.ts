import type { Metrics } from '../../metrics/metrics.ts'
import type { FairQueue } from '../fair-queue.ts'

/** Registers the metrics of queues for the database, by name. */
export function measureQueues(metrics: Metrics, queues: Readonly<Record<string, FairQueue>>): void {
  const each = (read: (queue: FairQueue) => number) => () =>
    Object.entries(queues).map(([queue, of]) => [{ queue }, read(of)] as const)
  const labels = ['queue'] as const
  metrics.gauge({
    name: 'foyer_database_queue_turns',
    help: 'Transactions that wait for their turn.',
    labels,
    read: each(({ waiting }) => waiting),
  })
  metrics.gauge({
    name: 'foyer_database_queue_oldest_seconds',
    help: 'How long the oldest of them has waited.',
    labels,
    read: each(({ oldestWaitMs }) => oldestWaitMs / 1_000),
  })
  metrics.gauge({
    name: 'foyer_database_running_turns',
    help: 'Transactions that run now.',
    labels,
    read: each(({ running }) => running),
  })
  metrics.readCounter({
    name: 'foyer_database_queue_refusals_total',
    help: 'Transactions that were refused: the queue was full, or the turn would come or came late.',
    labels: ['queue', 'reason'],
    read: () =>
      Object.entries(queues).flatMap(([queue, { refused }]) =>
        Object.entries(refused).map(([reason, count]) => [{ queue, reason }, count] as const),
      ),
  })
  metrics.readHistogram({
    name: 'foyer_database_turn_wait_seconds',
    help: 'How long transactions waited for their turn.',
    labels,
    read: () => Object.entries(queues).map(([queue, { waitTimes }]) => [{ queue }, waitTimes]),
  })
  metrics.readHistogram({
    name: 'foyer_database_turn_duration_seconds',
    help: 'How long transactions took. The embedded database counts single statements, too.',
    labels,
    read: () => Object.entries(queues).map(([queue, { turnTimes }]) => [{ queue }, turnTimes]),
  })
}
