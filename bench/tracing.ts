import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compareReads } from './compare-reads.ts'

/**
 * What traces cost: `GET /addresses` of a service that sends a share of its traces and all lines of
 * its log to a collector, beside one without a collector. The share is an argument, 1 by default.
 * With `OTEL_LOGS_EXPORTER=none` it sends no lines.
 * There is no bound: an operator chooses the share. The collector runs on the same machine, in this
 * process, and drops what it gets.
 */
const share = process.argv[2] ?? '1'
const collector = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(200).end('{}'))
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', () => resolve()))
const { port } = collector.address() as AddressInfo
await compareReads(
  `${share} of the traces`,
  {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: share,
      OTEL_LOGS_EXPORTER: process.env.OTEL_LOGS_EXPORTER ?? 'otlp',
    },
  },
  { env: {} },
  { rounds: 5, minRatio: 0 },
)
collector.close()
collector.closeAllConnections()
