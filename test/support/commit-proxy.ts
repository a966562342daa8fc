import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy in front of PostgreSQL that loses responses to COMMIT: the server has committed, and the
 * connection breaks before the client gets the response.
 */
export class CommitProxy {
  /** How many responses to lose from now on. */
  toLose = 0
  /** How many responses were lost. */
  lost = 0
  /** How many responses to keep back from now on. Their connections stay open. */
  toKeep = 0
  #isAway = false
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(port: number) {
    this.#server = createServer((client) => this.#join(client, connect(port, '127.0.0.1')))
  }

  /** Starts a proxy for a server on a port of loopback. */
  static async start(port: number): Promise<CommitProxy> {
    const proxy = new CommitProxy(port)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** Breaks all connections, and new ones until `isAway` is false again. */
  set isAway(isAway: boolean) {
    this.#isAway = isAway
    if (isAway) for (const socket of this.#sockets) socket.destroy()
  }

  stop(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(client: Socket, server: Socket): void {
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      this.#sockets.add(socket.setNoDelay(true).on('error', end))
      socket.on('close', () => {
        this.#sockets.delete(socket)
        end()
      })
    }
    if (this.#isAway) end()
    client.pipe(server)
    let pending = Buffer.alloc(0)
    server.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk])
      const { length, hasCommit } = wholeMessages(pending)
      if (hasCommit && this.toLose > 0) {
        this.toLose--
        this.lost++
        end()
        return
      }
      if (hasCommit && this.toKeep > 0) {
        this.toKeep--
        return
      }
      client.write(pending.subarray(0, length))
      pending = pending.subarray(length)
    })
  }
}

/** Finds the whole messages of the server in some bytes (PostgreSQL, 55.7). */
function wholeMessages(bytes: Buffer): { length: number; hasCommit: boolean } {
  let length = 0
  let hasCommit = false
  while (bytes.length >= length + 5) {
    const end = length + 1 + bytes.readInt32BE(length + 1)
    if (bytes.length < end) break
    const isCompletion = bytes[length] === 'C'.charCodeAt(0)
    hasCommit ||= isCompletion && bytes.toString('latin1', length + 5, end) === 'COMMIT\0'
    length = end
  }
  return { length, hasCommit }
}
