import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the work usually takes, in milliseconds. */
const leastMs = 250
/** What is left of a difference, in how timers and locks fall, is lost in this many milliseconds of chance. */
const spreadMs = 50

/**
 * Does work that is not quite the same for those who have an account and those who have none, and is never done sooner
 * than leastMs: how long it takes tells nothing.
 */
export async function withUniformDelay<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + leastMs + Math.random() * spreadMs
  try {
    return await work()
  } finally {
    await pause(Math.max(0, end - performance.now()))
  }
}
