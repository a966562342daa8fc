import assert from 'node:assert/strict'
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { operations } from './document.ts'
import {
  type Received,
  validateAnswer,
  validateExchange,
  validateForm,
  validateRequest,
} from './validate-response.ts'

/** What a service under test received and answered. */
export interface Traffic {
  /** How many exchanges openapi.json describes. */
  readonly count: number
  /** @throws {AssertionError} if an exchange was not as openapi.json says */
  assertDocumented(): void
}

/** A request as it was on the wire. */
export interface Sent {
  readonly method: string
  /** The path and the query. */
  readonly url: string
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
}

/** Collects the faults in the exchanges of a service. */
export class Exchanges implements Traffic {
  readonly #base: string
  readonly #issuer: string
  readonly #mismatches: string[] = []
  count = 0

  constructor({ baseUrl, authUrl }: Addresses) {
    this.#base = pathOf(baseUrl)
    this.#issuer = pathOf(authUrl)
  }

  /** Checks every response with its cookies, and each request that was accepted. */
  check({ method, url, headers, text }: Sent, answer: Received): void {
    for (const cookie of cookiesOf(answer))
      if (!/; HttpOnly\b/i.test(cookie) || !/; SameSite=Lax\b/i.test(cookie))
        this.#mismatches.push(`${method} ${url} sets a cookie that scripts or other sites use`)
    const base = this.#base
    const path = url.replace(/[?#].*/s, '')
    const isBelow = base !== '' && path.toLowerCase().startsWith(`${base}/`)
    const endpoint = endpoints.find(
      (one) => one.method === method && this.#issuer + one.template === path,
    )
    if (!isBelow && path !== base && endpoint === undefined) return
    this.count++
    try {
      if (endpoint) {
        validateAnswer(endpoint, answer)
        if (answer.status < 300) validateForm(endpoint, headers, text)
      } else {
        const below = url.slice(base.length)
        validateExchange(method, below, answer)
        if (answer.status < 300) validateRequest(method, below, headers, text)
      }
    } catch (error) {
      this.#mismatches.push(
        `${method} ${url}: ${(error as Error).message}\nThe request was ${text}`,
      )
    }
  }

  assertDocumented(): void {
    const mismatches = this.#mismatches
    assert.deepEqual(mismatches.slice(0, 5), [], `${mismatches.length} of ${this.count} exchanges`)
  }
}

/**
 * Checks every request that a service accepts and every response that it sends against
 * openapi.json, as they are on the wire and for all clients. A validating proxy does the same, but
 * needs another process.
 */
export function watchTraffic(server: Server, urls: Addresses): Traffic {
  const exchanges = new Exchanges(urls)
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const sent = copyOf(request)
    const told = answerOf(response)
    const { method = '', url = '', headers } = request
    response.once('finish', () => exchanges.check({ method, url, headers, text: sent() }, told()))
  })
  return exchanges
}

/** The cookies of a response. A comma within one stands before a space, as in a date. */
const cookiesOf = (answer: Received): readonly string[] =>
  (answer.header('set-cookie') ?? '').split(/,(?! )/).filter((cookie) => cookie !== '')

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')

/** Operations at the issuer. */
const endpoints = operations.filter(({ server }) => server !== undefined)

/** Copies the body of a request without reading it from the service. @returns the text so far */
function copyOf(request: IncomingMessage): () => string {
  const chunks: Buffer[] = []
  const push = request.push.bind(request)
  request.push = (chunk, encoding) => {
    if (chunk) chunks.push(Buffer.from(chunk))
    return push(chunk, encoding)
  }
  return () => Buffer.concat(chunks).toString()
}

/** Copies a response. Fastify passes headers to `writeHead`, and Node.js does not keep those. */
function answerOf(response: ServerResponse): () => Received {
  const chunks: Buffer[] = []
  const headers = new Map<string, string>()
  const { writeHead, write, end } = response
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  response.writeHead = (...args: unknown[]) => {
    const given = args.at(-1)
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      for (const [name, value] of Object.entries(given as OutgoingHttpHeaders))
        headers.set(name.toLowerCase(), String(value))
    return Reflect.apply(writeHead, response, args)
  }
  response.write = (...args: unknown[]) => {
    keep(args[0])
    return Reflect.apply(write, response, args)
  }
  response.end = (...args: unknown[]) => {
    keep(args[0])
    return Reflect.apply(end, response, args)
  }
  return () => ({
    status: response.statusCode,
    header: (name) => headers.get(name.toLowerCase()) ?? response.getHeader(name)?.toString(),
    text: Buffer.concat(chunks).toString(),
  })
}
