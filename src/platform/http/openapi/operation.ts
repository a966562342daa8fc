import type { TObject, TSchema } from 'typebox'
import { resourceTypes } from '../api/negotiate.ts'
import type { ErrorCode } from '../errors.ts'
import { emptyAnswer, octets, refusalAnswers, resourceAnswer } from './answers.ts'
import type { Described, ParameterObject } from './document.ts'

/** What an operation is, said once: for routing, for validation, and for the OpenAPI document. */
export interface Operation<Q extends TSchema, B extends TSchema, S extends string> {
  id: string
  summary: string
  /** What the summary cannot say, in CommonMark. */
  description?: string
  /** The feature that it belongs to. */
  tag: string
  /** The scope a token needs; none where no token is needed. */
  scope?: S
  /** Path parameters by name, with their format and meaning. */
  params?: Readonly<Record<string, TSchema>>
  query?: Q
  body?: B
  success: { status: 200 | 201; resource: TSchema; orElse?: 200 } | { status: 204 }
  /** How it may refuse, beyond what every such operation may. */
  refusals?: readonly ErrorCode[]
  /** Media types of the answer, where they are not the usual ones. */
  produces?: readonly string[]
}

/** Route options for an operation. */
export function operation<
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  S extends string = never,
>(of: Operation<Q, B, S>) {
  return {
    schema: {
      ...(of.query && { querystring: of.query }),
      ...(of.body && { body: of.body }),
    } as { querystring: Q; body: B },
    config: {
      described: described(of),
      ...(of.scope !== undefined && { scope: of.scope }),
      ...(of.produces && { produces: of.produces }),
    },
  }
}

type Any = Operation<TSchema, TSchema, string>

const described = (of: Any): Described => ({
  operationId: of.id,
  summary: of.summary,
  ...(of.description !== undefined && { description: of.description }),
  tags: [of.tag],
  security: of.scope === undefined ? [] : [{ user: [of.scope] }],
  parameters: parametersOf(of),
  ...(of.body && {
    requestBody: {
      required: !('default' in of.body),
      content: contentOf(resourceTypes, of.body),
    },
  }),
  responses: { ...successOf(of), ...refusalAnswers(codesOf(of)) },
})

const contentOf = (types: readonly string[], schema: TSchema) =>
  Object.fromEntries(types.map((type) => [type, { schema: type === octets ? {} : schema }]))

/** Whether it only reads; what else there is may be tied to a state by `If-Match` where it says so. */
const reads = ({ success, body }: Any): boolean => success.status === 200 && body === undefined

function parametersOf(of: Any): NonNullable<Described['parameters']> {
  const named = (where: 'path' | 'query', schemas: Readonly<Record<string, TSchema>> = {}) =>
    Object.entries(schemas).map(([name, schema]) => parameter(where, name, schema))
  const header = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  return [
    ...named('path', of.params),
    ...named('query', (of.query as TSchema as TObject | undefined)?.properties),
    header('Accept-Language'),
    ...(reads(of) ? [header('If-None-Match')] : []),
    ...(of.refusals?.includes('precondition_failed') ? [header('If-Match')] : []),
    header('Request-Id'),
  ]
}

/** The description goes to the parameter, where readers look for it. */
function parameter(where: 'path' | 'query', name: string, of: TSchema): ParameterObject {
  const { description, ...schema } = of as TSchema & { description?: string }
  return {
    name,
    in: where,
    required: where === 'path',
    ...(description !== undefined && { description }),
    schema,
  }
}

function successOf({ success, produces = ['application/hal+json'], ...of }: Any) {
  if (success.status === 204) return { 204: emptyAnswer('Done.') }
  const content = contentOf(produces, success.resource)
  const answer = resourceAnswer(success.status, content)
  const isRead = reads({ success, ...of })
  return {
    [success.status]: answer,
    ...(success.orElse && { [success.orElse]: resourceAnswer(success.orElse, content) }),
    ...(isRead && { 304: emptyAnswer('The representation that the caller holds still stands.') }),
  }
}

/** What every operation may refuse with, what comes with a scope and a body, and its own. */
function codesOf({ scope, body, refusals = [] }: Any): ErrorCode[] {
  return [
    'malformed_request',
    'https_required',
    ...(body ? bodyCodes : []),
    ...(body ? (['validation_failed'] as const) : []),
    ...(scope === undefined ? [] : scopeCodes),
    ...refusals,
    ...commonCodes,
  ]
}

const bodyCodes = ['invalid_request_body', 'payload_too_large', 'unsupported_media_type'] as const
const scopeCodes = ['unauthorized', 'invalid_token', 'insufficient_scope'] as const
const commonCodes = [
  'not_acceptable',
  'request_timeout',
  'headers_too_large',
  'internal_server_error',
  'service_unavailable',
] as const
