import type { TSchema } from 'typebox'
import { type Refusal, refusals } from '../../errors/refusals.ts'
import { Type } from '../../schema/type.ts'
import { idempotencyKey } from '../api/idempotency-key.ts'
import { resourceTypes } from '../api/negotiate.ts'
import type { Deprecation } from './deprecation.ts'
import type { Content, OperationObject, ParameterObject } from './objects.ts'
import { binaryMediaType, emptyResponse, notModified, resourceResponse } from './responses.ts'

/** The definition of an operation, for routing, for validation and for the OpenAPI document. */
export interface Operation<Q extends TSchema, B extends TSchema, S extends string> {
  id: string
  summary: string
  /** What the summary leaves out, in CommonMark. */
  description: string
  /** The feature of the operation. */
  tag: string
  /** The required scope of the token. Omitted if no token is required. */
  scope?: S
  /** Whose token is required. The default is `user`. */
  tokenOf?: 'user' | 'application'
  /** Path parameters by name, with their format and meaning. */
  params?: Readonly<Record<string, TSchema>>
  query?: Q
  body?: B
  success: { status: 200 | 201 | 202; resource: TSchema; orElse?: 200 } | { status: 204 }
  /** Set if the operation will be gone. Its responses say so. */
  deprecated?: Deprecation
  /** The possible refusals, in addition to those of every such operation. */
  refusals?: readonly Refusal[]
  /** The media types of the response, if they are not the default ones. */
  produces?: readonly string[]
}

/** Route options for an operation. */
export function operation<
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  S extends string = never,
>(definition: Operation<Q, B, S>) {
  return {
    schema: {
      ...(definition.query && { querystring: definition.query }),
      ...(definition.body && { body: definition.body }),
    } as { querystring: Q; body: B },
    config: {
      operationObject: operationObject(definition),
      ...(definition.scope !== undefined && { scope: definition.scope }),
      ...(definition.produces && { produces: definition.produces }),
      ...(definition.deprecated && { deprecated: definition.deprecated }),
    },
  }
}

type AnyOperation = Operation<TSchema, TSchema, string>

const operationObject = (definition: AnyOperation): OperationObject => ({
  operationId: definition.id,
  summary: definition.summary,
  description: definition.description,
  tags: [definition.tag],
  ...(definition.deprecated && { deprecated: true }),
  security: securityOf(definition),
  parameters: parametersOf(definition),
  ...(definition.body && {
    requestBody: {
      required: !('default' in definition.body),
      content: contentOf(resourceTypes, definition.body),
    },
  }),
  responses: successOf(definition),
  refusals: refusalsOf(definition),
})

const securityOf = ({ scope, tokenOf = 'user' }: AnyOperation) => {
  if (scope === undefined) return []
  return [tokenOf === 'user' ? { user: [scope] } : { service: [scope] }]
}

/**
 * Content by media type. A response that is binary unless the client asks for the resource has the
 * resource under a range: most generators prefer a media type of JSON if they see one, and would
 * give the binary response the type of the resource.
 */
const contentOf = (types: readonly string[], schema: TSchema): Content =>
  types.includes(binaryMediaType)
    ? { [binaryMediaType]: { schema: binary }, 'application/*': { schema } }
    : Object.fromEntries(types.map((type) => [type, { schema }]))

/** Bytes, in the form that tools for OpenAPI 3.0 and for 3.1 read. */
const binary = Type.String({ format: 'binary' })

/** Whether an operation reads with GET. All others accept an Idempotency-Key. */
const reads = ({ success, body }: AnyOperation): boolean =>
  success.status === 200 && body === undefined

function parametersOf(definition: AnyOperation): NonNullable<OperationObject['parameters']> {
  const { query, params = {} } = definition
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>
    required?: readonly string[]
  }
  const header = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  return [
    ...Object.entries(params).map(([name, schema]) => parameter('path', name, schema, true)),
    ...Object.entries(properties).map(([name, schema]) =>
      parameter('query', name, schema, required.includes(name)),
    ),
    ...(reads(definition) ? [header('fields')] : []),
    header('Accept-Language'),
    ...(reads(definition) ? [header('If-None-Match')] : []),
    ...(definition.refusals?.includes(refusals.precondition_failed) ? [header('If-Match')] : []),
    ...(reads(definition) ? [] : [header(idempotencyKey)]),
    header('Request-Id'),
  ]
}

/**
 * Makes a parameter. Its description moves from the schema to the parameter, where readers look for
 * it.
 */
function parameter(
  where: 'path' | 'query',
  name: string,
  of: TSchema,
  required: boolean,
): ParameterObject {
  const { description, ...schema } = of as TSchema & { description?: string }
  return {
    name,
    in: where,
    required,
    ...(description !== undefined && { description }),
    schema,
  }
}

function successOf({ success, produces = ['application/hal+json'], ...of }: AnyOperation) {
  if (success.status === 204) return { 204: emptyResponse('Success, without content.') }
  const isRead = reads({ success, ...of })
  const content = contentOf(produces, success.resource)
  return {
    [success.status]: resourceResponse(success.status, content, isRead),
    ...(success.orElse && { [success.orElse]: resourceResponse(success.orElse, content, isRead) }),
    ...(isRead && { 304: notModified }),
  }
}

/** The refusals of every operation, those of its kind, and its own. */
const refusalsOf = (definition: AnyOperation): Refusal[] => {
  const { scope, body, refusals: own = [] } = definition
  return [
    refusals.malformed_request,
    refusals.https_required,
    ...(body ? bodyRefusals : []),
    ...(reads(definition) ? [] : idempotencyRefusals),
    ...(scope === undefined ? [] : scopeRefusals),
    ...own,
    ...commonRefusals,
  ]
}

const bodyRefusals = [
  refusals.invalid_request_body,
  refusals.payload_too_large,
  refusals.unsupported_media_type,
  refusals.validation_failed,
]
const idempotencyRefusals = [
  refusals.validation_failed,
  refusals.idempotency_key_in_use,
  refusals.idempotency_key_reused,
]

/** The refusals of a POST that needs no body, if a body is sent nevertheless. */
export const unusedBodyRefusals = [
  refusals.invalid_request_body,
  refusals.payload_too_large,
  refusals.unsupported_media_type,
]
const scopeRefusals = [refusals.unauthorized, refusals.invalid_token, refusals.insufficient_scope]
const commonRefusals = [
  refusals.not_acceptable,
  refusals.request_timeout,
  refusals.too_many_requests,
  refusals.headers_too_large,
  refusals.internal_server_error,
  refusals.service_unavailable,
]
