import type { Server, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { type Database, ping } from '../database/db.ts'
import { type Exposition, openExposition } from '../metrics/exposition.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Lifecycle } from './lifecycle.ts'
import { nodeHttp } from './node-http.ts'
import type { Pressure } from './pressure.ts'

/** How long the database may take to answer the readiness probe, in milliseconds. */
const timeoutMs = 1_000

/**
 * The probes, on a separate port. `/livez` responds with 200 while the process runs. `/readyz`
 * responds with 200 while the process should get requests, and with 503 during the start, while it
 * drains, while the database does not respond, and while the process is overloaded. `/metrics`
 * responds with the metrics, for Prometheus.
 */
export function createProbes(
  db: Database,
  lifecycle: Lifecycle,
  metrics: Metrics,
  pressure?: Pressure,
): Server {
  const exposition = openExposition(metrics)
  return nodeHttp.createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/metrics') return sendMetrics(await exposition(), response)
    const isKnown = path === '/livez' || path === '/readyz'
    const reason = path === '/readyz' ? await reasonNotReady(db, lifecycle, pressure) : undefined
    const status = isKnown ? (reason === undefined ? 200 : 503) : 404
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    response.end(`${isKnown ? (reason ?? 'ok') : 'not found'}\n`)
  })
}

async function sendMetrics(exposition: Exposition, response: ServerResponse): Promise<void> {
  const text = await exposition.read()
  response.writeHead(200, { 'Content-Type': exposition.contentType, 'Cache-Control': 'no-store' })
  response.end(text)
}

async function reasonNotReady(
  db: Database,
  { phase }: Lifecycle,
  pressure: Pressure | undefined,
): Promise<string | undefined> {
  if (phase !== 'ready') return phase
  const answered = ping(db).then(
    () => true,
    () => false,
  )
  const inTime = await Promise.race([answered, after(timeoutMs, false, { ref: false })])
  if (inTime) return pressure?.reason
  // Writes wait for the database, and not because there are too many of them.
  pressure?.reset()
  return 'the database does not answer'
}
