import { type Message, type MessageKey, say } from '../i18n/catalogue.ts'

/** Faults by the name of the property, in the order in which they were found. */
export type Faults = ReadonlyMap<string, readonly Message[]>

/** The pages for refusals: every page with a title and a text in the catalogues. */
export type RefusalPage = {
  [K in MessageKey]: K extends `page.title.${infer P}`
    ? `page.text.${P}` extends MessageKey
      ? P
      : never
    : never
}[MessageKey]

/**
 * Where a form shows a refusal: `fields` at each field that has a fault, `whole` above the form,
 * `proof` at the field with the password or code, with a message that the form chooses. Without it,
 * a page takes the place of the form.
 */
export type FormPlace = 'fields' | 'whole' | 'proof'

/** The code of a refusal, with its status, its message and its page. */
export interface Refusal<C extends string = string> {
  readonly code: C
  /** The HTTP status. */
  readonly status: number
  /** The message for people, unless the error has its own message. */
  readonly message: MessageKey
  readonly page: RefusalPage
  readonly form: FormPlace | undefined
}

type Definition<C extends string> = {
  readonly status: number
  /** `bad_form` if omitted. */
  readonly page?: RefusalPage
  readonly form?: FormPlace
} & (`error.${C}` extends MessageKey
  ? { /** `error.<code>` if omitted. */ readonly message?: MessageKey }
  : { readonly message: MessageKey })

/**
 * Defines the refusals of a feature by code. A code without a status or a message does not compile.
 */
export const defineRefusals = <T extends { readonly [C in keyof T & string]: Definition<C> }>(
  table: T,
): { readonly [C in keyof T & string]: Refusal<C> } =>
  Object.fromEntries(
    Object.entries<object>(table).map(([code, definition]) => [
      code,
      { code, message: `error.${code}`, page: 'bad_form', form: undefined, ...definition },
    ]),
  ) as { readonly [C in keyof T & string]: Refusal<C> }

/**
 * The refusals that features share, and those of HTTP itself. Each feature defines its other ones.
 */
export const refusals = defineRefusals({
  invalid_request_body: { status: 400 },
  validation_failed: { status: 400, form: 'fields' },
  https_required: { status: 400 },
  malformed_request: { status: 400 },
  unauthorized: { status: 401 },
  invalid_token: { status: 401 },
  insufficient_scope: { status: 403 },
  forbidden: { status: 403, form: 'whole', page: 'not_possible' },
  invalid_delete: { status: 403, form: 'whole', page: 'not_possible' },
  limit_reached: { status: 403, form: 'whole', page: 'not_possible' },
  not_found: { status: 404, page: 'not_found' },
  method_not_allowed: { status: 405 },
  not_acceptable: { status: 406 },
  request_timeout: { status: 408 },
  idempotency_key_in_use: { status: 409 },
  precondition_failed: { status: 412 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  idempotency_key_reused: { status: 422 },
  too_many_requests: { status: 429, page: 'too_many_requests' },
  headers_too_large: { status: 431 },
  internal_server_error: { status: 500, page: 'internal' },
  service_unavailable: { status: 503, page: 'unavailable' },
})

/** The details of an error, in addition to its code. */
export interface Details {
  readonly faults?: Faults
  /** For people, in place of the default message of the code. */
  readonly message?: Message
  /** For programs and operators, in English, in place of `message`. */
  readonly text?: string
  /** The time to wait before the next attempt. */
  readonly retryAfterSeconds?: number
  /** The limits that are reached. */
  readonly limits?: readonly string[]
  /** The methods of the path. */
  readonly allow?: string
  /** How to authenticate (RFC 9110, 11.6.1). */
  readonly challenge?: string
  /** Where a client continues: links with titles in the language of the response. */
  readonly links?: object
  /** The application's mistake, for the people who run the application. */
  readonly mistake?: string
}

/**
 * A request is refused. Operations throw this error. The interface, the pages and the command line
 * each turn it into a response in one place.
 */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string
  readonly refusal: Refusal
  readonly details: Details
  constructor(refusal: Refusal, details: Details = {}) {
    super(details.text ?? say('en', ...(details.message ?? [refusal.message])))
    this.code = refusal.code
    this.refusal = refusal
    this.details = details
  }
}

/** Whether an error is this refusal. */
export const isRefused = (error: unknown, refusal: Refusal): error is Refused =>
  error instanceof Refused && error.refusal === refusal
