import type { IncomingMessage } from 'node:http'

/** The interval of the ticks, in milliseconds. Delays shorter than two ticks are not noticed. */
const tickMs = 50

/** Estimates when requests arrived, so that the time in which a busy event loop leaves them unread counts for them. */
export class Arrivals {
  readonly #arrived = new WeakMap<IncomingMessage, number>()
  #last = performance.now()
  #beforeLast = this.#last
  readonly #timer = setInterval(() => {
    this.#beforeLast = this.#last
    this.#last = performance.now()
  }, tickMs).unref()

  /**
   * The earliest time at which something that is read now can have arrived (of `performance.now()`). Between two ticks
   * the event loop reads everything there is, so it arrived after the second-to-last tick.
   */
  now(): number {
    return Math.min(performance.now(), this.#beforeLast + 2 * tickMs)
  }

  /** Call this when a request has been read. */
  add(request: IncomingMessage): void {
    this.#arrived.set(request, this.now())
  }

  of(request: IncomingMessage): number {
    return this.#arrived.get(request) ?? this.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
