import { parse } from './json.ts'

/**
 * Any answer but a success. It is told by `code`; `message` and `errors` are in the language of the
 * request and can be shown to a user.
 *
 * `code` is the service's own (`validation_failed`, `not_found`), that of RFC 6749 at the token endpoint
 * (`invalid_client`), `not_modified` for 304, and `http_<status>` where the body tells none: a proxy's
 * page, an answer to HEAD. A success that is not the JSON it should be is `invalid_response`.
 */
export class FoyerError extends Error {
  override readonly name = 'FoyerError'
  readonly status: number
  readonly code: string
  /** What is wrong, by property; empty where it is no property's fault. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The service's name for this request: tell it when you ask for help. */
  readonly requestId: string | undefined
  /** Seconds to wait before another attempt (RFC 9110, 10.2.3). */
  readonly retryAfter: number | undefined
  /** Headers and all, but for the body, which is in `body`. */
  readonly response: Response
  /** The body as it came. */
  readonly body: string

  constructor(response: Response, body: string, code?: string) {
    const told = tell(body)
    super(told.message ?? `${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code =
      code ?? told.code ?? (response.status === 304 ? 'not_modified' : `http_${response.status}`)
    this.errors = told.errors
    this.requestId = response.headers.get('request-id') ?? undefined
    this.retryAfter = seconds(response.headers.get('retry-after'))
    this.response = response
    this.body = body
  }
}

interface Told {
  code?: string | undefined
  message?: string | undefined
  errors: Record<string, string[]>
}

/** What a body says went wrong; it may be of the service, of its token endpoint, or of neither. */
function tell(body: string): Told {
  const said = object(parse(body))
  return {
    code: string(said.code) ?? string(said.error),
    message: string(said.message) ?? string(said.error_description),
    errors: Object.fromEntries(
      Object.entries(object(said.errors)).map(([property, messages]) => [
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
