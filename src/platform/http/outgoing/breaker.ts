import { LRUCache } from 'lru-cache'

/** The work was not started, because it recently failed for too many users. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
}

export interface BreakerOptions {
  /** The number of users who must have failed, each with a different key, before it opens. */
  readonly users: number
  /** The share of users in the window who must have failed. */
  readonly share: number
  /** How long an outcome counts, in milliseconds. */
  readonly windowMs: number
  /** How long it stays open, in milliseconds. */
  readonly restMs: number
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

const defaults: Required<BreakerOptions> = {
  users: 3,
  share: 0.8,
  windowMs: 10_000,
  restMs: 5_000,
  now: () => performance.now(),
}

/** How many users are remembered. */
const maxRememberedUsers = 1_000

interface Outcome {
  readonly key: string
  readonly hasFailed: boolean
  readonly at: number
}

/**
 * A circuit breaker that no single user can open. Each user counts once, with the latest outcome.
 * It opens if several users have failed, each with a different key, and hardly any have succeeded.
 * After the rest period it lets a few users through, with one request each. The first success
 * closes it.
 */
export class Breaker {
  readonly #options: Required<BreakerOptions>
  readonly #latest = new LRUCache<number, Outcome>({ max: maxRememberedUsers })
  readonly #trying = new Set<number>()
  #state: 'closed' | 'open' | 'trying' = 'closed'
  #restsUntil = 0

  constructor(options: Partial<BreakerOptions> = {}) {
    this.#options = { ...defaults, ...options }
  }

  /**
   * Runs the work unless the breaker is open.
   * @param user the id of the user who requests the work
   * @param key identifies what the work is about
   * @param isFailure whether an error means that the work would fail for everybody now
   * @throws {BreakerOpen} and any error of the work
   */
  async run<T>(
    user: number,
    key: string,
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    this.#enter(user)
    try {
      const outcome = await work()
      this.#succeed(user, key)
      return outcome
    } catch (error) {
      if (isFailure(error)) this.#fail(user, key)
      else this.#succeed(user, key)
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

  #succeed(user: number, key: string): void {
    this.#latest.set(user, { key, hasFailed: false, at: this.#options.now() })
    if (this.#state === 'trying') this.#state = 'closed'
  }

  #fail(user: number, key: string): void {
    const { users, share, windowMs, restMs, now } = this.#options
    const at = now()
    this.#latest.set(user, { key, hasFailed: true, at })
    const recent = [...this.#latest.values()].filter((outcome) => at - outcome.at < windowMs)
    const failed = recent.filter(({ hasFailed }) => hasFailed)
    const keys = new Set(failed.map((outcome) => outcome.key))
    if (failed.length < users || keys.size < users) return
    if (failed.length / recent.length < share) return
    this.#state = 'open'
    this.#restsUntil = at + restMs
    this.#latest.clear()
  }
}
