import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { atMost } from '../../platform/process/cache-size.ts'
import { deriveKey, type SecretKey } from '../../platform/secrets/keys.ts'
import {
  type Policy,
  type PolicyName,
  policiesOf,
  policyNames,
  type RateLimitSettings,
} from './policies.ts'
import { noStatements, Sharing, type SharingCounters } from './sharing.ts'
import { Window } from './window.ts'

/**
 * How many subjects of one policy are counted at once: about 10 MB. The count that was unused for
 * the longest time is dropped first, so visitors from many networks cannot drop those of users.
 */
const maxSubjects = 50_000

/** What a request counts against: a policy, and the application, user or network. */
export type Subject = readonly [policy: PolicyName, of: string | number]

/** A request that is counted. A promise, if other instances are asked first. */
export type Counting = Promise<void> | undefined

/** What the limiter has done since the start, for metrics. */
export interface RateLimitCounters {
  /** Refused requests, by the policy whose limit was reached. */
  readonly refused: Readonly<Record<PolicyName, number>>
  /** Statements that shared counts with other instances, by outcome. */
  readonly sharing: Readonly<SharingCounters>
}

export interface RateLimitDeps {
  readonly settings: RateLimitSettings
  readonly secretKey: SecretKey
  /** Where instances share their counts. Undefined for a single instance. */
  readonly db: Queryable | undefined
  /** A clock that nobody can set back, in milliseconds. */
  readonly stopwatch?: Clock
}

/** Counts requests in memory, and shares the counts with other instances. */
export class RateLimits {
  readonly counters: RateLimitCounters
  readonly #refused: Record<PolicyName, number>
  readonly #policies: Readonly<Partial<Record<PolicyName, Policy>>>
  readonly #windows: Readonly<Record<PolicyName, LRUCache<string | number, Window>>>
  readonly #sharing: Sharing | undefined
  readonly #stopwatch: Clock

  constructor({ settings, secretKey, db, stopwatch = performance }: RateLimitDeps) {
    this.#policies = policiesOf(settings)
    this.#stopwatch = stopwatch
    this.#sharing = db && new Sharing(db, deriveKey(secretKey, 'rate limits'), stopwatch)
    this.#refused = byPolicy(() => 0)
    this.#windows = byPolicy(() => new LRUCache(atMost(maxSubjects)))
    const sharing = this.#sharing?.counters ?? noStatements()
    this.counters = { refused: this.#refused, sharing }
  }

  /**
   * The current windows of the subjects that have a limit. A window may not contain a request yet.
   */
  windowsOf(subjects: readonly Subject[]): Window[] {
    const windows: Window[] = []
    for (const [name, of] of subjects) {
      const policy = this.#policies[name]
      if (policy !== undefined) windows.push(this.#windowOf(policy, of))
    }
    return windows
  }

  /**
   * Counts one request in each window, or in none if one is full. It needs a promise only if this
   * instance has to ask how much the others have used. A window that ends meanwhile is replaced in
   * the array.
   * @throws {Refused} too_many_requests
   */
  count(windows: Window[]): Counting {
    this.assertNotFull(windows)
    if (this.#sharing !== undefined && windows.some(({ isUnsure }) => isUnsure)) {
      const confirmed = this.#sharing.confirm(windows)
      if (confirmed !== undefined) return confirmed.then(() => this.count(this.#renew(windows)))
    }
    for (const window of windows) this.#change(window, 1)
    return undefined
  }

  /** @throws {Refused} too_many_requests */
  assertNotFull(windows: readonly Window[]): void {
    for (const window of windows) if (window.remaining === 0) throw this.#refuse(window)
  }

  /** Counts one request in each window, even if it is full, because the request was answered. */
  countAnswered(windows: readonly Window[]): void {
    for (const window of windows) this.#change(window, 1)
  }

  /** Takes one counted request back. */
  giveBack(windows: readonly Window[]): void {
    for (const window of windows) this.#change(window, -1)
  }

  /** How many subjects of each policy are counted. */
  get tracked(): Record<PolicyName, number> {
    const sizes = policyNames.map((name) => [name, this.#windows[name].size])
    return Object.fromEntries(sizes) as Record<PolicyName, number>
  }

  /** Whether counts wait to be shared, or are being shared. */
  get isSharing(): boolean {
    return this.#sharing?.isBusy ?? false
  }

  /** Seconds until the window ends, at least one. */
  secondsLeft({ endsAt }: Window): number {
    return Math.max(1, Math.ceil((endsAt - this.#stopwatch.now()) / 1_000))
  }

  #windowOf(policy: Policy, of: string | number): Window {
    const windows = this.#windows[policy.name]
    const known = windows.get(of)
    const now = this.#stopwatch.now()
    if (known !== undefined && known.endsAt > now) return known
    const started = new Window(policy, of, now + policy.windowMs)
    windows.set(of, started)
    return started
  }

  #renew(windows: Window[]): Window[] {
    const now = this.#stopwatch.now()
    for (const [at, { policy, subject, endsAt }] of windows.entries())
      if (endsAt <= now) windows[at] = this.#windowOf(policy, subject)
    return windows
  }

  #change(window: Window, by: 1 | -1): void {
    window.used += by
    window.unshared += by
    if (this.#sharing !== undefined && window.isDue) this.#sharing.add(window)
  }

  #refuse(window: Window): Refused {
    this.#refused[window.policy.name]++
    this.#sharing?.askAgain(window)
    // There may be thousands of these errors a second, so they have no stack.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    const refused = new Refused(refusals.too_many_requests, {
      retryAfterSeconds: this.secondsLeft(window),
    })
    Error.stackTraceLimit = stackTraceLimit
    return refused
  }
}

/** Limits nothing: for programs that serve nobody else. */
export const unlimited = (): RateLimits =>
  new RateLimits({
    settings: { application: null, user: null, network: null },
    secretKey: '',
    db: undefined,
  })

const byPolicy = <T>(make: () => T): Record<PolicyName, T> =>
  Object.fromEntries(policyNames.map((name) => [name, make()])) as Record<PolicyName, T>
