import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { methodOf } from '../../platform/http/api/methods.ts'
import { holdsCardNumber } from '../../platform/text/card-number/card-number.ts'

/** Names and values of headers, without secrets. */
export type Headers = readonly (readonly [name: string, value: string])[]

/** What a received request and its response said. */
export interface ExchangeDetails {
  readonly sent: Headers
  readonly answered: Headers
  /** The body of an error response, else empty. */
  readonly error: string
}

/** A request that the service has answered, or that it has sent to a webhook. */
export interface Exchange {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly direction: 'received' | 'sent'
  readonly method: string
  /** The path of a received request, the URL of a sent one. Neither has its query. */
  readonly target: string
  /** The status of the answer, or why there is none. */
  readonly outcome: string
  readonly ms: number
  readonly details?: ExchangeDetails
}

/** How many exchanges are kept. */
const maxExchanges = 100

/** The last requests, newest first. They stay in memory alone. */
export class Traffic {
  readonly #clock: Clock
  #exchanges: readonly Exchange[] = []
  #lastId = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get latest(): readonly Exchange[] {
    return this.#exchanges
  }

  find(id: string): Exchange | undefined {
    return this.#exchanges.find((one) => String(one.id) === id)
  }

  clear(): void {
    this.#exchanges = []
  }

  /** Adds a request. The query is left out, because it may have a code or a token. */
  add({ target, ...rest }: Omit<Exchange, 'id'>): void {
    const exchange = { ...rest, id: ++this.#lastId, target: withoutCard(withoutQuery(target)) }
    this.#exchanges = [exchange, ...this.#exchanges].slice(0, maxExchanges)
  }

  /** Adds all requests that a server receives, except those for pages below `ownPaths`. */
  watch(server: Server, ownPaths: readonly string[]): void {
    // Some requests are answered at once, so this listener comes first.
    server.prependListener('request', (request: IncomingMessage, response) => {
      const { url: target = '' } = request
      if (ownPaths.some((path) => target.startsWith(path))) return
      const begun = performance.now()
      const answerOf = keepAnswer(response)
      response.once('close', () => {
        const outcome = response.writableFinished
          ? String(response.statusCode)
          : 'connection closed'
        const ms = Math.round(performance.now() - begun)
        const method = methodOf(request)
        const at = this.#clock.now()
        const details = {
          sent: shownHeaders(request.headers, sentNames),
          ...answerOf(),
        }
        this.add({ at, direction: 'received', method, target, outcome, ms, details })
      })
    })
  }
}

/** The query may have a code or a token. */
const withoutQuery = (target: string): string => target.split('?', 1)[0]?.slice(0, 300) ?? ''
const withoutCard = (text: string): string => (holdsCardNumber(text) ? '(a card number)' : text)

/** The headers that are shown. Of `Authorization` only the scheme is shown, and no cookies. */
const sentNames = [
  'accept',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'user-agent',
] as const
const answeredNames = [
  'allow',
  'content-language',
  'content-type',
  'etag',
  'idempotency-replayed',
  'location',
  'ratelimit',
  'request-id',
  'retry-after',
  'www-authenticate',
] as const

const shownHeaders = (headers: OutgoingHttpHeaders, names: readonly string[]): Headers =>
  names.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, withoutCard(shownValue(name, String(value)))]]
  })

const authenticationScheme = /^\w+(?= )/

function shownValue(name: string, value: string): string {
  if (name === 'authorization') return `${authenticationScheme.exec(value)?.[0] ?? ''} (not shown)`
  return name === 'location' ? withoutQuery(value) : value.slice(0, 300)
}

/**
 * Returns a function that returns the headers of the response, and the body of an error, after the
 * response has ended. Fastify gives the headers to `writeHead`, which does not keep them.
 */
function keepAnswer(response: ServerResponse): () => Omit<ExchangeDetails, 'sent'> {
  const { writeHead, end } = response
  let headers: OutgoingHttpHeaders = {}
  let body = ''
  response.writeHead = ((...sent: unknown[]) => {
    const own = sent.at(-1)
    headers = { ...response.getHeaders(), ...(typeof own === 'object' && own) }
    return Reflect.apply(writeHead, response, sent)
  }) as typeof writeHead
  response.end = ((...sent: unknown[]) => {
    const [last] = sent
    const isError = response.statusCode >= 400 && /json/.test(String(headers['content-type']))
    if (isError && (typeof last === 'string' || Buffer.isBuffer(last)))
      body = last.toString().slice(0, 4_000)
    return Reflect.apply(end, response, sent)
  }) as typeof end
  return () => ({ answered: shownHeaders(headers, answeredNames), error: withoutCard(body) })
}
