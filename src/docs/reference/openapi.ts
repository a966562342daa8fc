/** The parts of `openapi.json` that the reference shows (OpenAPI 3.1). */
export interface Document {
  readonly info: { readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
    readonly examples: Readonly<Record<string, { readonly value: ErrorExample }>>
  }
}

export interface ErrorExample {
  readonly code: string
  readonly message: string
  readonly errors: object
}

type PathItem = Readonly<Partial<Record<Method, Operation>>> & {
  readonly servers?: readonly { readonly url: string }[]
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly examples?: readonly unknown[]
  readonly [keyword: string]: unknown
}

/** An operation with its place. */
export interface PlacedOperation extends Operation {
  readonly method: Method
  readonly path: string
  /** Whether its path is below the issuer and not below the base URL. */
  readonly isAtIssuer: boolean
}

/** All operations, in the order of the document. */
export const operationsOf = ({ paths }: Document): readonly PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      const isAtIssuer = item.servers !== undefined
      return operation === undefined ? [] : [{ ...operation, method, path, isAtIssuer }]
    }),
  )

/** The name at the end of a reference such as `#/components/schemas/Address`. */
export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? reference

export const parametersOf = (
  { parameters = [] }: Operation,
  { components }: Document,
): readonly Parameter[] =>
  parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[nameIn(parameter.$ref)] ?? []) : parameter,
  )

/** The responses by status, with references resolved. */
export const responsesOf = (
  { responses }: Operation,
  { components }: Document,
): readonly (readonly [status: string, response: Response])[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const found = '$ref' in response ? components.responses[nameIn(response.$ref)] : response
    return found === undefined ? [] : [[status, found] as const]
  })

/** The codes of the errors that a response can have. */
export const codesOf = ({ content = {} }: Response): readonly string[] =>
  Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples))

/** The name of the schema of a body or a response. Undefined if it has none. */
export function schemaNameOf(content: Readonly<Record<string, Content>> = {}): string | undefined {
  const [$ref] = Object.values(content).flatMap(({ schema }) => schema?.$ref ?? [])
  return $ref === undefined ? undefined : nameIn($ref)
}
