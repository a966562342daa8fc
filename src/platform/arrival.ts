import type { IncomingMessage } from 'node:http'

/** How often the event loop is looked at, in milliseconds. Delays of less than twice as much do not count. */
const every = 50

/** Knows when requests arrived, so that time for which a busy event loop leaves them unread counts as theirs. */
export class Arrivals {
  readonly #arrived = new WeakMap<IncomingMessage, number>()
  #last = performance.now()
  #beforeLast = this.#last
  readonly #timer = setInterval(() => {
    this.#beforeLast = this.#last
    this.#last = performance.now()
  }, every).unref()

  /**
   * When something that is being read now has arrived, at the earliest (of `performance.now()`). Between two ticks
   * everything there is is read: what comes now was not there before the last tick but one.
   */
  now(): number {
    return Math.min(performance.now(), this.#beforeLast + 2 * every)
  }

  /** To be called when a request has been read. */
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
