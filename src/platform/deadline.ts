import { Unavailable } from './db.ts'

/**
 * The outcome of `work`, if it comes by `deadline` (of `performance.now()`). The work itself goes on.
 * @throws {Unavailable} when it does not.
 */
export function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Unavailable(new Error('It took too long.')))
    timer = setTimeout(giveUp, deadline - performance.now())
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
