import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { closeAfterResponses } from '../http/load/request-queue.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Longer than any request takes with its body and its response, in milliseconds. */
const maxRequestMs = 15_000
/** How often idle connections are closed, in milliseconds. */
const sweepIntervalMs = 50

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
    const sweeping = setInterval(() => {
      server.closeIdleConnections()
      // For Node.js a connection without any request is not idle.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, sweepIntervalMs)
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
