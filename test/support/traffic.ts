import assert from 'node:assert/strict'
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { operations } from './document.ts'
import {
  type Received,
  validateAnswer,
  validateExchange,
  validateRequest,
} from './validate-response.ts'

/** What a service under test received and answered. */
export interface Traffic {
  /** How many exchanges openapi.json describes. */
  readonly count: number
  /** @throws {AssertionError} if an exchange was not as openapi.json says */
  assertDocumented(): void
}

/**
 * Checks every request that a service accepts and every answer that it sends against openapi.json,
 * as they are on the wire, whoever asked: as a validating proxy does, without another process.
 */
export function watchTraffic(server: Server, urls: { baseUrl: string; authUrl: string }): Traffic {
  const [base, issuer] = [pathOf(urls.baseUrl), pathOf(urls.authUrl)]
  const mismatches: string[] = []
  let count = 0
  const check = (request: IncomingMessage, sent: string, answer: Received): void => {
    const { method = '', url = '' } = request
    const isBelow = base !== '' && url.toLowerCase().startsWith(`${base}/`)
    const endpoint = endpoints.find(
      (one) => one.method === method && issuer + one.template === url.replace(/[?#].*/s, ''),
    )
    if (!isBelow && url !== base && endpoint === undefined) return
    count++
    try {
      if (endpoint) validateAnswer(endpoint, answer)
      else {
        const path = url.slice(base.length)
        validateExchange(method, path, answer)
        if (answer.status < 300) validateRequest(method, path, request.headers, sent)
      }
    } catch (error) {
      mismatches.push(`${method} ${url}: ${(error as Error).message}\nThe request was ${sent}`)
    }
  }
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const sent = copyOf(request)
    const told = answerOf(response)
    response.once('finish', () => check(request, sent(), told()))
  })
  return {
    get count() {
      return count
    },
    assertDocumented() {
      assert.deepEqual(mismatches.slice(0, 5), [], `${mismatches.length} of ${count} exchanges`)
    },
  }
}

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')

/** Operations at the issuer. */
const endpoints = operations.filter(({ server }) => server !== undefined)

/** Copies what comes in, without reading it from the service. @returns the text so far */
function copyOf(request: IncomingMessage): () => string {
  const chunks: Buffer[] = []
  const push = request.push.bind(request)
  request.push = (chunk, encoding) => {
    if (chunk) chunks.push(Buffer.from(chunk))
    return push(chunk, encoding)
  }
  return () => Buffer.concat(chunks).toString()
}

/** Copies what goes out. Fastify gives headers to `writeHead`, and Node.js does not keep those. */
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
