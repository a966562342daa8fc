import type { TSchema } from 'typebox'
import { type Refusal, refusals } from '../../errors/refusals.ts'
import { nodeHttp } from '../../process/node-http.ts'
import { Type } from '../../schema/type.ts'
import { idempotencyKey } from '../api/idempotency-key.ts'
import { ref } from '../api/schema.ts'
import { errorBody } from '../errors.ts'
import type {
  Content,
  HeaderObject,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from './objects.ts'

/*
 * The responses in the OpenAPI document: their headers, and each error code with its real text.
 */

/** The media type of content that no schema can describe. */
export const binaryMediaType = 'application/octet-stream'

const header = (description: string, required = true, schema: TSchema = Type.String()) => ({
  description,
  required,
  schema,
})

/** The headers of responses, each described once. */
export const headers = {
  'Request-Id': header(
    'The id of the request in the logs. If the request sends a UUID in this header, the response repeats it.',
  ),
  'Api-Version': header('The version of the interface.'),
  'Content-Language': header('The language of the texts in the response.'),
  ETag: header(
    'A strong entity tag: the version of the resource and a hash of the representation. Absent ' +
      'if the resource has no version.',
    false,
  ),
  Location: header('The URL of the new resource.'),
  'WWW-Authenticate': header(
    'A Bearer challenge (RFC 6750, 3), or a DPoP challenge if the request had a bound token ' +
      '(RFC 9449, 7.1). A second Bearer challenge names the metadata of the interface (RFC 9728).',
  ),
  'DPoP-Nonce': header(
    'The nonce for the next proof (RFC 9449, 8.2). Absent if the request had no bound token.',
    false,
  ),
  'Idempotency-Replayed': header(
    '`true` if an earlier request with the same `Idempotency-Key` got this response. Absent otherwise.',
    false,
    Type.Enum(['true']),
  ),
  RateLimit: header(
    'What remains of each limit that applies to the request: its name, the remaining requests ' +
      '`r`, and the seconds `t` until the limit is renewed ' +
      '(draft-ietf-httpapi-ratelimit-headers-10). Absent if no limit applies.',
    false,
    Type.String({ examples: ['"user";r=599;t=60, "application";r=29999;t=42'] }),
  ),
  'RateLimit-Policy': header(
    'The limits that apply to the request: `q` requests in `w` seconds. Absent if no limit applies.',
    false,
    Type.String({ examples: ['"user";q=600;w=60, "application";q=30000;w=60'] }),
  ),
  'Retry-After': header('The time to wait before the next request, in seconds.'),
} as const satisfies Record<string, HeaderObject>

/** Request headers that several operations read, each described once. */
export const headerParameters = {
  fields: {
    name: 'fields',
    in: 'query',
    required: false,
    description:
      'The properties that the response has, separated by commas: of the resource, or of the items ' +
      'of a collection. `_links` are always there. `fields[type]` does the same for all resources ' +
      'of a type, such as `fields[country]`. If omitted, the response has all properties. Otherwise ' +
      'it lacks some that its schema requires.',
    schema: Type.String(),
  },
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description:
      'The preferred languages for texts (RFC 9110, 12.5.4). If none of them is available, texts are in English.',
    schema: Type.String({ examples: ['de, en;q=0.5'] }),
  },
  [idempotencyKey]: {
    name: idempotencyKey,
    in: 'header',
    required: false,
    description:
      'Makes it safe to repeat the request: requests with the same key and body take effect ' +
      'once, and the repeated ones get the first response. Send a new random key, such as a ' +
      'UUID, for each request, and the same key when you repeat it. A key is valid for 24 hours, ' +
      'or for ten minutes at least if the user has thousands of changes, ' +
      'for one user, application, method and path. Responses with status 400, 401, 429 or 5xx ' +
      'are not stored: the request with the same key is tried again.',
    schema: Type.String({
      minLength: 1,
      maxLength: 255,
      examples: ['2b1e2f0a-7a0e-4f6c-9d55-0c1b5a4b6f1e'],
    }),
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'Changes the resource only if it still has the version of this entity tag. A tag from a ' +
      'response in another language or for another scope is also accepted.',
    schema: Type.String({ examples: ['"3-0beec7b5ea3f0fdbc95d0dd47f3"'] }),
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'Returns the representation only if its entity tag is different.',
    schema: Type.String({ examples: ['"3-0beec7b5ea3f0fdbc95d0dd47f3"'] }),
  },
  'Request-Id': {
    name: 'Request-Id',
    in: 'header',
    required: false,
    description: 'A UUID for the request. The response repeats it.',
    schema: Type.String({ format: 'uuid' }),
  },
} as const satisfies Record<string, ParameterObject>

