/** The work was not begun: what it needs has failed too often of late. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
}

export interface BreakerOptions {
  /** After how many failures in a row it opens. */
  readonly failures: number
  /** How long it then stays open, in milliseconds. */
  readonly rest: number
  /** What tells the time, in milliseconds. */
  readonly now?: () => number
}

/**
 * Spares what has failed again and again, and those who would wait for it: a circuit breaker. When it has been open for a
 * while, it lets one through to see: that one closes it, or opens it anew.
 */
export class Breaker {
  readonly #options: Required<BreakerOptions>
  #failures = 0
  #restsUntil = 0
  #isProbing = false

  constructor(options: BreakerOptions) {
    this.#options = { now: () => performance.now(), ...options }
  }

  /** Does the work, if it may be. @throws {BreakerOpen} and what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { failures, rest, now } = this.#options
    const isProbe = this.#failures >= failures
    if (isProbe && (this.#isProbing || now() < this.#restsUntil))
      throw new BreakerOpen('It has failed too often.')
    this.#isProbing = isProbe
    try {
      const outcome = await work()
      this.#failures = 0
      return outcome
    } catch (error) {
      this.#failures++
      this.#restsUntil = now() + rest
      throw error
    } finally {
      if (isProbe) this.#isProbing = false
    }
  }
}
