import type { FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded, Unavailable } from '../database/db.ts'
import { hasTooManyRecords, isUserGone } from '../database/sqlstate.ts'
import { type Details, isRefused, type Refusal, Refused, refusals } from '../errors/refusals.ts'
import { type Language, type Message, say } from '../i18n/catalogue.ts'
import type { EncodedAnswer } from './api/answer.ts'
import { halJson } from './api/hal.ts'
import { methodOf } from './api/methods.ts'
import { acceptPatch } from './api/negotiate.ts'
import type { HeadersFor } from './headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of a response that is made before the hooks of its scope have run. */
    headersFor: HeadersFor
    /** The URL of the metadata that tells where to get tokens (RFC 9728). */
    resourceMetadata: string | undefined
  }
}

export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly _links?: object
}

/** The body of an error response (section 2.7 of the interface). */
export function errorBody(
  language: Language,
  { code, message }: Refusal,
  details: Details = {},
): ErrorBody {
  const errors = [...(details.faults ?? [])].map(([property, messages]) => [
    property,
    messages.map(([key, params]) => say(language, key, params)),
  ])
  const text = say(language, ...(details.message ?? [message]))
  const { links } = details
  return {
    code,
    message: text,
    errors: Object.fromEntries(errors),
    ...(links && { _links: links }),
  }
}

/** The headers of the response to a refused request. */
export const refusalHeaders = ({
  retryAfterSeconds,
  allow,
  challenge,
}: Details): Readonly<Record<string, string>> => ({
  ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  ...(allow !== undefined && { Allow: allow }),
  ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
})

/** The refusals for errors that Fastify itself throws, by Fastify's codes. */
const fastifyRefusals: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refusals.payload_too_large,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refusals.unsupported_media_type,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refusals.invalid_request_body,
}

/**
 * The challenge for a token that is not valid (RFC 6750, 3). There is no space after the commas,
 * because an existing client parses exactly this form.
 */
export const invalidTokenChallenge = (): string =>
  `Bearer realm="foyer",error="invalid_token",error_description="${say('en', 'error.invalid_token')}"`

/** The refusal of the token of a user who was erased during the request. */
const userGone = (): Refused =>
  new Refused(refusals.invalid_token, { challenge: invalidTokenChallenge() })

/** Converts any error to a `Refused`. An unexpected error becomes `internal_server_error`. */
export function toRefused(error: unknown): Refused {
  // Operations do not know how to authenticate.
  if (isRefused(error, refusals.invalid_token) && error.details.challenge === undefined)
    return userGone()
  if (error instanceof Refused) return error
  if (error instanceof Unavailable) {
    const { retryAfterSeconds } = error
    return new Refused(refusals.service_unavailable, { retryAfterSeconds })
  }
  if (isUserGone(error)) return userGone()
  if (hasTooManyRecords(error))
    return new Refused(refusals.too_many_requests, { retryAfterSeconds: 60 * 60 })
  const { code = '' } = (error ?? {}) as { code?: string }
  return new Refused(fastifyRefusals[code] ?? refusals.internal_server_error)
}

/** The response to a refused request. This is the only place that makes such responses. */
export const encodeRefusal = (
  { refusal, details }: Refused,
  language: Language,
): EncodedAnswer => ({
  status: refusal.status,
  headers: {
    ...refusalHeaders(details),
    'Cache-Control': 'no-store',
    'Content-Language': language,
    'Content-Type': halJson,
  },
  body: Buffer.from(JSON.stringify(errorBody(language, refusal, details))),
})

/** Responds to any error of the interface. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refused = toRefused(error)
  logProblem(request, refused.refusal, error)
  keepConnection(reply)
  // A request that is refused early has not met the hooks of its scope.
  if (!reply.hasHeader('api-version')) reply.headers(request.server.headersFor(request.url))
  if (refused.refusal === refusals.unsupported_media_type && request.method === 'PATCH')
    reply.header('accept-patch', acceptPatch)
  const { status, headers, body } = encodeRefusal(refused, request.language)
  reply.code(status).headers(headers)
  const { challenge } = refused.details
  const { resourceMetadata } = request.server
  if (challenge !== undefined && resourceMetadata !== undefined)
    reply.header('WWW-Authenticate', [challenge, metadataChallenge(resourceMetadata)])
  reply.send(body)
}

/**
 * The challenge that leads to the metadata of the interface (RFC 9728, 5.1). It has a line of its
 * own after the first challenge, because an existing client takes all the text of that up to the
 * last quote.
 */
const metadataChallenge = (url: string): string => `Bearer resource_metadata="${url}"`

/**
 * Keeps the connection open after a body was refused. Fastify would close it. The kernel then resets
 * it while the client still sends, and the client, or a proxy before this service, may lose the
 * response. `RequestQueue` bounds how much of the rest is read.
 */
export function keepConnection(reply: FastifyReply): void {
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
}

/**
 * Logs an unexpected error. A client that stops sending its body is not unexpected: the request log
 * has a line for it.
 */
export function logUnexpected(request: FastifyRequest, error: unknown): void {
  const { destroyed, complete } = request.raw
  if (complete || !destroyed) request.log.error({ err: error }, 'unexpected error')
}

/** Counts a refusal, and logs an error that the caller did not cause. */
export function logProblem(request: FastifyRequest, refusal: Refusal, error: unknown): void {
  request.server.countRefusal(refusal.code)
  if (refusal === refusals.internal_server_error) logUnexpected(request, error)
  // One line without the stack, because there are many while the database cannot be reached. An
  // overload causes thousands, and each request already has its own line.
  if (refusal === refusals.service_unavailable && !(error instanceof Overloaded))
    logUnavailable(request, error)
}

/** Logs that the database, or another service, did not answer. */
export function logUnavailable(request: FastifyRequest, error: unknown): void {
  request.log.warn({ reason: reasonOf(error) }, 'unavailable')
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(error)
}

/**
 * Makes the handler for paths without a route. It names the operation that the request most likely
 * meant.
 * @param rootUrl the URL of the root resource, which links to all others
 */
export const apiNotFoundHandler =
  (rootUrl: string) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    // A route that hides itself is not suggested. `is404` does not tell, because it is true then, too.
    const isUnknown = request.routeConfig.url === undefined
    const meant = isUnknown
      ? request.server.nearOperation(methodOf(request.raw), request.url, false)
      : undefined
    const message: Message =
      meant === undefined
        ? ['error.not_found.path', { url: rootUrl }]
        : ['error.not_found.path_like', { operation: meant }]
    answerError(new Refused(refusals.not_found, { message }), request, reply)
  }
