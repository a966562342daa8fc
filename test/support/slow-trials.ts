/** A trial that takes less, in milliseconds, was not delayed by other work. */
const quietMs = 1_000

/**
 * Repeats a trial that counts the statements of a request, if it failed and was slow. An access
 * token is in the cache for five seconds, so on a busy machine a request may have one statement
 * more, or be refused for lack of capacity. A failure of a fast trial counts, and that of the last.
 */
export async function repeatSlow<T>(trial: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left--) {
    const began = performance.now()
    try {
      return await trial()
    } catch (error) {
      if (performance.now() - began < quietMs || left === 0) throw error
    }
  }
}
