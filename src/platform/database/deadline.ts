import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from './db.ts'

/** How late a deadline may be noticed, in milliseconds. */
const toleranceMs = 25

interface Wait {
  readonly deadline: number
  readonly giveUp: (reason: Unavailable) => void
}

/** All waits. One timer checks them: a timer for each of them would cost more than the wait. */
const waits = new Set<Wait>()
let isScheduled = false

function check(): void {
  const now = performance.now()
  const late = [...waits].filter(({ deadline }) => deadline <= now)
  // One wait can contain another with the same deadline or an earlier one. The inner wait is given up
  // first: its error is more specific, and the outer wait passes it on.
  late.reverse().sort((one, other) => one.deadline - other.deadline)
  for (const wait of late) setImmediate(giveUp, wait)
  isScheduled = false
  schedule()
}

function giveUp(wait: Wait): void {
  if (waits.delete(wait))
    wait.giveUp(new Unavailable(new Error('The database took too long to respond.')))
}

function schedule(): void {
  if (isScheduled || waits.size === 0) return
  isScheduled = true
  setTimeout(check, toleranceMs)
}

/**
 * Waits for `work` until `deadline` (of `performance.now()`). After the deadline the work
 * continues, but its result is ignored.
 * @throws {Unavailable} when the deadline passes first, up to 25 ms late
 */
export function awaitUntil<T>(deadline: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const wait: Wait = { deadline, giveUp: reject }
    waits.add(wait)
    schedule()
    const end = (): void => void waits.delete(wait)
    work.then(
      (result) => {
        end()
        resolve(result)
      },
      (error: unknown) => {
        end()
        reject(error)
      },
    )
  })
}

const current = new AsyncLocalStorage<number>()

/** Runs `work` for a request that needs its response by `deadline` (of `performance.now()`). */
export const withDeadline = <T>(deadline: number, work: () => T): T => current.run(deadline, work)

/** The deadline that `withDeadline` set. Infinity outside of it. */
export const currentDeadline = (): number => current.getStore() ?? Number.POSITIVE_INFINITY
