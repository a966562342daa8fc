import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lifecycle } from './lifecycle.ts'

/** The longest that a request takes, its body and its answer together, in milliseconds, and some more. */
const longest = 15_000
/** How often connections that have become idle are closed, in milliseconds. */
const sweep = 50

/**
 * Makes what takes a server out of service without failing a request: not ready at once, for `delay` milliseconds
 * still taking requests (until whoever balances load has seen it), then no new connection, and each one
 * there is closed once it is idle, or at last by force. It resolves when the last one is gone. All answers from its beginning on
 * ask their clients to connect anew, elsewhere. To be made before the server takes requests.
 */
export function createDrain(
  server: Server,
  lifecycle: Lifecycle,
): (delay: number) => Promise<void> {
  const sockets = new Set<Socket>()
  const unanswered = new Set<ServerResponse>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, response) => {
    if (lifecycle.phase === 'draining') response.setHeader('Connection', 'close')
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })
  return async (delay) => {
    lifecycle.phase = 'draining'
    for (const response of unanswered)
      if (!response.headersSent) response.setHeader('Connection', 'close')
    await pause(delay)
    const sweeping = setInterval(() => {
      server.closeIdleConnections()
      // Node does not call those idle that have never been used.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, sweep)
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, longest)
    await new Promise((closed) => server.close(closed))
    clearInterval(sweeping)
    clearTimeout(cut)
  }
}
