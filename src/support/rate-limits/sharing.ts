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
  /** How many requests of each window wait for the end of the round. */
  #requests = new Map<Window, number>()
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
   * Reserves one request in the database, and waits for the counts of all instances, at most 250 ms.
   * Returns undefined while the database is slow or unavailable: then no request waits.
   */
  confirm(window: Window): Promise<void> | undefined {
    if (!this.#isPrompt || window.endsAt <= this.#stopwatch.now()) return undefined
    this.#requests.set(window, (this.#requests.get(window) ?? 0) + 1)
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
    const batch = this.#take()
    this.#notBefore = this.#stopwatch.now() + pauseMs
    let isCounted = batch.length === 0
    const count = (outcome: SharingOutcome) => {
      if (!isCounted) this.counters[outcome]++
      isCounted = true
    }
    const tooSlow = setTimeout(() => {
      count('slow')
      this.#endRound(false)
    }, maxWaitMs)
    try {
      if (batch.length > 0) this.#apply(await this.#write(batch), batch)
      count('shared')
      this.#endRound(true)
    } catch {
      count('failed')
      this.#endRound(false)
      for (const { window } of batch) this.#waiting.add(window)
      this.#notBefore = this.#stopwatch.now() + pauseAfterFailureMs
    }
    clearTimeout(tooSlow)
    this.#isScheduled = false
    if (this.#waiting.size > 0) this.#schedule()
  }

  /** Lets the waiting requests continue. They check their windows again. */
  #endRound(isPrompt: boolean): void {
    this.#isPrompt = isPrompt
    this.#requests = new Map()
    this.#round.resolve()
    this.#round = Promise.withResolvers()
  }

  /**
   * Takes the next counts, with a reservation for each request that waits. Windows that have ended
   * need not be shared. One that is about to end gets nothing back: the database may have started
   * the next one.
   */
  #take(): Count[] {
    const now = this.#stopwatch.now()
    const taken: Count[] = []
    for (const window of this.#waiting) {
      if (taken.length === countsPerStatement) break
      this.#waiting.delete(window)
      const reserved = Math.min(this.#requests.get(window) ?? 0, window.remaining)
      const sent = window.unshared + reserved
      const endsAfter = sent < 0 ? now + maxWaitMs : now
      if (sent !== 0 && window.endsAt > endsAfter) taken.push({ window, sent })
    }
    return taken
  }

  #write(batch: readonly Count[]): Promise<store.Total[]> {
    const now = this.#stopwatch.now()
    return store.add(
      this.#db,
      batch.map(({ window: { policy, subject, endsAt }, sent }) => ({
        key: keyedHash(this.#key, `${policy.name} ${subject}`),
        used: sent,
        leftMs: Math.ceil(endsAt - now),
      })),
    )
  }

  /**
   * Applies the totals of all instances. Requests that came meanwhile are still unshared. The next
   * statement gives back what was reserved and is not used.
   */
  #apply(totals: readonly store.Total[], batch: readonly Count[]): void {
    const now = this.#stopwatch.now()
    for (const { place, used, left_ms } of totals) {
      const { window, sent } = batch[place - 1] ?? {}
      if (window === undefined || sent === undefined) continue
      window.unshared -= sent
      window.used = used + window.unshared
      window.endsAt = now + left_ms
      if (window.unshared < 0) this.#waiting.add(window)
    }
  }
}

/** What one statement adds to the count of a window. */
interface Count {
  readonly window: Window
  readonly sent: number
}
