import assert from 'node:assert/strict'

/** What to send in addition to method and path. */
export interface Sent {
  /** The Idempotency-Key. */
  readonly key?: string | undefined
  /** Sent as JSON; a text is sent unchanged. */
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever the service sends.
  readonly body: any
}

/** Sends a request, perhaps with an Idempotency-Key. */
export async function sendKeyed(
  baseUrl: string,
  token: string,
  method: string,
  path: string,
  sent: Sent,
): Promise<Received> {
  const { key, body } = sent
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sent.token ?? token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, text, body: text && JSON.parse(text) }
}

/** Headers that belong to one exchange. */
const ofOneExchange = new Set([
  'date',
  'ratelimit',
  'ratelimit-policy',
  'request-id',
  'idempotency-replayed',
])

/**
 * Asserts that a response repeats an earlier one byte for byte, and has the header that says so.
 */
export function assertReplayed(
  again: Received,
  first: Received,
  { isReplayed } = { isReplayed: true },
): void {
  assert.equal(again.headers.get('idempotency-replayed'), isReplayed ? 'true' : null, again.text)
  assert.deepEqual(contentOf(again), contentOf(first))
}

const contentOf = ({ status, headers, text }: Received) => ({
  status,
  headers: [...headers].filter(([name]) => !ofOneExchange.has(name)),
  text,
})
