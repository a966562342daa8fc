import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/db.ts'
import type { Key } from '../../platform/secrets/keys.ts'
import { keyedHash } from '../../platform/secrets/secrets.ts'
import * as store from './store.ts'
import type { Window } from './window.ts'

/** The shortest time between two statements, in milliseconds. */
const pauseMs = 5
/**
 * How long requests wait for a statement, in milliseconds. If it takes longer, no further request
 * waits until a statement is fast again.
 */
const maxWaitMs = 250
/** The pause after a failed statement, in milliseconds. Meanwhile each instance counts alone. */
const pauseAfterFailureMs = 1_000
/** How many counts one statement adds. Reads on the same connection wait for it. */
const countsPerStatement = 200
/** How many counts may wait. While the database is away, further ones stay on this instance. */
const maxWaiting = 10_000

/**
 * What became of a statement that shares counts: `shared` in time; `slow`, so that requests no
 * longer waited for it; or `failed`. After the last two this instance counts alone for a while.
 */
export const sharingOutcomes = ['shared', 'slow', 'failed'] as const
type SharingOutcome = (typeof sharingOutcomes)[number]

/** How many statements have shared counts since the start, by outcome. */
export type SharingCounters = Record<SharingOutcome, number>

export const noStatements = (): SharingCounters => ({ shared: 0, slow: 0, failed: 0 })

/**
 * Adds the counts of this instance to those of the others, in the database. If the database is slow
 * or unavailable, the counts of this instance apply alone.
 */
export class Sharing {
  readonly counters: SharingCounters = noStatements()
  readonly #db: Queryable
  readonly #key: Key
  readonly #stopwatch: Clock
  readonly #waiting = new Set<Window>()
  #isScheduled = false
  #notBefore = 0
  #isPrompt = true
  #round = Promise.withResolvers<void>()

  /** @param key the key for hashing subjects, so that the table does not reveal them */
  constructor(db: Queryable, key: Key, stopwatch: Clock) {
    this.#db = db
    this.#key = key
    this.#stopwatch = stopwatch
  }

  /** Whether counts wait or are being sent. */
  get isBusy(): boolean {
    return this.#isScheduled
  }

  add(window: Window): void {
    if (this.#waiting.size < maxWaiting) this.#waiting.add(window)
    this.#schedule()
  }

  /**
   * Waits for the counts of all instances, at most 250 ms. Returns undefined while the database is
   * slow or unavailable: then no request waits.
   */
  confirm(window: Window): Promise<void> | undefined {
    if (!this.#isPrompt || window.endsAt <= this.#stopwatch.now()) return undefined
    this.add(window)
    return this.#round.promise
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const delayMs = Math.max(0, this.#notBefore - this.#stopwatch.now())
    setTimeout(() => void this.#send(), delayMs).unref()
  }

  async #send(): Promise<void> {
    const windows = this.#take()
    const sent = windows.map(({ unshared }) => unshared)
    this.#notBefore = this.#stopwatch.now() + pauseMs
    let isCounted = windows.length === 0
    const count = (outcome: SharingOutcome) => {
      if (!isCounted) this.counters[outcome]++
      isCounted = true
    }
    const tooSlow = setTimeout(() => {
      count('slow')
      this.#endRound(false)
    }, maxWaitMs)
    try {
      if (windows.length > 0) this.#apply(await this.#write(windows), windows, sent)
      count('shared')
      this.#endRound(true)
    } catch {
      count('failed')
      this.#endRound(false)
      for (const window of windows) this.#waiting.add(window)
      this.#notBefore = this.#stopwatch.now() + pauseAfterFailureMs
    }
    clearTimeout(tooSlow)
    this.#isScheduled = false
    if (this.#waiting.size > 0) this.#schedule()
  }

  /** Lets the waiting requests continue. They check their windows again. */
  #endRound(isPrompt: boolean): void {
    this.#isPrompt = isPrompt
    this.#round.resolve()
    this.#round = Promise.withResolvers()
  }

  /** Takes the next windows. Those that have ended need not be shared. */
  #take(): Window[] {
    const now = this.#stopwatch.now()
    const taken: Window[] = []
    for (const window of this.#waiting) {
      if (taken.length === countsPerStatement) break
      this.#waiting.delete(window)
      if (window.endsAt > now && window.unshared !== 0) taken.push(window)
    }
    return taken
  }

  #write(windows: readonly Window[]): Promise<store.Total[]> {
    const now = this.#stopwatch.now()
    return store.add(
      this.#db,
      windows.map(({ policy, subject, unshared, endsAt }) => ({
        key: keyedHash(this.#key, `${policy.name} ${subject}`),
        used: unshared,
        leftMs: Math.ceil(endsAt - now),
      })),
    )
  }

  /** Applies the totals of all instances. Requests that came meanwhile are still unshared. */
  #apply(
    totals: readonly store.Total[],
    windows: readonly Window[],
    sent: readonly number[],
  ): void {
    const now = this.#stopwatch.now()
    for (const { place, used, left_ms } of totals) {
      const window = windows[place - 1]
      if (window === undefined) continue
      window.unshared -= sent[place - 1] ?? 0
      window.used = used + window.unshared
      window.endsAt = now + left_ms
    }
  }
}
