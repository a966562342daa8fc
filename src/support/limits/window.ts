import type { Limit } from './limits.ts'

/**
 * The requests of one subject in its current window, as far as this instance knows. The first
 * request starts the window.
 */
export class Window {
  readonly limit: Limit
  /** What is counted: an application, a user of an application, a network or a site. */
  readonly subject: string | number
  /** The requests of all instances. */
  used = 0
  /**
   * How many of them are not in the database yet. Negative if requests were given back, or if more
   * are reserved in the database than have come.
   */
  unshared = 0
  /** When the window ends (of the limiter's stopwatch). */
  endsAt: number
  /** When the database was last asked for the count. Undefined if it does not know the window. */
  toldAt: number | undefined

  constructor(limit: Limit, subject: string | number, endsAt: number) {
    this.limit = limit
    this.subject = subject
    this.endsAt = endsAt
  }

  get remaining(): number {
    return Math.max(0, this.limit.max - this.used)
  }

  /**
   * Whether one more request might exceed the limit because of requests that other instances have
   * not shared yet. Without asking them, an instance allows 5 % of what remains, and at least one
   * request. So two instances exceed the limit by at most 5 %, or by one request.
   */
  get isUnsure(): boolean {
    const confirmed = this.remaining + this.unshared
    return this.unshared > 0 && (this.unshared + 1) * 20 > confirmed
  }

  /** Whether other instances should know the count now. */
  get isDue(): boolean {
    return this.unshared !== 0 && this.isLarge(this.unshared)
  }

  /**
   * Whether a change by this number is large enough to share. The closer a count is to its limit,
   * the smaller are the changes that are shared.
   */
  isLarge(change: number): boolean {
    return Math.abs(change) * 32 >= this.remaining
  }
}
