import { connect, type Socket } from 'node:net'

/** What to ask for, and for how long. */
export interface Load {
  readonly port: number
  readonly path: string
  /** Header lines of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

/*
 * Asks without pause, over connections that stay open, one request at a time on each. A process of its own, and it
 * reads no more of an answer than its status and where it ends: what it spends, the servers lack.
 */
process.on('message', (load: Load) => {
  ask(load).then(
    (answers) => process.send?.(answers),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

/** @returns how many answers came */
async function ask({ port, path, headers, connections, seconds }: Load): Promise<number> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  const end = performance.now() + seconds * 1_000
  const askers = Array.from({ length: connections }, () => askOver(connect(port), request, end))
  const counts = await Promise.all(askers)
  return counts.reduce((sum, count) => sum + count, 0)
}

/** @throws when an answer is no 200, or the connection is lost */
function askOver(socket: Socket, request: Buffer, end: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let answers = 0
  let received = Buffer.alloc(0)
  socket
    .setNoDelay()
    .on('error', reject)
    .on('close', () => reject(new Error('closed')))
  socket.on('connect', () => socket.write(request))
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    if (!isWhole(received)) return
    received = received.subarray(received.length)
    answers++
    if (performance.now() < end) {
      socket.write(request)
      return
    }
    resolve(answers)
    socket.destroy()
  })
  return promise
}

/** Whether the answer has come to its end (RFC 9112, 6.3): chunked, or of a known length. */
function isWhole(bytes: Buffer): boolean {
  const endOfHead = bytes.indexOf('\r\n\r\n')
  if (endOfHead < 0) return false
  const head = bytes.toString('latin1', 0, endOfHead)
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return bytes.toString('latin1', bytes.length - 7) === '\r\n0\r\n\r\n'
  return bytes.length === endOfHead + 4 + Number(length)
}
