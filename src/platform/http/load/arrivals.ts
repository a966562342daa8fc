import type { IncomingMessage } from 'node:http'

const arrivedAt = Symbol('arrivedAt')

declare module 'node:http' {
  interface IncomingMessage {
    /** When the request arrived, at the earliest (of `performance.now()`). */
    [arrivedAt]?: number
  }
}

/** The interval of the ticks, in milliseconds. Delays shorter than two ticks are not noticed. */
const tickMs = 50

/**
 * Estimates when requests arrived. A busy event loop reads them later, and this delay counts
 * towards the time of the request.
 */
export class Arrivals {
  #last = performance.now()
  #beforeLast = this.#last
  readonly #timer = setInterval(() => {
    this.#beforeLast = this.#last
    this.#last = performance.now()
  }, tickMs).unref()

  /**
   * The earliest possible arrival of data that is read now (of `performance.now()`). Between two
   * ticks the event loop reads all data that has arrived, so this data arrived after the
   * second-to-last tick.
   */
  now(): number {
    return Math.min(performance.now(), this.#beforeLast + 2 * tickMs)
  }

  /** Call this when a request has been read. */
  add(request: IncomingMessage): void {
    request[arrivedAt] = this.now()
  }

  of(request: IncomingMessage): number {
    return request[arrivedAt] ?? this.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
