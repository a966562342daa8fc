import type { Server, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { type OpenDatabase, ping } from '../database/db.ts'
import { type Exposition, openExposition } from '../metrics/exposition.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Lifecycle } from './lifecycle.ts'
import { nodeHttp } from './node-http.ts'

/** How long the database may take to answer the readiness probe, in milliseconds. */
const timeoutMs = 1_000

/** What the start opens after the probes. */
export interface Probed {
  db?: Pick<OpenDatabase, 'query' | 'readOnlyReason'>
}

/**
 * The probes, on a separate port. `/livez` responds with 200 while the process runs. `/readyz`
 * responds with 200 while the process should get requests, and with 503 during the start, while it
 * drains, and while the database does not respond. While the database only reads, it responds with
 * 200 and the reason. `/metrics` responds with the metrics, for Prometheus.
 */
export function createProbes(probed: Probed, lifecycle: Lifecycle, metrics: Metrics): Server {
  const exposition = openExposition(metrics)
  return nodeHttp.createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/metrics') return sendMetrics(await exposition(), response)
    const isKnown = path === '/livez' || path === '/readyz'
    const reason = path === '/readyz' ? await reasonNotReady(probed, lifecycle) : undefined
    const readOnly = path === '/readyz' ? probed.db?.readOnlyReason?.() : undefined
    const fine = readOnly === undefined ? 'ok' : `ok, but writes are refused: ${readOnly}`
    const status = isKnown ? (reason === undefined ? 200 : 503) : 404
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    response.end(`${isKnown ? (reason ?? fine) : 'not found'}\n`)
  })
}

async function sendMetrics(exposition: Exposition, response: ServerResponse): Promise<void> {
  const text = await exposition.read()
  response.writeHead(200, { 'Content-Type': exposition.contentType, 'Cache-Control': 'no-store' })
  response.end(text)
}

async function reasonNotReady({ db }: Probed, { phase }: Lifecycle): Promise<string | undefined> {
  if (phase !== 'ready' || db === undefined) return phase
  const answered = ping(db).then(
    () => true,
    () => false,
  )
  const inTime = await Promise.race([answered, after(timeoutMs, false, { ref: false })])
  return inTime ? undefined : 'the database does not answer'
}
