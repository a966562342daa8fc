import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { closeAfterResponses } from '../http/load/request-queue.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Longer than any request takes with its body and its response, in milliseconds. */
const maxRequestMs = 15_000
/** How often idle connections are closed, in milliseconds. */
const sweepIntervalMs = 50
/** A turn of the event loop that is longer has done other work, in milliseconds. */
const quickTurnMs = 1
/** How many turns the server waits for a quick one. */
const maxTurns = 100

/**
 * Makes the function that takes a server out of service without failing a request. The server stops
 * being ready at once. For `delayMs` it still accepts requests, until the load balancer has
 * noticed. Then it accepts no new connection, closes each open one when it is idle, and after 15 s
 * closes the rest by force. The function resolves when the last connection is closed. From its
 * start on, all responses ask clients to open a new connection. Call `createDrain` before the
 * server accepts requests.
 */
export function createDrain(
  server: Server,
  lifecycle: Lifecycle,
): (delayMs: number) => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (_request, response) => {
    if (lifecycle.phase === 'draining') response.setHeader('Connection', 'close')
  })
  return async (delayMs) => {
    lifecycle.phase = 'draining'
    for (const socket of connections) closeAfterResponses(socket)
    await pause(delayMs)
    await quickTurn()
    const sweep = () => {
      server.closeIdleConnections()
      // For Node.js a connection without any request is not idle.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }
    // The event loop reads what has arrived after timers, and before `setImmediate`.
    const sweeping = setInterval(() => setImmediate(sweep), sweepIntervalMs)
    const forceTimer = setTimeout(() => {
      for (const socket of connections) socket.destroy()
    }, maxRequestMs)
    // The HTTP server's own `close` would also stop its time-outs, and a half-sent request would
    // delay the end.
    await new Promise((closed) => NetServer.prototype.close.call(server, closed))
    clearInterval(sweeping)
    clearTimeout(forceTimer)
  }
}

/**
 * Waits until the server has just accepted all connections. The system accepts connections by
 * itself, and resets those that the server has not taken over when it stops listening. Their
 * requests would fail, and proxies do not repeat a POST or PATCH.
 */
async function quickTurn(): Promise<void> {
  for (let turns = 0; turns < maxTurns; turns++) {
    const start = performance.now()
    await nextTurn()
    if (performance.now() - start < quickTurnMs) return
  }
}
