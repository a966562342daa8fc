import type { FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded, Unavailable } from '../database/db.ts'
import { type Refusal, Refused } from '../errors/refused.ts'
import { type Language, type Message, say } from '../i18n/catalogue.ts'
import { CardNumberRefused } from '../text/card-number/guard.ts'
import type { Faults } from '../text/draft.ts'
import { halJson } from './api/hal.ts'

/** Every code that an error body can carry, and its status. */
export const statusOf = {
  invalid_request_body: 400,
  validation_failed: 400,
  https_required: 400,
  malformed_request: 400,
  unauthorized: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  forbidden: 403,
  invalid_delete: 403,
  limit_reached: 403,
  purchase_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  headers_too_large: 431,
  internal_server_error: 500,
  service_unavailable: 503,
} as const satisfies Record<Refusal | string, number>

export type ErrorCode = keyof typeof statusOf

/** A "no" of the protocol, not of the domain: thrown by hooks and parsers. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** The message for people, if it says more than the usual message of the code. */
  readonly told: Message | undefined
  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}, told?: Message) {
    super(code)
    this.code = code
    this.headers = headers
    this.told = told
  }
}

export interface ErrorBody {
  code: ErrorCode
  message: string
  errors: Record<string, string[]>
}

/** The body of an error, as the interface has it (2.7). @param told instead of the usual message of the code */
export function errorBody(
  language: Language,
  code: ErrorCode,
  faults: Faults = new Map(),
  told: Message = [`error.${code}`],
): ErrorBody {
  const errors = [...faults].map(([property, messages]) => [
    property,
    messages.map(([key, params]) => say(language, key, params)),
  ])
  return { code, message: say(language, ...told), errors: Object.fromEntries(errors) }
}

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request_body',
}

/** The code for a request that Fastify itself refuses; undefined for any other error. */
export const codeOfFastify = (error: unknown): ErrorCode | undefined =>
  fastifyCodes[(error as { code?: string } | null)?.code ?? '']

/** Answers with an error: the one place where what was thrown becomes a status. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, faults, headers, told } = problemOf(error)
  logProblem(request, code, error)
  reply
    .code(statusOf[code])
    .headers({ ...headers, 'Cache-Control': 'no-store', 'Content-Language': request.language })
    .type(halJson)
    .send(JSON.stringify(errorBody(request.language, code, faults, told)))
}

/** Logs an unexpected error. A client that stops sending its body is not one: the request log has a line for it. */
export function logUnexpected(request: FastifyRequest, error: unknown): void {
  const { destroyed, complete } = request.raw
  if (complete || !destroyed) request.log.error({ err: error }, 'unexpected error')
}

/** Logs what is not the caller's doing. */
export function logProblem(request: FastifyRequest, code: string, error: unknown): void {
  if (code === 'internal_server_error') logUnexpected(request, error)
  // A line each, without the stack: there are many while the database is away. An overload causes thousands, and each
  // request has its own line already.
  if (code === 'service_unavailable' && !(error instanceof Overloaded))
    request.log.warn({ reason: reasonOf(error) }, 'unavailable')
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(error)
}

/**
 * Makes the handler for paths without a route.
 * @param start the URL of the root resource, where clients find all others
 */
export const answerNoPath =
  (start: string) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const told = ['error.not_found.path', { url: start }] as const
    answerError(new HttpProblem('not_found', {}, told), request, reply)
  }

interface Problem {
  code: ErrorCode
  faults?: Faults
  headers?: Readonly<Record<string, string>>
  told?: Message | undefined
}

/** What was thrown, as the code of an answer. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error
  if (error instanceof HttpProblem) return error
  if (error instanceof Unavailable) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) }
    return { code: 'service_unavailable', headers }
  }
  if (error instanceof CardNumberRefused) return { code: 'validation_failed' }
  return { code: codeOfFastify(error) ?? 'internal_server_error' }
}
