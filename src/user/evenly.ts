import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the work usually takes, in milliseconds. */
const usual = 250

/**
 * Does work that is not quite the same for those who have an account and those who have none, and is never done sooner
 * than usual: how long it takes tells nothing.
 */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await pause(Math.max(0, usual - (performance.now() - began)))
  }
}
