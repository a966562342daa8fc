import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lifecycle } from './lifecycle.ts'

/** The longest that a request takes, its body and its answer together, in milliseconds, and some more. */
const maxRequestMs = 15_000
/** How often connections that have become idle are closed, in milliseconds. */
const sweepIntervalMs = 50

/**
 * Makes the function that takes a server out of service without failing a request. The server is not ready at once. For
 * `delayMs` it still takes requests, until the load balancer has noticed. Then it takes no new connection,
 * and closes each open one when it is idle, or in the end by force. The function resolves when the last connection is
 * gone. All responses from its start on ask their clients to connect again, elsewhere. Call this before the server
 * takes requests.
 */
export function createDrain(
  server: Server,
  lifecycle: Lifecycle,
): (delayMs: number) => Promise<void> {
  /** Every connection, with its responses that are not sent yet. */
  const connections = new Map<Socket, Set<ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (lifecycle.phase === 'draining') response.setHeader('Connection', 'close')
    const unanswered = connections.get(socket)
    unanswered?.add(response)
    response.once('close', () => unanswered?.delete(response))
  })
  return async (delayMs) => {
    lifecycle.phase = 'draining'
    for (const unanswered of connections.values())
      for (const response of unanswered)
        if (!response.headersSent) response.setHeader('Connection', 'close')
    await pause(delayMs)
    const sweeping = setInterval(() => {
      server.closeIdleConnections()
      // Node does not call those idle that have never been used.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    }, sweepIntervalMs)
    const cut = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy()
    }, maxRequestMs)
    // The HTTP server's own `close` would also stop its time-outs, and a half-sent request would delay the end.
    await new Promise((closed) => NetServer.prototype.close.call(server, closed))
    clearInterval(sweeping)
    clearTimeout(cut)
  }
}
