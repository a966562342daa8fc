import { parse } from './json.ts'

/**
 * A response that is not a success. Use `code` in programs; `message` and `errors` are in the
 * language of the request and can be shown to users.
 *
 * `code` is one of:
 * - the service's own code, such as `validation_failed` or `not_found`
 * - a code of RFC 6749 from the token endpoint, such as `invalid_client`
 * - `not_modified` for status 304
 * - `http_<status>` if the body has no code, as in a proxy's page or a response to HEAD
 * - `invalid_response` for a success whose body is not a JSON object
 */
export class FoyerError extends Error {
  override readonly name = 'FoyerError'
  readonly status: number
  readonly code: string
  /** The faults, by property; empty if the error is not about properties. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The service's id of this request. Include it when you ask for help. */
  readonly requestId: string | undefined
  /** Seconds to wait before another attempt (RFC 9110, 10.2.3). */
  readonly retryAfter: number | undefined
  /** The response, without its body, which is in `body`. */
  readonly response: Response
  /** The body as text. */
  readonly body: string

  constructor(response: Response, body: string, code?: string) {
    const details = detailsOf(body)
    super(details.message ?? `${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code =
      code ?? details.code ?? (response.status === 304 ? 'not_modified' : `http_${response.status}`)
    this.errors = details.errors
    this.requestId = response.headers.get('request-id') ?? undefined
    this.retryAfter = seconds(response.headers.get('retry-after'))
    this.response = response
    this.body = body
  }
}

interface ErrorDetails {
  code?: string | undefined
  message?: string | undefined
  errors: Record<string, string[]>
}

/** Reads the error in a body, which may be from the service, its token endpoint, or a proxy. */
function detailsOf(body: string): ErrorDetails {
  const value = object(parse(body))
  return {
    code: string(value.code) ?? string(value.error),
    message: string(value.message) ?? string(value.error_description),
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
function seconds(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
