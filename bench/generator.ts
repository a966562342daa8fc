import { connect, type Socket } from 'node:net'

/** The requests to send, and for how long. */
export interface Load {
  readonly port: number
  readonly path: string
  /** Header lines of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

/*
 * Sends requests without pause over open connections, one at a time on each. It is a separate
 * process, and reads only the status and the end of a response, so that it leaves processor time
 * for the servers.
 */
process.on('message', (load: Load) => {
  sendRequests(load).then(
    (responses) => process.send?.(responses),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

/** @returns the number of responses */
async function sendRequests({ port, path, headers, connections, seconds }: Load): Promise<number> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  const end = performance.now() + seconds * 1_000
  const loops = Array.from({ length: connections }, () =>
    sendRequestsOver(connect(port), request, end),
  )
  const counts = await Promise.all(loops)
  return counts.reduce((sum, count) => sum + count, 0)
}

/** @throws if a response is not 200, or the connection is lost */
function sendRequestsOver(socket: Socket, request: Buffer, end: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let responses = 0
  let received = Buffer.alloc(0)
  socket
    .setNoDelay()
    .on('error', reject)
    .on('close', () => reject(new Error('closed')))
  socket.on('connect', () => socket.write(request))
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    if (!isComplete(received)) return
    received = received.subarray(received.length)
    responses++
    if (performance.now() < end) {
      socket.write(request)
      return
    }
    resolve(responses)
    socket.destroy()
  })
  return promise
}

/** Whether the response is complete (RFC 9112, 6.3): chunked, or of a known length. */
function isComplete(bytes: Buffer): boolean {
  const endOfHead = bytes.indexOf('\r\n\r\n')
  if (endOfHead < 0) return false
  const head = bytes.toString('latin1', 0, endOfHead)
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return bytes.toString('latin1', bytes.length - 7) === '\r\n0\r\n\r\n'
  return bytes.length === endOfHead + 4 + Number(length)
}
