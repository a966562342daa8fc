import { Unavailable } from './db.ts'

/**
 * The outcome of `work`, if it comes by `deadline` (of `performance.now()`). The work itself goes on.
 * @throws {Unavailable} when it does not.
 */
export function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = () => reject(new Unavailable(new Error('It took too long.')))
  const timer = setTimeout(giveUp, deadline - performance.now())
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
