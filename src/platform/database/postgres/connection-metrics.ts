import type { Metrics } from '../../metrics/metrics.ts'
import type { PipelinePool } from './pipeline-pool.ts'
import type { Transactions } from './transactions.ts'

/** Registers the metrics of connections: those for single statements, and each pool's. */
export function measureConnections(
  metrics: Metrics,
  lanes: PipelinePool,
  pools: Readonly<Record<string, Transactions>>,
): void {
  const each = (read: (pool: Transactions) => number) =>
    Object.entries(pools).map(([pool, of]) => [{ pool }, read(of)] as const)
  const labels = ['pool'] as const
  metrics.gauge({
    name: 'foyer_database_connections_max',
    help: 'The most connections of each pool. Statements share theirs (pipelining).',
    labels,
    read: () => [
      [{ pool: 'statements' }, lanes.state.max],
      ...each(({ connections }) => connections.max),
    ],
  })
  metrics.gauge({
    name: 'foyer_database_connections',
    help: 'Open connections of each pool.',
    labels,
    read: () => [
      [{ pool: 'statements' }, lanes.state.open],
      ...each(({ connections }) => connections.open),
    ],
  })
  metrics.gauge({
    name: 'foyer_database_connections_busy',
    help: 'Connections that run a transaction now.',
    labels,
    read: () => each(({ connections }) => connections.busy),
  })
  metrics.gauge({
    name: 'foyer_database_backends_left',
    help: 'Connections that were given up and may still occupy the server. They count as connections.',
    read: () => lanes.backends.count,
  })
  metrics.gauge({
    name: 'foyer_database_writes_refused',
    help: 'Whether writes are refused (1) because PostgreSQL cannot commit them.',
    labels: ['reason'],
    read: () => [[{ reason: 'synchronous_standby' }, lanes.backends.reason === undefined ? 0 : 1]],
  })
  metrics.gauge({
    name: 'foyer_database_pipelined_statements',
    help: 'Single statements that are sent and have no result yet.',
    read: () => lanes.state.inFlight,
  })
}
