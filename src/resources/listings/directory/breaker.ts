import { LRUCache } from 'lru-cache'

/** The work was not started, because it failed for too many users recently. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
}

export interface BreakerOptions {
  /** How many users must have failed, each with a different thing, before it opens. */
  readonly users: number
  /** The share of the users within the window who must have failed. */
  readonly share: number
  /** How long an outcome counts, in milliseconds. */
  readonly windowMs: number
  /** How long it stays open, in milliseconds. */
  readonly restMs: number
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

const usual: Required<BreakerOptions> = {
  users: 3,
  share: 0.8,
  windowMs: 10_000,
  restMs: 5_000,
  now: () => performance.now(),
}

/** How many users are remembered. */
const maxUsers = 1_000

interface Outcome {
  readonly thing: string
  readonly hasFailed: boolean
  readonly at: number
}

/**
 * A circuit breaker that no single user can open. Each user counts once, with the latest outcome. It opens when several
 * users have failed, each with a different thing, and hardly any have succeeded. After a rest it lets a few users
 * through, one request each. The first success closes it.
 */
export class Breaker {
  readonly #options: Required<BreakerOptions>
  readonly #latest = new LRUCache<number, Outcome>({ max: maxUsers })
  readonly #trying = new Set<number>()
  #state: 'closed' | 'open' | 'trying' = 'closed'
  #restsUntil = 0

  constructor(options: Partial<BreakerOptions> = {}) {
    this.#options = { ...usual, ...options }
  }

  /**
   * Does the work, if it may be done.
   * @param user who wants it done
   * @param thing what it is about
   * @param isFailure whether an error says that the work cannot be done for anybody now
   * @throws {BreakerOpen} and what the work throws
   */
  async run<T>(
    user: number,
    thing: string,
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    this.#enter(user)
    try {
      const outcome = await work()
      this.#succeed(user, thing)
      return outcome
    } catch (error) {
      if (isFailure(error)) this.#fail(user, thing)
      else this.#succeed(user, thing)
      throw error
    } finally {
      this.#trying.delete(user)
    }
  }

  #enter(user: number): void {
    const { users, now } = this.#options
    if (this.#state === 'open' && now() >= this.#restsUntil) this.#state = 'trying'
    if (this.#state === 'closed') return
    if (this.#state === 'open' || this.#trying.has(user) || this.#trying.size >= users)
      throw new BreakerOpen('It has failed for too many users.')
    this.#trying.add(user)
  }

  #succeed(user: number, thing: string): void {
    this.#latest.set(user, { thing, hasFailed: false, at: this.#options.now() })
    if (this.#state === 'trying') this.#state = 'closed'
  }

  #fail(user: number, thing: string): void {
    const { users, share, windowMs, restMs, now } = this.#options
    const at = now()
    this.#latest.set(user, { thing, hasFailed: true, at })
    const recent = [...this.#latest.values()].filter((outcome) => at - outcome.at < windowMs)
    const failed = recent.filter(({ hasFailed }) => hasFailed)
    const things = new Set(failed.map((outcome) => outcome.thing))
    if (failed.length < users || things.size < users) return
    if (failed.length / recent.length < share) return
    this.#state = 'open'
    this.#restsUntil = at + restMs
    this.#latest.clear()
  }
}
