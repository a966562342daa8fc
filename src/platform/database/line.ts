/** The assumed time of a turn before any has ended, in milliseconds. It is short, so that a sudden crowd is let in. */
const assumedMs = 1
/**
 * The number of turns in the mean, and the most that one counts, in multiples of the mean: one stuck turn must not
 * distort it.
 */
const memory = 64
const mostTimes = 4
/** A turn begins whenever this much time is left, in milliseconds, however long turns take. */
const mostNeededMs = 500

/** How long turns take: a moving mean of those that ended since the queue was last empty. */
export class TurnTime {
  #ms = assumedMs
  #count = 0

  /** In milliseconds. */
  get usual(): number {
    return this.#ms
  }

  /** How much time must be left for a turn to begin, in milliseconds. */
  get needed(): number {
    return Math.min(2 * this.#ms, mostNeededMs)
  }

  add(took: number): void {
    this.#count = Math.min(this.#count + 1, memory)
    this.#ms += (Math.min(took, mostTimes * this.#ms) - this.#ms) / this.#count
  }

  forget(): void {
    this.#ms = assumedMs
    this.#count = 0
  }
}

export interface Waiting {
  /** In terms of `performance.now()`. */
  readonly deadline: number
  /** Ends the waiting at the deadline. */
  readonly timer: NodeJS.Timeout
  begin(): void
  refuse(): void
}

/** A turn that is under way. */
export interface Turn {
  readonly since: number
  readonly deadline: number
  readonly time: TurnTime
}

/** The turns of one owner, in order. */
export class Line {
  /** Null for work without a user. */
  readonly userId: number | null
  /** How many turns may be under way at once. */
  readonly most: number
  readonly time: TurnTime
  readonly inside = new Set<Turn>()
  readonly waiting = new Set<Waiting>()

  constructor(userId: number | null, most: number, time: TurnTime) {
    this.userId = userId
    this.most = most
    this.time = time
  }

  get hasPlace(): boolean {
    return this.inside.size < this.most
  }

  /** Whether a turn may begin as soon as there is a place. */
  get isReady(): boolean {
    return this.waiting.size > 0 && this.hasPlace
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0 && this.inside.size === 0
  }

  /**
   * Milliseconds until the first waiting turn can begin. A running turn is expected to take as long again, up to its
   * deadline.
   */
  untilPlace(): number {
    if (this.hasPlace) return 0
    const now = performance.now()
    let shortest = Number.POSITIVE_INFINITY
    for (const { since, deadline } of this.inside)
      shortest = Math.min(shortest, now - since, Math.max(0, deadline - now))
    return Math.max(this.time.usual, shortest)
  }
}
