/**
 * The assumed time of a turn before any has ended, in milliseconds. It is short, so that a sudden
 * burst of requests is admitted.
 */
const initialMeanMs = 1
/**
 * The number of turns in the mean, and the limit for a single turn, in multiples of the mean. With
 * the limit, one stuck turn does not distort the mean.
 */
const maxMeanCount = 64
const maxMultipleOfMean = 4
/** If this much time is left, a turn may begin, in milliseconds, however long turns take. */
const maxRequiredMs = 500

/** How long turns take: a moving mean of the turns that ended since the queue was last empty. */
export class TurnTime {
  #ms = initialMeanMs
  #count = 0

  /** The mean, in milliseconds. */
  get meanMs(): number {
    return this.#ms
  }

  /** The time that must be left for a turn to begin, in milliseconds. */
  get requiredMs(): number {
    return Math.min(2 * this.#ms, maxRequiredMs)
  }

  add(took: number): void {
    this.#count = Math.min(this.#count + 1, maxMeanCount)
    this.#ms += (Math.min(took, maxMultipleOfMean * this.#ms) - this.#ms) / this.#count
  }

  reset(): void {
    this.#ms = initialMeanMs
    this.#count = 0
  }
}

export interface WaitingTurn {
  /** When it was requested. Of `performance.now()`. */
  readonly since: number
  /** Of `performance.now()`. */
  readonly deadline: number
  /** Ends the waiting at the deadline. */
  readonly timer: NodeJS.Timeout
  begin(): void
  refuse(): void
}

/** A running turn. */
export interface Turn {
  readonly since: number
  readonly deadline: number
  readonly time: TurnTime
}

/** The turns of one user, or of all work without a user, in order. */
export class TurnQueue {
  /** Null for work without a user. */
  readonly userId: number | null
  /** How many turns may run at once. */
  readonly maxRunning: number
  readonly time: TurnTime
  readonly running = new Set<Turn>()
  readonly waiting = new Set<WaitingTurn>()

  constructor(userId: number | null, maxRunning: number, time: TurnTime) {
    this.userId = userId
    this.maxRunning = maxRunning
    this.time = time
  }

  get hasFreeSlot(): boolean {
    return this.running.size < this.maxRunning
  }

  /** Whether a turn waits and may begin now. */
  get isReady(): boolean {
    return this.waiting.size > 0 && this.hasFreeSlot
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0 && this.running.size === 0
  }

  /**
   * Milliseconds until the first waiting turn can begin. The estimate assumes that a running turn
   * needs as much time again, up to its deadline.
   */
  msUntilFreeSlot(): number {
    if (this.hasFreeSlot) return 0
    const now = performance.now()
    let shortest = Number.POSITIVE_INFINITY
    for (const { since, deadline } of this.running)
      shortest = Math.min(shortest, now - since, Math.max(0, deadline - now))
    return Math.max(this.time.meanMs, shortest)
  }
}
