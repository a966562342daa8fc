import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How much is read and discarded of a request that already has its response, in bytes. */
const maxDiscardedBytes = 16 * 1024 * 1024

/**
 * Handles the requests of one connection one after the other. Node.js reads up to 64 KiB at once
 * and emits every request in them, up to some thousands. Handled together, they would delay all
 * other connections. RFC 9112, 9.3.2 also requires this order for requests that change something.
 * Between two requests the event loop serves other connections. While requests wait, the connection
 * is not read.
 */
export class RequestQueue {
  readonly #socket: Socket
  readonly #handle: RequestListener
  readonly #waiting: Exchange[] = []
  #current: IncomingMessage | undefined
  #response: ServerResponse | undefined
  #newest: IncomingMessage | undefined
  #answered: IncomingMessage | undefined
  #isRefused = false
  #ending: (() => void) | undefined
  #late: LateRequest | undefined
  #readWhenIdle = 0

  constructor(socket: Socket, handle: RequestListener) {
    this.#socket = socket
    this.#handle = handle
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#newest = request
    if (this.#late) this.#late.request ??= request
    if (this.#current === undefined) this.#start(request, response)
    else if (this.#waiting.push({ request, response }) === 1) this.#stopReading()
  }

  /** Whether only a part of a request's head has arrived. */
  get isWithinHead(): boolean {
    return this.#current === undefined && this.#socket.bytesRead > this.#readWhenIdle
  }

  /** Whether the newest request has its response, although its body has not arrived. */
  get isAnsweredEarly(): boolean {
    return this.#newest?.complete === false && this.#newest === this.#answered
  }

  /** Whether a response is not sent to its end yet. */
  get isAnswering(): boolean {
    return this.#current !== undefined || this.#isRefused
  }

  /**
   * Whether the connection ends with the refusal of a request that is malformed or does not arrive.
   */
  get isRefused(): boolean {
    return this.#isRefused
  }

  /**
   * Refuses the newest request, which is malformed or does not arrive, and with it the connection.
   */
  refuse(finish: () => void): void {
    if (this.#isRefused) return
    this.#isRefused = true
    this.end(finish)
  }

  /**
   * Ends a connection whose newest request is incomplete.
   * @param finish ends the connection; it is called after the responses to earlier requests
   */
  end(finish: () => void): void {
    const broken = this.#newest?.complete === false ? this.#newest : undefined
    if (broken && this.#waiting.at(-1)?.request === broken) this.#waiting.pop()
    if (this.#current === undefined || this.#current === broken) {
      finish()
      return
    }
    this.#ending = finish
    this.#stopReading()
  }

  /**
   * Refuses a request that takes too long to arrive. If reading is paused because other requests
   * wait, the client is not slow. Then the request must arrive within `ms` after reading resumes.
   */
  refuseLate(finish: () => void, ms: number): void {
    const partial = this.#newest?.complete === false ? this.#newest : undefined
    if (this.#waiting.length > 0) this.#late = { request: partial, finish, ms }
    else this.refuse(finish)
  }

  closeAfterResponses(): void {
    for (const response of [this.#response, ...this.#waiting.map(({ response }) => response)])
      if (response?.headersSent === false) response.setHeader('Connection', 'close')
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    this.#current = request
    this.#response = response
    response.on('close', this.#next)
    this.#handle(request, response)
  }

  readonly #next = (): void => {
    if (this.#current?.complete === false) this.#boundRest(this.#current)
    if (this.#waiting.length > 0 || this.#ending) setImmediate(this.#startNext)
    else this.#idle()
  }

  readonly #startNext = (): void => {
    // Requests after a response with `Connection: close` are not handled. The header tells the
    // client so.
    if (!this.#socket.writable) return
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#idle()
      this.#ending?.()
      return
    }
    if (this.#waiting.length === 0 && !this.#ending) this.#resumeReading()
    this.#start(next.request, next.response)
  }

  /**
   * Bounds how much is read of a request that has its response. Node.js discards its body, so only
   * the socket shows what arrives. The rest also has what remains of the time of the request.
   */
  #boundRest(request: IncomingMessage): void {
    const socket = this.#socket
    const most = socket.bytesRead + maxDiscardedBytes
    const check = () => {
      if (request.complete) socket.off('data', check)
      else if (socket.bytesRead > most) socket.destroy()
    }
    socket.on('data', check)
  }

  #idle(): void {
    this.#answered = this.#current
    this.#current = undefined
    this.#response = undefined
    this.#readWhenIdle = this.#socket.bytesRead
  }

  /**
   * Pauses reading. Node.js calls `resume` when a body is read, so `resume` does nothing meanwhile.
   */
  #stopReading(): void {
    this.#socket.pause()
    this.#socket.resume = () => this.#socket
  }

  #resumeReading(): void {
    this.#socket.resume = Socket.prototype.resume
    this.#socket.resume()
    const late = this.#late
    if (late === undefined) return
    const check = () => {
      if (this.#late !== late || this.#waiting.length > 0) return
      this.#late = undefined
      if (late.request?.complete !== true) this.refuse(late.finish)
    }
    setTimeout(check, late.ms).unref()
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A request whose time ended while reading was paused. */
interface LateRequest {
  /** Undefined until the head of the request is complete. */
  request: IncomingMessage | undefined
  readonly finish: () => void
  readonly ms: number
}

const queues = new WeakMap<Duplex, RequestQueue>()

/** Makes a listener that handles the requests of each connection one after the other. */
export function handleInOrder(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    let queue = queues.get(socket)
    if (queue === undefined) {
      queue = new RequestQueue(socket, handle)
      queues.set(socket, queue)
    }
    queue.add(request, response)
  }
}

/**
 * Asks the client of a connection to open a new one: every response of it whose head is not sent
 * gets `Connection: close`.
 */
export const closeAfterResponses = (socket: Duplex): void =>
  queues.get(socket)?.closeAfterResponses()

/** The queue of a connection; undefined before its first request. */
export const queueOf = (socket: Duplex): RequestQueue | undefined => queues.get(socket)
