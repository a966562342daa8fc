import { fileURLToPath } from 'node:url'
import { freePort } from '../test/support/foyer.ts'
import { compareReads } from './compare-reads.ts'

/** Compares a service whose metrics are read every second with one that measures nothing. */
const probePort = await freePort()
const withoutMetrics = fileURLToPath(new URL('./without-metrics.ts', import.meta.url))
await compareReads(
  'metrics',
  { env: { PROBE_PORT: String(probePort) }, probePort },
  { env: {}, execArgv: ['--import', withoutMetrics] },
)
