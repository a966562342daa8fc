import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { atMost } from '../../platform/process/cache-size.ts'
import { deriveKey, type SecretKey } from '../../platform/secrets/keys.ts'
import type { Limit, LimitState } from './limits.ts'
import { noStatements, Sharing, type SharingCounters } from './sharing.ts'
import type { Subject } from './subjects.ts'
import { Window } from './window.ts'

/**
 * How many subjects of one limit are counted at once: about 10 MB. The count that was unused for
 * the longest time is dropped first, so visitors from many networks cannot drop those of users.
 */
const maxSubjects = 50_000

/** A use that is counted. A promise, if other instances are asked first. */
export type Counting = Promise<void> | undefined

export interface MemoryCountsDeps {
  readonly secretKey: SecretKey
  /** Where instances share their counts. Undefined for a single instance. */
  readonly db: Queryable | undefined
  /** A clock that nobody can set back, in milliseconds. */
  readonly stopwatch?: Clock
}

/** The windows of one limit, by subject. */
interface Counted {
  readonly windows: LRUCache<string | number, Window>
  /** How many uses were refused since the start. */
  refused: number
}

/**
 * Counts uses in memory, and shares the counts with other instances near a limit. A crash forgets
 * them, and two instances let at most 5 % more pass. So a request pays no statement.
 */
export class MemoryCounts {
  /** Statements that shared counts with other instances since the start, by outcome. */
  readonly sharing: Readonly<SharingCounters>
  readonly #limits = new Map<string, Counted>()
  readonly #sharing: Sharing | undefined
  readonly #stopwatch: Clock

  constructor({ secretKey, db, stopwatch = performance }: MemoryCountsDeps) {
    this.#stopwatch = stopwatch
    this.#sharing = db && new Sharing(db, deriveKey(secretKey, 'rate limits'), stopwatch)
    this.sharing = this.#sharing?.counters ?? noStatements()
  }

  /** The current windows of subjects. A window may not contain a use yet. */
  windowsOf(subjects: readonly Subject[]): Window[] {
    return subjects.map(([limit, of]) => this.#windowOf(limit, of))
  }

  /**
   * Counts one use in each window, or in none if one is full. It needs a promise only if this
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
    this.add(windows)
    return undefined
  }

  /** @throws {Refused} too_many_requests */
  assertNotFull(windows: readonly Window[]): void {
    for (const window of windows) if (window.remaining === 0) throw this.#refuse(window)
  }

  /** Counts one use in each window, even if it is full, because the use was made. */
  add(windows: readonly Window[]): void {
    for (const window of windows) this.#change(window, 1)
  }

  /** Takes one counted use back. */
  giveBack(windows: readonly Window[]): void {
    for (const window of windows) this.#change(window, -1)
  }

  /** What remains in each window. */
  statesOf(windows: readonly Window[]): LimitState[] {
    return windows.map((window) => ({
      limit: window.limit,
      remaining: window.remaining,
      secondsLeft: this.#secondsLeft(window),
    }))
  }

  /** How many uses a limit has refused since the start. */
  refused(limit: string): number {
    return this.#limits.get(limit)?.refused ?? 0
  }

  /** How many subjects of a limit are counted. */
  subjects(limit: string): number {
    return this.#limits.get(limit)?.windows.size ?? 0
  }

  /** Whether counts wait to be shared, or are being shared. */
  get isSharing(): boolean {
    return this.#sharing?.isBusy ?? false
  }

  #secondsLeft({ endsAt }: Window): number {
    return Math.max(1, Math.ceil((endsAt - this.#stopwatch.now()) / 1_000))
  }

  #countedOf({ name }: Limit): Counted {
    const known = this.#limits.get(name)
    if (known !== undefined) return known
    const counted: Counted = { windows: new LRUCache(atMost(maxSubjects)), refused: 0 }
    this.#limits.set(name, counted)
    return counted
  }

  #windowOf(limit: Limit, of: string | number): Window {
    const { windows } = this.#countedOf(limit)
    const known = windows.get(of)
    const now = this.#stopwatch.now()
    if (known !== undefined && known.endsAt > now) return known
    const started = new Window(limit, of, now + limit.windowMs)
    windows.set(of, started)
    return started
  }

  #renew(windows: Window[]): Window[] {
    const now = this.#stopwatch.now()
    for (const [at, { limit, subject, endsAt }] of windows.entries())
      if (endsAt <= now) windows[at] = this.#windowOf(limit, subject)
    return windows
  }

  #change(window: Window, by: 1 | -1): void {
    window.used += by
    window.unshared += by
    if (this.#sharing !== undefined && window.isDue) this.#sharing.add(window)
  }

  #refuse(window: Window): Refused {
    this.#countedOf(window.limit).refused++
    this.#sharing?.askAgain(window)
    // There may be thousands of these errors a second, so they have no stack.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    const retryAfterSeconds = this.#secondsLeft(window)
    const refused = new Refused(refusals.too_many_requests, { retryAfterSeconds })
    Error.stackTraceLimit = stackTraceLimit
    return refused
  }
}
