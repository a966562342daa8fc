/** The parts of openapi.json that a collection needs. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Schema {
  readonly $ref?: string
  readonly examples?: readonly unknown[]
  readonly enum?: readonly string[]
}

interface Media {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

export interface Operation {
  readonly method: string
  readonly path: string
  /** Its own server, such as the issuer. */
  readonly server: string | undefined
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly {
    readonly name?: string
    readonly in?: string
    readonly description?: string
    readonly required?: boolean
    readonly schema?: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Media> }>>
}

const order = ['post', 'get', 'put', 'patch', 'delete']

/** All operations of a document, in its order, and those of a path in the order of a life. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods)
      .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([method, operation]) => ({
        ...(operation as Operation),
        method,
        path,
        server: (servers as { url: string }[] | undefined)?.[0]?.url,
      })),
  )

/** The first example of a body, and its media type; JSON rather than another type. */
export function bodyOf(
  { requestBody }: Operation,
  { components }: Document,
): { readonly type: string; readonly example: unknown } | undefined {
  const content = requestBody?.content ?? {}
  const type = 'application/json' in content ? 'application/json' : Object.keys(content)[0]
  const media = type === undefined ? undefined : content[type]
  if (type === undefined || media === undefined) return undefined
  const { $ref, examples } = media.schema
  const named = components.schemas[$ref?.split('/').at(-1) ?? '']
  const [given] = Object.values(media.examples ?? {})
  return { type, example: given?.value ?? examples?.[0] ?? named?.examples?.[0] ?? {} }
}

/** The statuses of success that an operation lists. */
export const successesOf = ({ responses }: Operation): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300)

/** The name of the schema of a success. */
export const resourceOf = ({ responses }: Operation): string | undefined =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content))
    .find(({ schema }) => schema.$ref !== undefined)?.schema.$ref
