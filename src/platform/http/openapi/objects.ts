import type { TSchema } from 'typebox'
import type { Refusal } from '../../errors/refusals.ts'

/** Media types, each with its schema and examples. */
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

/** An Operation Object (OpenAPI 3.1, 4.8.10), with schemas in TypeBox. */
export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /**
   * The URL of the server, if it is not the document's. The path of the route begins with its path.
   */
  readonly server?: string
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<number, ResponseObject | Reference>>
  /** The possible refusals, with the error body of the interface (2.7). */
  readonly refusals?: readonly Refusal[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation in the OpenAPI document. A route without it is not in the document. */
    operationObject?: OperationObject
  }
}