type HeaderName = keyof typeof headers

const refer = (...names: HeaderName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const limits = ['RateLimit', 'RateLimit-Policy'] as const
const always = ['Request-Id', 'Api-Version', 'Content-Language', ...limits] as const

const descriptions = { 200: 'Success.', 201: 'Created.', 202: 'Accepted. The work is done soon.' }

/** A response with a resource. */
export const resourceResponse = (
  status: 200 | 201 | 202,
  content: Content,
  isRead: boolean,
): ResponseObject => ({
  description: descriptions[status],
  headers: {
    ...refer(...always, 'ETag'),
    ...(status !== 200 && refer('Location')),
    ...replayed(isRead),
  },
  content,
})

/** The response to an `If-None-Match` that still holds. It describes no representation. */
export const notModified: ResponseObject = {
  description: 'Not modified. The representation that the client has is current.',
  headers: refer('Request-Id', 'Api-Version', ...limits, 'ETag'),
}

/** A response without content. */
export const emptyResponse = (description: string): ResponseObject => ({
  description,
  headers: { ...refer(...always), ...replayed(false) },
})

const replayed = (isRead: boolean) => (isRead ? {} : refer('Idempotency-Replayed'))

/** `NotAcceptable` for 406. */
const nameOf = (status: number): string =>
  (nodeHttp.STATUS_CODES[status] ?? '').replaceAll(/\W/g, '')

const statusOf = ({ status }: Refusal): number => status

/**
 * The error responses for these refusals, by status. If they include every refusal of a status, the
 * response is a reference to the shared one.
 * @param all the refusals of all operations
 */
export function refusalResponses(
  refusals: readonly Refusal[],
  all: readonly Refusal[],
): OperationObject['responses'] {
  return Object.fromEntries(
    [...Map.groupBy(new Set(refusals), statusOf)].map(([status, of]) => [
      status,
      of.length === all.filter((refusal) => refusal.status === status).length
        ? { $ref: `#/components/responses/${nameOf(status)}` }
        : refusalResponse(status, of),
    ]),
  )
}

/** Only a request that is under way with the same key is worth a retry. */
const retryAfterConflict = (of: readonly Refusal[]): ResponseObject['headers'] =>
  of.every((refusal) => refusal === refusals.idempotency_key_in_use)
    ? refer('Retry-After')
    : { 'Retry-After': { ...headers['Retry-After'], required: false } }

const refusalResponse = (status: number, refusals: readonly Refusal[]): ResponseObject => ({
  description: `${nodeHttp.STATUS_CODES[status]}: ${refusals.map(({ code }) => `\`${code}\``).join(', ')}.`,
  headers: {
    ...refer('Request-Id', ...limits),
    ...(status === 401 && refer('WWW-Authenticate', 'DPoP-Nonce')),
    ...((status === 429 || status === 503) && refer('Retry-After')),
    ...(status === 409 && retryAfterConflict(refusals)),
  },
  content: {
    'application/hal+json': {
      schema: ref('Error'),
      examples: Object.fromEntries(
        refusals.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
      ),
    },
  },
})

const exampleFaults = new Map([['city', [['rule.required'] as const]]])

/**
 * An example of every error, in English.
 * @param docsUrl where the documentation is. Undefined if the service has none
 */
export const errorExamples = (all: readonly Refusal[], docsUrl: string | undefined) =>
  Object.fromEntries(
    all.map((refusal) => [
      refusal.code,
      {
        ...(docsUrl !== undefined && {
          description: `[What to do](${docsUrl}/errors#${refusal.code})`,
        }),
        value: errorBody(
          'en',
          refusal,
          refusal === refusals.validation_failed ? { faults: exampleFaults } : {},
        ),
      },
    ]),
  )

/** Shared responses by name. Each has all error codes of its status. */
export const sharedResponses = (all: readonly Refusal[]) =>
  Object.fromEntries(
    [...Map.groupBy(all, statusOf)].map(([status, of]) => [
      nameOf(status),
      refusalResponse(status, of),
    ]),
  )
