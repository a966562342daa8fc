import type { TSchema } from 'typebox'
import type { Refusal } from '../../errors/refusals.ts'

/** Media types, each with what it holds. */
export type Content = Readonly<
  Record<
    string,
    { schema: TSchema | Record<never, never>; examples?: Readonly<Record<string, unknown>> }
  >
>

interface Reference {
  readonly $ref: string
}

export interface HeaderObject {
  readonly description?: string
  readonly required?: boolean
  readonly schema: TSchema
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: TSchema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  readonly content?: Content
}

/** An operation as the OpenAPI document has it (OpenAPI 3.1, 4.8.10), its schemas in TypeBox. */
export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Where it is, if not below the server of the document; a URL, whose path the route's begins with. */
  readonly server?: string
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<number, ResponseObject | Reference>>
  /** How it may refuse, with the error body of the interface (2.7). */
  readonly refusals?: readonly Refusal[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the OpenAPI document says of the route; one without is not in it. */
    operationObject?: OperationObject
  }
}
