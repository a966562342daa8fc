import { movedMs } from '../../platform/clock.ts'
import { type OutgoingFault, OutgoingRefused } from '../../platform/http/outgoing/lookup.ts'
import type { Outgoing } from '../../platform/http/outgoing/outgoing.ts'
import { messageOf } from './message.ts'
import { type Credentials, signatureHeaders } from './signature.ts'
import type { Sending, Waiting } from './store.ts'

/** The outcome of an attempt: `delivered`, or why not. */
export type Outcome =
  | 'delivered'
  | 'refused'
  | 'gone'
  | 'redirected'
  | 'timed_out'
  | 'connection_failed'
  | OutgoingFault

export interface Answered {
  readonly outcome: Outcome
  readonly status: number | null
  /** How long the receiver asks to wait before the next attempt, in seconds. */
  readonly retryAfterSeconds?: number
}

/** The time limit of an attempt with its answer, in milliseconds. */
const timeoutMs = 15_000

export interface AttemptDeps {
  readonly outgoing: Outgoing
  readonly baseUrl: string
}

/**
 * Sends one delivery. Nothing that a receiver answers is an error of ours.
 * @param now milliseconds since the epoch
 * @param stop aborts the attempt when the program stops; then there is no outcome
 */
export async function attempt(
  { outgoing, baseUrl }: AttemptDeps,
  { id, url }: Sending,
  delivery: Waiting,
  credentials: Credentials,
  { now, stop }: { readonly now: number; readonly stop: AbortSignal },
): Promise<Answered | undefined> {
  const message = messageOf(delivery, id, baseUrl)
  const body = JSON.stringify(message)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Foyer-Webhooks',
    ...(credentials.authorization !== undefined && { Authorization: credentials.authorization }),
    ...signatureHeaders(credentials, message.id, body, { now, sentAt: now - movedMs() }),
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const signal = AbortSignal.any([timeout, stop])
    const { status, retryAfter } = await outgoing.post(url, { headers, body, signal })
    const retryAfterSeconds = readRetryAfter(retryAfter, now)
    return {
      outcome: outcomeOf(status),
      status,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }
  } catch (error) {
    if (error instanceof OutgoingRefused) return { outcome: error.fault, status: null }
    if (stop.aborted) return undefined
    return { outcome: timeout.aborted ? 'timed_out' : 'connection_failed', status: null }
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

/** Reads a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000)
}
