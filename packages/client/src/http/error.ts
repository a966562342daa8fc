import type { ErrorBodyRelation, ErrorStatuses } from '../generated/documents.ts'
import type { Links } from '../hal.ts'
import { parse } from './json.ts'

/** What all failures have. */
interface Failure<Code extends string, Status extends number> extends Error {
  readonly name: 'FoyerError'
  readonly code: Code
  /** The HTTP status; 0 if there was no response. */
  readonly status: Status
  /** The faults, by property; empty if the error is not about properties. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** What helps, if the service knows it: `follow(error, 'paymentmethod:cardsetup')`. */
  readonly _links: Links<ErrorBodyRelation>
  /** The service's id of this request. Include it when you ask for help. */
  readonly requestId: string | undefined
  /** Seconds to wait before another attempt (RFC 9110, 10.2.3). */
  readonly retryAfter: number | undefined
  /** The response, without its body, which is in `body`. */
  readonly response: Response | undefined
  /** The body as text. */
  readonly body: string
}

interface Refusal<Code extends string, Status extends number> extends Failure<Code, Status> {
  readonly response: Response
}

/** A refusal of the service, by its code. `docs/guide/errors.md` explains each one. */
export type ServiceError = {
  [Code in keyof ErrorStatuses]: Refusal<Code, ErrorStatuses[Code]>
}[keyof ErrorStatuses]

/**
 * The codes of the endpoints for tokens, and of a sign-in that comes back without a code (RFC 6749,
 * 4.1.2.1 and 5.2; RFC 7009, 2.2.1; RFC 8707, 2; RFC 9449, 5 and 8; OpenID Connect Core, 3.1.2.6). `invalid_token` and
 * `insufficient_scope` are codes of the resources, too.
 */
export type OAuthErrorCode =
  | 'access_denied'
  | 'consent_required'
  | 'interaction_required'
  | 'invalid_client'
  | 'invalid_dpop_proof'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_request_uri'
  | 'invalid_scope'
  | 'invalid_target'
  | 'login_required'
  | 'registration_not_supported'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_mode'
  | 'unsupported_response_type'
  | 'unsupported_token_type'
  | 'use_dpop_nonce'

/** A refusal of an endpoint for tokens, or of the sign-in. */
export type OAuthError = Failure<OAuthErrorCode, number>

/** There is no response: the connection failed or was lost (see `cause`), or it took too long. */
export interface ConnectionError extends Failure<'connection_failed' | 'timed_out', 0> {
  readonly response: undefined
}

/** A response that is not the service's: of a proxy, or without content. */
export type OtherError =
  | Refusal<`http_${number}`, number>
  | Refusal<'not_modified', 304>
  | Failure<'invalid_response', number>

/**
 * The reason of every rejection, except the caller's own aborts. Tell failures apart by `code`;
 * `message` and `errors` are in the language of the request and can be shown to users.
 *
 * `code` is one of:
 * - the service's own code, such as `validation_failed` or `not_found`
 * - a code of RFC 6749 from the endpoints for tokens, such as `invalid_grant`
 * - `connection_failed` or `timed_out`, if there is no response
 * - `not_modified` for status 304
 * - `http_<status>` if the body has no code, as in a proxy's page
 * - `invalid_response` for a success whose body is not a JSON object
 *
 * A newer service may have codes that this version does not know: keep a `default` branch.
 */
export type FoyerError = ServiceError | OAuthError | ConnectionError | OtherError

class FoyerFailure extends Error {
  override readonly name = 'FoyerError'
  readonly status: number
  readonly code: string
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly _links: Links<ErrorBodyRelation>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly response: Response | undefined
  readonly body: string

  constructor(
    response: Response | undefined,
    body: string,
    code?: string,
    { message, cause }: { message?: string; cause?: unknown } = {},
  ) {
    const details = detailsOf(body)
    const status = response?.status ?? 0
    const own = code ?? details.code ?? (status === 304 ? 'not_modified' : `http_${status}`)
    super(
      message ?? details.message ?? (response ? `${status} ${response.statusText}`.trim() : own),
      cause === undefined ? undefined : { cause },
    )
    this.status = status
    this.code = own
    this.errors = details.errors
    this._links = details.links
    this.requestId = response?.headers.get('request-id') ?? undefined
    this.retryAfter = seconds(response?.headers.get('retry-after'))
    this.response = response
    this.body = body
  }
}

/** The constructor is for the client itself. Use `instanceof`, which leads to the union. */
interface FoyerErrorConstructor {
  new (...args: ConstructorParameters<typeof FoyerFailure>): FoyerError
  readonly prototype: FoyerError
}

export const FoyerError = FoyerFailure as FoyerErrorConstructor

interface ErrorDetails {
  code?: string | undefined
  message?: string | undefined
  errors: Record<string, string[]>
  links: Links<ErrorBodyRelation>
}

/** Reads the error in a body, which may be from the service, its token endpoint, or a proxy. */
function detailsOf(body: string): ErrorDetails {
  const value = object(parse(body))
  return {
    code: string(value.code) ?? string(value.error),
    message: string(value.message) ?? string(value.error_description),
    links: object(value._links),
    errors: Object.fromEntries(
      Object.entries(object(value.errors)).map(([property, messages]) => [
        property,
        Array.isArray(messages) ? messages.map(String) : [String(messages)],
      ]),
    ),
  }
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const string = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** `Retry-After` is either a number of seconds or a date. */
function seconds(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
