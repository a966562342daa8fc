import { readFileSync } from 'node:fs'

/** A schema, or another part of the document that references may name. */
export interface Part {
  readonly $ref?: string
  readonly examples?: unknown
}

export interface Media {
  readonly schema: Part
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { $ref?: string; value?: unknown }>>
}

export interface ResponsePart {
  readonly $ref?: string
  readonly description: string
  readonly headers?: Readonly<Record<string, { $ref?: string; required?: boolean }>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface ParameterPart {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly description?: string
  readonly required?: boolean
  readonly schema?: Part & { readonly type?: string }
}

export interface OperationPart {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly ParameterPart[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, ResponsePart>>
}

export interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  /** What the service sends to receivers. */
  readonly webhooks: { readonly change: { readonly post: OperationPart } }
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Part>>
    readonly examples: Readonly<Record<string, { value: unknown }>>
    readonly responses: Readonly<Record<string, ResponsePart>>
    readonly headers: Readonly<Record<string, { required?: boolean }>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

/** The committed openapi.json. */
export const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
export const document: Document = JSON.parse(committed)

/** An operation, with its path and method. */
export interface Operation extends OperationPart {
  readonly method: string
  /** The path below the server, with parameters in braces. */
  readonly template: string
  /** Its own server, if it differs from that of the document. */
  readonly server: string | undefined
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([template, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as OperationPart),
      method: method.toUpperCase(),
      template,
      server: (servers as { url: string }[] | undefined)?.[0]?.url,
    })),
)

/** Resolves a part of the document that may be a reference. */
export function resolve<T extends { $ref?: string }>(part: T): T {
  if (part.$ref === undefined) return part
  const path = part.$ref.split('/').slice(1)
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T
}
