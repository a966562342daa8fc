import { Observations } from '../metrics/series.ts'
import { Overloaded } from './db.ts'
import { type Turn, TurnQueue, TurnTime, type WaitingTurn } from './turn-queue.ts'

/**
 * How many turns may wait: of one user, and in total. A user without a waiting turn may always add
 * one.
 */
const maxWaitingPerUser = 500
const maxWaiting = 1_500
/**
 * How long only these two limits apply after the queue has formed, in milliseconds. Turns take
 * longer than usual while a burst of requests is read, so an estimate would be wrong.
 */
const graceMs = 1_000
/**
 * The longest wait in a `Retry-After`, in milliseconds. No turn waits longer than a transaction may
 * take, so by then all turns that are ahead now are done.
 */
const maxWaitMs = 2_500
/** While more turns than these wait, `crowdSlots` apply. */
const crowd = 500
/** How long `limitTo` lasts, in milliseconds. */
const extendingPauseMs = 60_000
/** The longest delay of a timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1

/** Upper bounds of the measured times, in seconds. */
const turnSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * Shares slots between users, who take turns. A user has one slot at a time, and the turns of one
 * user run in order. Work without a user shares one queue, which gets every second turn and at most
 * half of the slots.
 *
 * A turn that would begin too late is refused at once. No turn begins with less time left than
 * `TurnTime.requiredMs`.
 */
export class FairQueue {
  readonly #slots: number
  readonly #crowdSlots: number
  /** Until when `limitTo` applies (of `performance.now()`), and how many turns run at once. */
  #limitedUntil = 0
  #limit = 0
  readonly #common: TurnQueue
  readonly #users = new Map<number, TurnQueue>()
  readonly #userTime = new TurnTime()
  /** The queues of users that are ready, in the order of their turns. */
  readonly #ready = new Set<TurnQueue>()
  /**
   * At index n, the number of users with n or more waiting turns. The number of turns ahead of a
   * new one is computed from these.
   */
  readonly #depths: number[] = []
  readonly #turns = new Set<Turn>()
  #waiting = 0
  /** Since when the queue has not been empty. */
  #crowdedSince = 0
  #commonIsNext = false
  #idle: PromiseWithResolvers<void> | undefined
  /** How many turns were refused, by reason. */
  readonly refused = { full: 0, expected_late: 0, late: 0 }
  /** How long turns waited and took, in seconds. */
  readonly waitTimes = new Observations(turnSeconds)
  readonly turnTimes = new Observations(turnSeconds)

  /**
   * @param slots how many turns run at once
   * @param crowdSlots how many run at once while more than 500 wait. The event loop then takes
   *   longer for each round, and a turn needs several. With more turns at once, the database has
   *   work meanwhile.
   */
  constructor(slots: number, crowdSlots = slots) {
    this.#slots = slots
    this.#crowdSlots = crowdSlots
    this.#common = new TurnQueue(null, Math.ceil(slots / 2), new TurnTime())
  }

