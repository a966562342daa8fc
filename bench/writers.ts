import { connect, type Socket } from 'node:net'

/** A user whose address is changed. */
export interface Writer {
  readonly token: string
  readonly addressId: number
}

/**
 * The writes to send, for how long, and at which pace: a fixed number per second, regardless of the
 * responses, or a fixed number at once. With a fixed number at once, each connection sends its next
 * write after the last response. With `obeysRetryAfter`, it first waits for as long as a refusal
 * says.
 */
export interface Writes {
  readonly port: number
  readonly writers: readonly Writer[]
  readonly seconds: number
  readonly pace:
    | { readonly perSecond: number }
    | { readonly connections: number; readonly obeysRetryAfter: boolean }
}

/** The result. Times are in milliseconds. */
export interface Outcome {
  /** The number of writes answered with 200 during the load, and the length of the load. */
  readonly completed: number
  readonly elapsed: number
  /** The duration of each completed write. */
  readonly took: readonly number[]
  /** The duration of each refusal (503), and the seconds in its `Retry-After`. */
  readonly refusedAfter: readonly number[]
  readonly retryAfter: readonly number[]
  /** Other statuses, lost connections, and writes that found no free connection. */
  readonly failed: Readonly<Record<string, number>>
}

/** The most open connections. A write that finds no free one has failed. */
const maxConnections = 2_500
/** The free open connections, by port. A later load uses them again. */
const idleOf = new Map<number, Connection[]>()
/** How long to wait for responses after the end, in milliseconds. */
const drainMs = 4_000

/*
 * This is a separate process over plain sockets. It reads only as much of a response as it must, so
 * that it leaves processor time for the service.
 */
process.on('message', (writes: Writes) => {
  write(writes).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function write({ port, writers, seconds, pace }: Writes): Promise<Outcome> {
  const outcome = {
    completed: 0,
    took: [] as number[],
    refusedAfter: [] as number[],
    retryAfter: [] as number[],
    failed: {} as Record<string, number>,
  }
  const idle = idleOf.get(port) ?? []
  idleOf.set(port, idle)
  const start = performance.now()
  const end = start + seconds * 1_000
  let pending = 0
  let serial = 0

  const fail = (why: string) => {
    outcome.failed[why] = (outcome.failed[why] ?? 0) + 1
  }
  const send = (connection: Connection) => {
    pending++
    const writer = writers[serial % writers.length] as Writer
    connection.send(requestOf(port, writer, serial++), (status, took, retryAfter, body) => {
      pending--
      if (status === 200) {
        outcome.took.push(took)
        if (performance.now() <= end) outcome.completed++
      } else if (status === 503) {
        outcome.refusedAfter.push(took)
        outcome.retryAfter.push(retryAfter)
      } else fail(`${status} ${body}`.trimEnd())
      if (!connection.isClosed) idle.push(connection)
      if (!('connections' in pace)) return
      const waitMs = pace.obeysRetryAfter && status === 503 ? retryAfter * 1_000 : 0
      const sendNext = () => performance.now() < end && send(free())
      if (waitMs > 0) setTimeout(sendNext, waitMs)
      else sendNext()
    })
  }
  const free = (): Connection => {
    for (let known = idle.pop(); known; known = idle.pop()) if (!known.isClosed) return known
    return new Connection(port)
  }

  if ('connections' in pace) {
    for (let n = 0; n < pace.connections; n++) send(free())
    while (performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
  } else {
    let sent = 0
    while (performance.now() < end) {
      const due = ((performance.now() - start) / 1_000) * pace.perSecond
      for (; sent < due; sent++) {
        if (pending >= maxConnections) fail('no connection')
        else send(free())
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const elapsed = performance.now() - start
  while (pending > 0 && performance.now() < end + drainMs)
    await new Promise((resolve) => setTimeout(resolve, 10))
  if (pending > 0) outcome.failed['no answer'] = pending
  return { ...outcome, elapsed }
}

function requestOf(port: number, { token, addressId }: Writer, serial: number): string {
  const body = JSON.stringify({ address_2: `Floor ${serial}` })
  return `PATCH /v2/addresses/${addressId} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

type Answered = (status: number, took: number, retryAfter: number, body: string) => void

/** What all connections read into: a response is taken from it before the next is read. */
const buffer = Buffer.alloc(64 * 1024)

/**
 * A connection with one request at a time. A lost connection answers with status 0. It reads into
 * one buffer, past the streams of Node.js, which halves its processor time.
 */
class Connection {
  isClosed = false
  readonly #socket: Socket
  #received = ''
  #answered: Answered | undefined
  #sentAt = 0

  constructor(port: number) {
    const callback = (length: number) => {
      this.#take(buffer.toString('latin1', 0, length))
      return true
    }
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback },
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.isClosed = true
      this.#answer(0, 0, '')
    })
  }

  send(request: string, answered: Answered): void {
    this.#sentAt = performance.now()
    this.#answered = answered
    this.#socket.write(request, 'latin1')
  }

  #take(text: string): void {
    const received = this.#received === '' ? text : this.#received + text
    const endOfHead = received.indexOf('\r\n\r\n')
    const length = endOfHead < 0 ? 0 : numberAfter(received, 'content-length: ', 'Content-Length: ')
    if (endOfHead < 0 || received.length < endOfHead + 4 + length) {
      this.#received = received
      return
    }
    this.#received = ''
    const status = Number(received.slice(9, 12))
    if (/\r\nconnection: close/i.test(received.slice(0, endOfHead))) this.isClosed = true
    const retryAfter = numberAfter(received, 'retry-after: ', 'Retry-After: ')
    this.#answer(status, retryAfter, received.slice(endOfHead + 4))
  }

  #answer(status: number, retryAfter: number, body: string): void {
    const answered = this.#answered
    this.#answered = undefined
    answered?.(status, performance.now() - this.#sentAt, retryAfter, body)
  }
}

/** The number that follows one of two spellings of a header. */
function numberAfter(head: string, ...names: readonly string[]): number {
  for (const name of names) {
    const at = head.indexOf(name)
    if (at >= 0) return Number.parseInt(head.slice(at + name.length, at + name.length + 8), 10)
  }
  return 0
}
