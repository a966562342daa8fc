import { setTimeout as pause } from 'node:timers/promises'

/** The shortest duration. It is longer than the work usually takes. */
const minDurationMs = 250
/** The most that chance adds. It hides small differences that timers and locks cause. */
const maxJitterMs = 50

/**
 * Runs work that differs a little depending on whether there is an account. It takes at least a
 * fixed time, so that the duration does not reveal whether there is an account.
 */
export async function withUniformDelay<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + minDurationMs + Math.random() * maxJitterMs
  try {
    return await work()
  } finally {
    await pause(Math.max(0, end - performance.now()))
  }
}
