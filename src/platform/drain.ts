import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lifecycle } from './lifecycle.ts'

/** The longest that a request takes, its body and its answer together, in milliseconds, and some more. */
const longest = 15_000
/** How often connections that have become idle are closed, in milliseconds. */
const sweep = 50

/**
 * Makes what takes a server out of service without failing a request: not ready at once, for `delay` milliseconds
 * still taking requests (until whoever balances load has seen it), then no new connection, and each one
 * there is closed once it is idle, or at last by force. It resolves when the last one is gone. All responses from its beginning on
 * ask their clients to connect anew, elsewhere. To be made before the server takes requests.
 */
export function createDrain(
  server: Server,
  lifecycle: Lifecycle,
): (delay: number) => Promise<void> {
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
  return async (delay) => {
    lifecycle.phase = 'draining'
    for (const unanswered of connections.values())
      for (const response of unanswered)
        if (!response.headersSent) response.setHeader('Connection', 'close')
    await pause(delay)
    const sweeping = setInterval(() => {
      server.closeIdleConnections()
      // Node does not call those idle that have never been used.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    }, sweep)
    const cut = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy()
    }, longest)
    // The HTTP server's own `close` would also end its time-outs, and a half-sent request would hold everything up.
    await new Promise((closed) => NetServer.prototype.close.call(server, closed))
    clearInterval(sweeping)
    clearTimeout(cut)
  }
}
