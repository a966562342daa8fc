import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from './db.ts'

/**
 * Waits for `work` until `deadline` (of `performance.now()`). After the deadline the work
 * continues, but its result is ignored.
 * @throws {Unavailable} when the deadline passes first.
 */
export function awaitUntil<T>(deadline: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = () => reject(new Unavailable(new Error('The database took too long to respond.')))
  const timer = setTimeout(giveUp, deadline - performance.now())
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

const current = new AsyncLocalStorage<number>()

/** Runs `work` for a request that needs its response by `deadline` (of `performance.now()`). */
export const withDeadline = <T>(deadline: number, work: () => T): T => current.run(deadline, work)

/** The deadline that `withDeadline` set. Infinity outside of it. */
export const currentDeadline = (): number => current.getStore() ?? Number.POSITIVE_INFINITY
