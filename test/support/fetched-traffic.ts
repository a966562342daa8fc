import { subscribe } from 'node:diagnostics_channel'
import { Exchanges } from './traffic.ts'

/**
 * Checks the requests that this process sends to services in other processes, and the responses, as
 * a validating proxy does. Requests of other programs are not seen.
 */
const watched = new Map<number, Exchanges>()
const underWay = new WeakMap<object, Fetched>()

/** How many exchanges are checked for each service. Load tests send thousands. */
const mostExchanges = 1_000

/** What the diagnostics channels of undici report about a request. */
interface FetchedRequest {
  readonly method: string
  readonly path: string
  readonly origin: string
  readonly headers: readonly unknown[]
}

interface Fetched {
  readonly exchanges: Exchanges
  readonly sent: Buffer[]
  readonly received: Buffer[]
  status: number
  headers: ReadonlyMap<string, string>
}

/** Checks what this process fetches from a port, until the end of the test file. */
export function watchFetches(
  port: number,
  { BASE_URL, AUTH_URL }: Readonly<Record<string, string>>,
): void {
  const authUrl = AUTH_URL ?? `http://localhost:${port}`
  watched.set(port, new Exchanges({ authUrl, baseUrl: BASE_URL ?? `${authUrl}/v2` }))
  listen()
}

/** @throws {AssertionError} if an exchange was not as openapi.json says */
export function assertFetchesDocumented(): void {
  const all = [...watched.values()]
  watched.clear()
  for (const exchanges of all) exchanges.assertDocumented()
}

let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  on<{ request: FetchedRequest }>('create', ({ request }) => {
    const exchanges = watched.get(Number(new URL(request.origin).port))
    if (exchanges === undefined || exchanges.count >= mostExchanges) return
    const fetched = { exchanges, sent: [], received: [], status: 0, headers: new Map() }
    underWay.set(request, fetched)
  })
  on<{ request: object; chunk: Uint8Array | string }>('bodyChunkSent', ({ request, chunk }) => {
    underWay.get(request)?.sent.push(Buffer.from(chunk))
  })
  on<{ request: object; chunk: Uint8Array }>('bodyChunkReceived', ({ request, chunk }) => {
    underWay.get(request)?.received.push(Buffer.from(chunk))
  })
  on<{ request: object; response: { statusCode: number; headers: readonly unknown[] } }>(
    'headers',
    ({ request, response }) => {
      const fetched = underWay.get(request)
      if (fetched === undefined) return
      fetched.status = response.statusCode
      fetched.headers = byName(response.headers)
    },
  )
  on<{ request: FetchedRequest }>('trailers', ({ request }) => {
    const fetched = underWay.get(request)
    if (fetched === undefined || fetched.headers.has('content-encoding')) return
    const { exchanges, sent, received, status, headers } = fetched
    const { method, path } = request
    exchanges.check(
      {
        method,
        url: path,
        headers: Object.fromEntries(byName(request.headers)),
        text: Buffer.concat(sent).toString(),
      },
      {
        status,
        header: (name) => headers.get(name.toLowerCase()),
        text: Buffer.concat(received).toString(),
      },
    )
  })
}

const on = <Message>(name: string, listener: (message: Message) => void): void =>
  subscribe(`undici:request:${name}`, (message) => listener(message as Message))

/** Parses a list of alternating names and values, as they are on the wire. */
const byName = (flat: readonly unknown[]): Map<string, string> =>
  new Map(
    flat.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name).toLowerCase(), String(flat[index + 1])] as const] : [],
    ),
  )
