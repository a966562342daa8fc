import { isSoak } from './soak.ts'

/** A trial that takes less, in milliseconds, was not delayed by other work. */
const quietMs = 1_000

/**
 * Repeats a trial that failed and was slow. On a busy machine a request may be refused for lack of
 * capacity, or have one statement more, because an access token is in the cache for five seconds. A
 * failure counts if the trial was fast, or was the last one. The soak runs alone and has one trial.
 */
export async function repeatSlow<T>(trial: () => Promise<T>): Promise<T> {
  for (let left = isSoak ? 0 : 5; ; left--) {
    const began = performance.now()
    try {
      return await trial()
    } catch (error) {
      if (performance.now() - began < quietMs || left === 0) throw error
    }
  }
}
