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
/** After this time, the count of a full window is asked for again, in milliseconds. */
const askAgainMs = 1_000
/** The pause after a failed statement, in milliseconds. Meanwhile each instance counts alone. */
const pauseAfterFailureMs = 1_000
/** How many counts one statement adds. Reads on the same connection wait for it. */
const countsPerStatement = 200
/** How many counts may wait. While the database is unavailable, others stay on this instance. */
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
  /** How many requests of each window the next statement reserves. */
  #reservations = new Map<Window, number>()
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
   * Reserves one request in each window, and waits for the next counts of all instances, at most
   * 250 ms. Reserves nothing if the waiting requests already fill one of the windows, because this
   * request would be refused. Returns undefined while the database is slow or unavailable: then no
   * request waits.
   */
  confirm(windows: readonly Window[]): Promise<void> | undefined {
    if (!this.#isPrompt) return undefined
    const hasRoom = windows.every((window) => this.#reserved(window) < window.remaining)
    for (const window of windows) {
      if (hasRoom) this.#reservations.set(window, this.#reserved(window) + 1)
      this.add(window)
    }
    return this.#round.promise
  }

  /**
   * Asks for the count of a full window, at most once a second: another instance may have given
   * requests back.
   */
  askAgain(window: Window): void {
    const { toldAt } = window
    if (toldAt !== undefined && this.#stopwatch.now() - toldAt >= askAgainMs) this.add(window)
  }

  #reserved(window: Window): number {
    return this.#reservations.get(window) ?? 0
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
    if (batch.length > 0) await this.#share(batch)
    else this.#endRound(this.#isPrompt)
    this.#isScheduled = false
    if (this.#waiting.size > 0) this.#schedule()
  }

  async #share(batch: readonly Count[]): Promise<void> {
    let isCounted = false
    const end = (outcome: SharingOutcome) => {
      if (!isCounted) this.counters[outcome]++
      // After a slow statement, no request waits until the next one is fast.
      this.#endRound(outcome === 'shared' && !isCounted)
      isCounted = true
    }
    const tooSlow = setTimeout(() => end('slow'), maxWaitMs)
    const sentAt = this.#stopwatch.now()
    try {
      this.#apply(await this.#write(batch, sentAt), batch, sentAt)
      end('shared')
    } catch {
      end('failed')
      for (const { window, sent } of batch) {
        if (sent < 0) window.unshared += sent
        this.#waiting.add(window)
      }
      this.#notBefore = this.#stopwatch.now() + pauseAfterFailureMs
    }
    clearTimeout(tooSlow)
  }

  /** Lets the waiting requests continue. They check their windows again. */
  #endRound(isPrompt: boolean): void {
    this.#isPrompt = isPrompt
    this.#reservations = new Map()
    this.#round.resolve()
    this.#round = Promise.withResolvers()
  }

  /**
   * Takes the next counts to share, with their reservations, if the other instances should know
   * them. Requests that are given back may be used by other instances from now on, so this instance
   * no longer counts on them. Windows that have ended are not shared. Nothing is given back to a
   * window that is about to end, because the database may have started the next one.
   */
  #take(): Count[] {
    const now = this.#stopwatch.now()
    const taken: Count[] = []
    for (const window of this.#waiting) {
      if (taken.length === countsPerStatement) break
      this.#waiting.delete(window)
      const sent = window.unshared + this.#reserved(window)
      const endsAfter = sent < 0 ? now + maxWaitMs : now
      const isAsked = sent === 0 && now - (window.toldAt ?? 0) < askAgainMs
      if (window.endsAt <= endsAfter || isAsked) continue
      if (!window.isUnsure && !window.isLarge(sent)) continue
      if (sent < 0) window.unshared -= sent
      taken.push({ window, sent })
    }
    return taken
  }

  #write(batch: readonly Count[], sentAt: number): Promise<store.Total[]> {
    return store.share(
      this.#db,
      batch.map(({ window: { limit, subject, endsAt, toldAt }, sent }) => ({
        key: keyedHash(this.#key, `${limit.name} ${subject}`),
        used: sent,
        // If the database has ended a window that it knew, these requests start the next one.
        leftMs: toldAt === undefined ? Math.ceil(endsAt - sentAt) : limit.windowMs,
      })),
    )
  }

  /**
   * Applies the totals of all instances. Requests that came meanwhile are still unshared. A later
   * statement gives back what was reserved and is not used.
   */
  #apply(totals: readonly store.Total[], batch: readonly Count[], sentAt: number): void {
    for (const { place, used, left_ms } of totals) {
      const { window, sent } = batch[place - 1] ?? {}
      if (window === undefined || sent === undefined) continue
      if (sent > 0) window.unshared -= sent
      window.used = used + window.unshared
      // Not later than in the database, however long the answer took.
      window.endsAt = sentAt + left_ms
      window.toldAt = sentAt
      if (window.unshared < 0 && window.isDue) this.#waiting.add(window)
    }
  }
}

/** What one statement adds to the count of a window. */
interface Count {
  readonly window: Window
  readonly sent: number
}