  /**
   * Checks whether a turn that is requested now would end by the deadline (of `performance.now()`).
   * Call it before the work of a request begins. `enter` does not refuse a turn because of an
   * estimate, since the work before it would be wasted.
   * @throws {Overloaded} when the turn would end later
   */
  assertCapacity(userId: number, deadline: number): void {
    const line = this.#users.get(userId)
    const time = line?.time ?? this.#userTime
    const now = performance.now()
    const isKnown = this.#waiting > 0 && now - this.#crowdedSince > graceMs
    const waitMs = isKnown ? this.#expectedWait(line) : 0
    if (this.#isFull(line)) throw this.#overload(line, 'full')
    if (now + waitMs + time.requiredMs > deadline) throw this.#overload(line, 'expected_late')
  }

  /** Whether more than the usual number of turns run. */
  get isExtended(): boolean {
    return this.#turns.size > this.#slots
  }

  /**
   * Runs only so many turns at once for a while, and at most the usual number, also while many wait.
   * @param forMs a minute if omitted
   */
  limitTo(slots: number, forMs: number = extendingPauseMs): void {
    this.#limit = Math.min(slots, this.#slots)
    this.#limitedUntil = performance.now() + forMs
  }

  get running(): number {
    return this.#turns.size
  }

  get waiting(): number {
    return this.#waiting
  }

  /** How long the oldest waiting turn has waited, in milliseconds. 0 if none waits. */
  get oldestWaitMs(): number {
    const now = performance.now()
    let oldest = now
    for (const line of [this.#common, ...this.#users.values()]) {
      const [first] = line.waiting
      if (first !== undefined) oldest = Math.min(oldest, first.since)
    }
    return now - oldest
  }

  #isFull(line: TurnQueue | undefined): boolean {
    if (line === undefined || line.waiting.size === 0) return false
    const isUsers = line !== this.#common
    return this.#waiting >= maxWaiting || (isUsers && line.waiting.size >= maxWaitingPerUser)
  }

  /**
   * The error's `Retry-After` is the time until all turns ahead are done, up to twice as long at
   * random, so that clients do not all retry at once.
   */
  #overload(line: TurnQueue | undefined, reason: 'full' | 'expected_late'): Overloaded {
    this.refused[reason]++
    const waitMs = Math.min(this.#expectedWait(line), maxWaitMs)
    const seconds = Math.ceil((waitMs / 1_000) * (1 + Math.random()))
    return new Overloaded('Too many requests are waiting.', Math.max(1, seconds))
  }

  /**
   * Waits for a turn.
   * @returns a function that ends the turn; calling it again has no effect
   * @throws {Overloaded} when too many wait, or the turn does not come in time
   */
  async enter(userId: number | null, deadline: number): Promise<() => void> {
    const line = this.#lineOf(userId)
    if (this.#isFull(line)) throw this.#overload(line, 'full')
    const since = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const refuse = () => {
      this.refused.late++
      reject(new Overloaded('The turn did not come in time.', 1))
    }
    const timer = setTimeout(
      () => {
        this.#remove(line, waiting)
        this.#update(line)
        refuse()
      },
      Math.min(Math.max(deadline - since, 0), maxTimerMs),
    )
    const waiting: WaitingTurn = {
      since,
      deadline,
      begin: () => {
        this.waitTimes.add((performance.now() - since) / 1_000)
        resolve(this.#begin(line, deadline))
      },
      refuse,
      timer,
    }
    this.#add(line, waiting)
    this.#next()
    return promise
  }

  /** Resolves once no turn runs or waits. */
  idle(): Promise<void> {
    if (this.#turns.size === 0 && this.#waiting === 0) return Promise.resolve()
    this.#idle ??= Promise.withResolvers()
    return this.#idle.promise
  }

  #lineOf(userId: number | null): TurnQueue {
    if (userId === null) return this.#common
    const line = this.#users.get(userId) ?? new TurnQueue(userId, 1, this.#userTime)
    this.#users.set(userId, line)
    return line
  }

  #begin(line: TurnQueue, deadline: number): () => void {
    const { time } = line
    const turn = { since: performance.now(), deadline, time }
    line.running.add(turn)
    this.#turns.add(turn)
    return () => {
      if (!this.#turns.delete(turn)) return
      line.running.delete(turn)
      const tookMs = performance.now() - turn.since
      time.add(tookMs)
      this.turnTimes.add(tookMs / 1_000)
      this.#update(line)
      this.#next()
      if (this.#waiting > 0) return
      this.#userTime.reset()
      this.#common.time.reset()
      if (this.#turns.size === 0) this.#idle?.resolve()
    }
  }

  /** Begins waiting turns while slots are free. */
  #next(): void {
    while (this.#turns.size < this.#openSlots) {
      const line = this.#nextLine()
      const [waiting] = line?.waiting ?? []
      if (line === undefined || waiting === undefined) return
      this.#ready.delete(line)
      this.#remove(line, waiting)
      if (performance.now() + line.time.requiredMs > waiting.deadline) waiting.refuse()
      else waiting.begin()
      this.#update(line)
    }
  }

  get #openSlots(): number {
    if (performance.now() < this.#limitedUntil) return this.#limit
    return this.#waiting > crowd ? this.#crowdSlots : this.#slots
  }

  #nextLine(): TurnQueue | undefined {
    const [user] = this.#ready
    const common = this.#common.isReady ? this.#common : undefined
    const line = this.#commonIsNext ? (common ?? user) : (user ?? common)
    this.#commonIsNext = line !== common
    return line
  }

  #add(line: TurnQueue, waiting: WaitingTurn): void {
    if (this.#waiting === 0) this.#crowdedSince = performance.now()
    line.waiting.add(waiting)
    this.#waiting++
    const depth = line.waiting.size
    if (line !== this.#common) this.#depths[depth] = (this.#depths[depth] ?? 0) + 1
    this.#update(line)
  }

  #remove(line: TurnQueue, waiting: WaitingTurn): void {
    clearTimeout(waiting.timer)
    const depth = line.waiting.size
    if (!line.waiting.delete(waiting)) return
    this.#waiting--
    if (line !== this.#common) this.#depths[depth] = (this.#depths[depth] ?? 0) - 1
  }

  /**
   * Updates the lists that contain a user's queue. A queue that is already ready keeps its
   * position.
   */
  #update(line: TurnQueue): void {
    if (line.userId === null) return
    if (line.isReady) this.#ready.add(line)
    else this.#ready.delete(line)
    if (line.isEmpty) this.#users.delete(line.userId)
    else this.#users.set(line.userId, line)
  }

  /**
   * Milliseconds until a new turn would begin, estimated from the mean time of turns and from the
   * age of the running turns.
   */
  #expectedWait(line: TurnQueue | undefined): number {
    const own = line?.waiting.size ?? 0
    const isCommon = line === this.#common
    const common = isCommon ? own : this.#common.waiting.size
    let users = this.#waiting - common
    if (!isCommon) {
      users = 0
      for (let depth = 1; depth <= own + 1; depth++) users += this.#depths[depth] ?? 0
    }
    // The common queue gets every second turn.
    const work =
      Math.min(users, isCommon ? own : users) * this.#userTime.meanMs +
      Math.min(common, isCommon ? own : users) * this.#common.time.meanMs
    const isFull = this.#turns.size >= this.#slots
    const shared = isFull ? work / this.#speed() : 0
    if (line === undefined) return shared
    return Math.max(shared, line.msUntilFreeSlot() + (own * line.time.meanMs) / line.maxRunning)
  }

  /**
   * How many slots work at mean speed: a turn that takes longer than the mean counts for less than
   * one.
   */
  #speed(): number {
    const now = performance.now()
    let speed = 0
    for (const { since, time } of this.#turns)
      speed += time.meanMs / Math.max(time.meanMs, now - since)
    return speed
  }
}
