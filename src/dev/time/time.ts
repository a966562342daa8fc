/*
 * Moves the time of this process, in development. It replaces `Date.now`, because three parts of
 * one comparison read it: our clock, the OAuth library and the embedded database. Timeouts go on as
 * before. See docs/decisions/layout.md.
 */

const machineNow = Date.now

/** How far the time of this process is ahead of the machine's. */
export interface MovedTime {
  /** Milliseconds. 0 is the machine's time. */
  readonly aheadMs: number
  /** Sets the time so many milliseconds ahead of the machine's. */
  move(aheadMs: number): void
}

/** Returns the time of this process, which nobody has moved yet. */
export function openMovedTime(): MovedTime {
  let aheadMs = 0
  return {
    get aheadMs() {
      return aheadMs
    },
    move(ms) {
      aheadMs = ms
      Date.now = ms === 0 ? machineNow : () => machineNow() + ms
    },
  }
}

/** Stops the time of this process at one instant until `work` has ended. */
export async function atTime<T>(instant: number, work: () => Promise<T>): Promise<T> {
  const before = Date.now
  Date.now = () => instant
  try {
    return await work()
  } finally {
    Date.now = before
  }
}
