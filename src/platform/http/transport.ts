import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Refusal, refusals } from '../errors/refusals.ts'
import { chooseLanguage, type Language } from '../i18n/catalogue.ts'
import { nodeHttp } from '../process/node-http.ts'
import { holdsIssuedNumber } from '../text/card-number/card-number.ts'
import { halJson } from './api/hal.ts'
import { methods, routeUnserved } from './api/methods.ts'
import { errorBody } from './errors.ts'
import type { HeadersFor } from './headers.ts'
import { handleInOrder, queueOf } from './load/request-queue.ts'
import { clientClosedMessage, clientClosedStatus } from './request-log.ts'
import type { TransportLog } from './request-metrics.ts'

/** The headers of every response, also of pages and errors. */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

/** The id from the request, if it is a UUID and does not contain a card number. Else a new id. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['request-id']
  return typeof given === 'string' && uuid.test(given) && !holdsIssuedNumber(given)
    ? given
    : randomUUID()
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  // Node's own response would lack the common headers, so `checkHostHeader` checks `Host`.
  requireHostHeader: false,
}

/**
 * Creates an HTTP server with timeouts: 5 s for the headers and 10 s for the request, checked every
 * second. It handles the requests of a connection one after the other, and refuses malformed
 * requests before routing.
 * @param rewrite returns the path and query for routing
 * @param headersFor returns more headers of a refusal
 */
export function createTransport(
  listener: RequestListener,
  rewrite: (url: string) => string,
  logger: TransportLog,
  headersFor: HeadersFor = () => ({}),
): Server {
  const listen = handleInOrder((request, response) => {
    const fault = checkHostHeader(request)
    request.url = rewrite(escapeUndecodable(request.url ?? ''))
    if (fault === undefined) {
      routeUnserved(request)
      return listener(request, response)
    }
    const language = chooseLanguage(request.headers['accept-language'])
    const body = bodyOf(fault, language)
    const headers = prepareRefusal(
      fault,
      { requestId: requestIdOf(request), language, body },
      logger,
    )
    response.writeHead(fault.status, { ...headersFor(request.url), ...headers })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  return (
    nodeHttp
      .createServer(limits, listen)
      // An unknown expectation may be ignored (RFC 9110, 10.1.1). Node's 417 would have no error
      // body.
      .on('checkExpectation', listen)
      .on('connect', (_request, socket) => {
        // Node.js has removed its own error listener.
        socket.on('error', () => {})
        const refuse = () => refuseOnSocket(refusals.method_not_allowed, socket, logger)
        const queue = queueOf(socket)
        if (queue) queue.refuse(refuse)
        else refuse()
      })
  )
}

/**
 * Makes the handler that refuses a request before routing, because too many requests wait.
 * `Retry-After` is the time that the oldest of them has waited, up to twice as long at random, so
 * that clients do not all retry at once. The body is made once for each language.
 */
export function refuseOverload(logger: TransportLog, headersFor: HeadersFor) {
  const reason = refusals.service_unavailable
  const bodies = new Map<Language, Buffer>()
  return (request: IncomingMessage, response: ServerResponse, waitMs: number): void => {
    const language = chooseLanguage(request.headers['accept-language'])
    const body = bodies.get(language) ?? bodyOf(reason, language)
    bodies.set(language, body)
    const headers = prepareRefusal(
      reason,
      { requestId: requestIdOf(request), language, body },
      logger,
    )
    const { Connection: _, ...kept } = headers
    const seconds = Math.ceil((waitMs / 1_000) * (1 + Math.random()))
    response.writeHead(reason.status, {
      ...headersFor(request.url ?? ''),
      ...kept,
      'Retry-After': String(Math.max(1, seconds)),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/**
 * Escapes the percent signs of a path with invalid escapes (RFC 3986, 2.1), such as `%zz`, or
 * `%ff`, which is not UTF-8. The router cannot handle such a path. Once escaped, it matches no
 * resource.
 */
function escapeUndecodable(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return url
  try {
    const plain = decodeURIComponent(path)
    // The router compares in lower case and assumes the same length. "İ" is longer in lower case.
    if (plain.toLowerCase().length === plain.length) return url
  } catch {
    // The escapes are invalid.
  }
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

/**
 * The refusal of a request with a missing or repeated `Host`. Node's parser itself refuses two
 * lengths, a length with an encoding, and a space before a colon.
 */
function checkHostHeader({ httpVersion, rawHeaders }: IncomingMessage): Refusal | undefined {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  // HTTP/1.0 does not require Host (RFC 9112, 3.2).
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0')
    ? refusals.malformed_request
    : undefined
}

const parserRefusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refusals.headers_too_large,
  ERR_HTTP_REQUEST_TIMEOUT: refusals.request_timeout,
}

/**
 * Makes the handler that responds on the socket to a request that Node's parser refused or that
 * arrived too slowly.
 */
export const answerBrokenRequest =
  (logger: TransportLog) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    const { code = '' } = error
    const queue = queueOf(socket)
    const close = () => socket.destroy()
    const refuse = () =>
      refuseOnSocket(parserRefusals[code] ?? refusals.malformed_request, socket, logger)
    if (code === 'ECONNRESET' || code === 'HPE_INVALID_EOF_STATE') {
      if (queue ? queue.isWithinHead && !queue.isAnsweredEarly : socket.bytesRead > 0)
        logger.info(
          { requestId: randomUUID(), route: null, status: clientClosedStatus },
          clientClosedMessage,
        )
      if (queue && code !== 'ECONNRESET') queue.end(close)
      else close()
    } else if (!socket.writable || queue?.isAnsweredEarly) close()
    else if (!queue) refuse()
    else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') queue.refuseLate(refuse, limits.requestTimeout)
    else queue.refuse(refuse)
  }

function refuseOnSocket(reason: Refusal, socket: Duplex, logger: TransportLog): void {
  // The request was not read, so nothing says which language its user understands.
  const language = 'en'
  const body = bodyOf(reason, language)
  const headers = prepareRefusal(reason, { requestId: randomUUID(), language, body }, logger)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${reason.status} ${reason.code}\r\n${lines.join('')}\r\n${body}`)
  // After `end` alone, the socket would stay half open until the client closes it.
  socket.once('finish', () => socket.destroy())
}

const bodyOf = (reason: Refusal, language: Language): Buffer =>
  Buffer.from(JSON.stringify(errorBody(language, reason)))

interface PreparedRefusal {
  readonly requestId: string
  readonly language: Language
  readonly body: Buffer
}

/** Logs the refusal of a request that never reaches a route. @returns the headers */
function prepareRefusal(
  reason: Refusal,
  { requestId, language, body }: PreparedRefusal,
  logger: TransportLog,
): Record<string, string> {
  logger.info({ requestId, route: null, status: reason.status, code: reason.code })
  return {
    ...commonHeaders,
    'Content-Type': halJson,
    'Content-Language': language,
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    'Request-Id': requestId,
    Connection: 'close',
    ...(reason === refusals.method_not_allowed && { Allow: methods.join(', ') }),
  }
}
