import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from './db.ts'

/**
 * The outcome of `work`, if it comes by `deadline` (of `performance.now()`). The work itself goes on.
 * @throws {Unavailable} when it does not.
 */
export function awaitUntil<T>(deadline: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = () => reject(new Unavailable(new Error('The database took too long to respond.')))
  const timer = setTimeout(giveUp, deadline - performance.now())
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

const current = new AsyncLocalStorage<number>()

/** Does work for a request that must be answered by `deadline` (of `performance.now()`). */
export const withDeadline = <T>(deadline: number, work: () => T): T => current.run(deadline, work)

/** The deadline that `withDeadline` has set; infinity outside of it. */
export const currentDeadline = (): number => current.getStore() ?? Number.POSITIVE_INFINITY
