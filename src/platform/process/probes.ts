import { createServer, type Server } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { type Database, ping } from '../database/db.ts'
import type { Lifecycle } from './lifecycle.ts'

/** How long the database may take to answer the readiness probe, in milliseconds. */
const timeoutMs = 1_000

/**
 * The probes, on a port of their own: `/livez` is 200 while the process runs, `/readyz` while it should be sent
 * requests, which is not before it is up, not while it drains, and not while the database is away.
 */
export function createProbes(db: Database, lifecycle: Lifecycle): Server {
  return createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    const known = path === '/livez' || path === '/readyz'
    const reason = path === '/readyz' ? await reasonNotReady(db, lifecycle) : undefined
    const status = known ? (reason === undefined ? 200 : 503) : 404
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    response.end(`${known ? (reason ?? 'ok') : 'not found'}\n`)
  })
}

async function reasonNotReady(db: Database, { phase }: Lifecycle): Promise<string | undefined> {
  if (phase !== 'ready') return phase
  const answered = ping(db).then(
    () => true,
    () => false,
  )
  const inTime = await Promise.race([answered, after(timeoutMs, false, { ref: false })])
  return inTime ? undefined : 'the database does not answer'
}
