/** How often the event loop is looked at, in milliseconds. Delays of less than twice as much do not count. */
const every = 50

/**
 * Watches the event loop, so that time which requests spend unread on a busy one counts as theirs.
 * @returns what tells when a request that is being read now has arrived, at the earliest (in terms of
 *   `performance.now()`), and what ends the watching
 */
export function watchArrivals(): { arrivedAt(): number; stop(): void } {
  let last = performance.now()
  let beforeLast = last
  const timer = setInterval(() => {
    beforeLast = last
    last = performance.now()
  }, every).unref()
  return {
    // Between two ticks everything that has arrived is read: what comes now was not there before the last but one.
    arrivedAt: () => Math.min(performance.now(), beforeLast + 2 * every),
    stop: () => clearInterval(timer),
  }
}
