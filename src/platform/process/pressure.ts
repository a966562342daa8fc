import type { OpenDatabase } from '../database/db.ts'

/** What the process has to do beyond what it can do, in milliseconds. */
export interface Load {
  /** How late the event loop runs what is due. Of ten measurements, nine were lower. */
  readonly eventLoopDelayMs: number
  /** How long the next write of a user who has no waiting write would wait for its turn. */
  readonly queueWaitMs: number
}

/** The log of the process, as far as this module uses it. */
interface PressureLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

const intervalMs = 500
/** How often the event loop is measured, in milliseconds. */
const resolutionMs = 20

/** Above one of these bounds a measurement is high. */
const high: Load = { eventLoopDelayMs: 250, queueWaitMs: 1_000 }
/** Below all of these it is low. */
const low: Load = { eventLoopDelayMs: 100, queueWaitMs: 250 }
/** How many measurements in a row must be high or low to change the state: 2 s and 3 s. */
const highInRow = 4
const lowInRow = 6

/**
 * Decides whether the process is overloaded. It takes several high measurements in a row to become
 * overloaded, and more low ones to recover, so that a load balancer does not send it requests and
 * take them away again every second.
 */
export class Pressure {
  #reason: string | undefined
  #high = 0
  #low = 0
  readonly #log: PressureLog | undefined

  constructor(log?: PressureLog) {
    this.#log = log
  }

  /** Why the process is overloaded. Undefined if it is not. */
  get reason(): string | undefined {
    return this.#reason
  }

  add(load: Load): void {
    const reason = reasonOf(load)
    this.#high = reason === undefined ? 0 : this.#high + 1
    this.#low = isLow(load) ? this.#low + 1 : 0
    if (reason !== undefined && (this.#reason !== undefined || this.#high >= highInRow)) {
      if (this.#reason === undefined) this.#log?.warn({ ...load }, 'overloaded')
      this.#reason = reason
    } else if (this.#reason !== undefined && this.#low >= lowInRow) {
      this.#log?.info({ ...load }, 'no longer overloaded')
      this.#reason = undefined
    }
  }

  /** Forgets all measurements: their cause was not too many requests. */
  reset(): void {
    this.#reason = undefined
    this.#high = 0
    this.#low = 0
  }
}

function reasonOf({ eventLoopDelayMs, queueWaitMs }: Load): string | undefined {
  if (eventLoopDelayMs > high.eventLoopDelayMs)
    return `overloaded: the event loop is ${Math.round(eventLoopDelayMs)} ms late`
  if (queueWaitMs > high.queueWaitMs)
    return `overloaded: writes wait ${Math.round(queueWaitMs)} ms for their turn`
  return undefined
}

const isLow = ({ eventLoopDelayMs, queueWaitMs }: Load): boolean =>
  eventLoopDelayMs < low.eventLoopDelayMs && queueWaitMs < low.queueWaitMs

/**
 * Makes a function that measures the load since its last call. Node's own histogram of delays does
 * not notice a delay after it was reset.
 */
export function measureLoad(db: Pick<OpenDatabase, 'queueWaitMs'>): () => Load {
  let delays: number[] = []
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    delays.push(Math.max(0, now - last - resolutionMs))
    last = now
  }
  setInterval(tick, resolutionMs).unref()
  return () => {
    if (performance.now() - last > resolutionMs) tick()
    const sorted = delays.sort((a, b) => a - b)
    delays = []
    return {
      eventLoopDelayMs: sorted[Math.floor(sorted.length * 0.9)] ?? 0,
      queueWaitMs: db.queueWaitMs?.() ?? 0,
    }
  }
}

/** Watches the load of this process until it ends. */
export function watchPressure(db: OpenDatabase, log: PressureLog): Pressure {
  const pressure = new Pressure(log)
  const measure = measureLoad(db)
  setInterval(() => pressure.add(measure()), intervalMs).unref()
  return pressure
}
