import Stripe from 'stripe'
import { readBounded } from '../../platform/http/read-bounded.ts'
import { traceHeaders } from '../../platform/telemetry/tracer.ts'
import { parseJson } from '../../platform/text/json.ts'

/** The largest accepted answer, in bytes. A page of 100 payment methods is a fifth of it. */
const maxBytes = 1024 * 1024

/**
 * The headers that the client reads. It would print others, such as `Stripe-Notice`, as warnings.
 */
const usedHeaders = ['request-id', 'stripe-should-retry'] as const

/** The answer is not from the processor. A server on the way may have sent it. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
  readonly status: number
  constructor(status: number, cause?: unknown) {
    super(`The response with status ${status} is not a JSON object.`, { cause })
    this.status = status
  }
}

/**
 * Creates the HTTP client for the processor's package. The package expects every JSON value to be
 * an object. If it is not, the package throws outside of any promise, which ends the process. So
 * this client refuses other answers, and they count as a failed connection. Redirects are failures
 * too, because a card number must not go to another address.
 */
export const stripeHttpClient = () => Stripe.createFetchHttpClient(fetchObject)

async function fetchObject(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const sent = new Headers(init?.headers)
  for (const [name, value] of Object.entries(traceHeaders())) sent.set(name, value)
  const response = await fetch(url, { ...init, headers: sent, redirect: 'error' })
  const { status, headers } = response
  const body = await readBounded(response, maxBytes)
  if (!isAnswer(status, body)) throw new UnreadableAnswer(status)
  const kept = usedHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new Response(new Uint8Array(body), { status, headers: kept })
}

/** Whether an answer is an object, and a failure has an object `error`. */
function isAnswer(status: number, body: Buffer): boolean {
  let value: unknown
  try {
    value = parseJson(body).value
  } catch {
    return false
  }
  if (!isObject(value)) return false
  const isSuccess = status >= 200 && status < 300
  return isSuccess ? !('error' in value) : isObject((value as { error?: unknown }).error)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
