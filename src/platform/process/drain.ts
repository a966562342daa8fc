import type { Server } from 'node:http'
import { Server as NetServer, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { closeAfterResponses, queueOf } from '../http/load/request-queue.ts'
import type { Lifecycle } from './lifecycle.ts'

/**
 * Longer than a request takes with its body and its response, in milliseconds, unless the client
 * reads slowly.
 */
const maxRequestMs = 15_000
/** The longest drain with its delay, in milliseconds. The rest of the stop needs some time, too. */
const maxDrainMs = 20_000
/** How often idle connections are closed, in milliseconds. */
const sweepIntervalMs = 50
/** A turn of the event loop that is longer has done other work, in milliseconds. */
const quickTurnMs = 1
/** How long a drain waits for quick turns of a busy event loop, in milliseconds. */
const maxWaitMs = 1_000

/**
 * Makes the function that takes a server out of service without failing a request. The server stops
 * being ready at once. For `delayMs` it still accepts requests, until the load balancer has
 * noticed. Then it accepts no new connection, closes each open one when it is idle, and after 15 s
 * closes the rest by force. After a delay of more than 5 s it closes them earlier, so that the
 * delay and the rest take about 20 s. The function resolves when the last connection is closed.
 * From its start on, all responses ask clients to open a new connection. Call `createDrain` before
 * the server accepts requests.
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
    const end = performance.now() + maxDrainMs
    lifecycle.phase = 'draining'
    for (const socket of connections) closeAfterResponses(socket)
    await pause(delayMs)
    await acceptWaiting(server)
    const sweep = async () => {
      await quickTurn(performance.now() + maxWaitMs)
      // For Node.js a connection is idle as soon as `end` of its last response was called.
      const answering = [...connections].filter((socket) => queueOf(socket)?.isAnswering)
      for (const socket of answering) socket.destroy = () => socket
      server.closeIdleConnections()
      for (const socket of answering) socket.destroy = Socket.prototype.destroy
      // For Node.js a connection without any request is not idle.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }
    const sweeping = setInterval(sweep, sweepIntervalMs)
    const forceTimer = setTimeout(
      () => {
        for (const socket of connections) socket.destroy()
      },
      Math.min(maxRequestMs, end - performance.now()),
    )
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
 * requests would fail, and proxies do not repeat a POST or PATCH. The server takes over one
 * connection in each turn of the event loop.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  const end = performance.now() + maxWaitMs
  let before: number
  do {
    before = accepted
    await quickTurn(end)
  } while (accepted > before && performance.now() < end)
  server.off('connection', count)
}

/**
 * Waits until this process has just read all data that has arrived, or until the time `end`. The
 * event loop reads data after timers, and before `setImmediate`. If a turn takes long, more data
 * may have arrived since, and the next turn reads it.
 */
async function quickTurn(end: number): Promise<void> {
  for (let start = performance.now(); start < end; start = performance.now()) {
    await nextTurn()
    if (performance.now() - start < quickTurnMs) return
  }
}
