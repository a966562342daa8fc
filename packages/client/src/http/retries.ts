import type { FoyerError } from './error.ts'
import type { RetryPolicy } from './options.ts'

/** The longest time before a retry, without `Retry-After`: milliseconds. */
const longestBackoff = 8_000

/** A proxy's 502 and 504 mean that its own connection was lost. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Returns the milliseconds to wait after an attempt, or undefined if another one does not help.
 * A random part keeps clients that failed together from coming back together.
 */
export function delayBefore(
  attempt: number,
  { status, code, retryAfter = 0 }: FoyerError,
  { limit, delay, longestDelay }: RetryPolicy,
): number | undefined {
  const isPassing =
    passing.has(status) ||
    code === 'connection_failed' ||
    code === 'timed_out' ||
    code === 'idempotency_key_in_use'
  const asked = retryAfter * 1_000
  if (!isPassing || attempt > limit || asked > longestDelay) return undefined
  const backoff = Math.min(delay * 2 ** (attempt - 1), longestBackoff)
  const jitter = Math.random() * (backoff / 2)
  return asked > backoff ? asked + jitter : backoff - jitter
}

/** Waits. An abort rejects with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  return unlessAborted(signal, waited).finally(() => clearTimeout(timer))
}

/** Waits for work that other callers may wait for, too. An abort ends the waiting, not the work. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}
