import type { FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../errors/refusals.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { propertiesOf } from '../../schema/type.ts'
import { addFault } from '../../text/draft.ts'
import { type Link, type Representation, version } from '../api/hal.ts'
import { JsonPart } from '../api/json.ts'
import type { App } from '../app.ts'

/** A JSON schema of a response, in the parts that are read here. */
interface Schema {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The schema of a resource, with the name of its type in queries, such as `payment_method`. */
interface Kind {
  readonly type: string
  readonly schema: Schema
  readonly isCollection: boolean
}

/** The resources of a response. */
interface Kinds {
  /** By type. */
  readonly all: ReadonlyMap<string, Kind>
  /** What `fields` limits: the resource, or the items of the collection. */
  readonly main: readonly Kind[]
}

type Wanted = ReadonlyMap<string, ReadonlySet<string>>

/** The links of a collection that lead to its pages. */
const pageLinks = ['self', 'first', 'last', 'next', 'prev']

/**
 * Adds sparse fieldsets to the GET routes of a scope. `fields` names the properties of the resource,
 * or of the items of a collection; `fields[type]` those of every resource of a type in the response.
 * `_links` are always there. Requests without these parameters pay nothing. Call this before routes
 * are added.
 */
export function addFieldsets(app: App): void {
  app.addHook('onRoute', (route) => {
    const { operationObject } = route.config ?? {}
    const [method] = [route.method].flat()
    if (operationObject === undefined || (method !== 'GET' && method !== 'HEAD')) return
    const [content] = Object.values(contentOf(operationObject.responses[200]))
    if (content === undefined) return
    let kinds: Kinds | undefined
    const limit = (request: FastifyRequest): void => {
      const query = request.query as Readonly<Record<string, unknown>>
      const names = Object.keys(query).filter((name) => /^fields(?:\[|$)/.test(name))
      if (names.length === 0) return
      kinds ??= kindsIn(content.schema as Schema, app)
      const wanted = readFields(query, names, kinds)
      if (wanted.size === 0) return
      const parameters = new URLSearchParams(
        names.map((name): [string, string] => [name, String(query[name])]),
      )
      const prune = pruner(app, wanted, `&${parameters}`)
      request.prune = (resource) => prune(resource, content.schema as Schema) as Representation
    }
    route.preValidation = [
      route.preValidation ?? [],
      (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
        try {
          if (request.url.includes('fields')) limit(request)
          done()
        } catch (error) {
          done(error as Error)
        }
      },
    ].flat()
  })
}

const contentOf = (response: object | undefined) =>
  (response !== undefined && 'content' in response ? (response.content ?? {}) : {}) as Readonly<
    Record<string, { schema: object }>
  >

/** `PaymentMethod` is `payment_method` in queries. */
const typeOf = (id: string): string =>
  id.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Replaces a reference by the schema with its `$id`. */
function resolve(schema: Schema, app: App): Schema {
  const { $ref } = schema
  return $ref === undefined ? schema : (app.getSchema($ref.replace(/#$/, '')) as Schema)
}

const isCollection = ({ properties }: Schema): boolean => properties?.total_items !== undefined

/** Collects the types of the resources in a response, and finds what `fields` limits. */
function kindsIn(root: Schema, app: App): Kinds {
  const all = new Map<string, Kind>()
  const main: Kind[] = []
  const visit = (given: Schema, isMain: boolean): void => {
    const schema = resolve(given, app)
    const { $id, properties, items, anyOf } = schema
    for (const one of anyOf ?? []) visit(one, isMain)
    if (items !== undefined) visit(items, isMain)
    if (properties === undefined || $id === 'Link') return
    const inner = isCollection(schema)
    if ($id !== undefined) {
      const type = typeOf($id)
      if (all.has(type)) return
      const kind = { type, schema, isCollection: inner }
      all.set(type, kind)
      if (isMain && !inner) main.push(kind)
    }
    const embedded = properties._embedded && resolve(properties._embedded, app)
    for (const [name, one] of Object.entries(embedded?.properties ?? {}))
      visit(one, isMain && inner && name === 'items')
  }
  visit(root, true)
  return { all, main }
}

/**
 * Reads the parameters.
 * @returns the wanted properties by type
 * @throws {Refused} validation_failed, keyed by the parameter
 */
function readFields(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { all, main }: Kinds,
): Wanted {
  const faults = new Map<string, Message[]>()
  const wanted = new Map<string, ReadonlySet<string>>()
  const types = [...all.values()].filter((kind) => !kind.isCollection).map(({ type }) => type)
  for (const name of names) {
    const text = query[name]
    const [, type] = /^fields\[(.*)\]$/.exec(name) ?? []
    const kinds = type === undefined ? main : types.includes(type) ? [all.get(type) as Kind] : []
    if (typeof text !== 'string') addFault(faults, name, ['rule.repeated'])
    else if (text === '') continue
    else if (kinds.length === 0) {
      const values = ['fields', ...types.map((one) => `fields[${one}]`)].join(', ')
      addFault(faults, name, ['rule.one_of', { values }])
    } else {
      const known = kinds.flatMap(({ schema }) => Object.keys(propertiesOf(schema)))
      const asked = text.split(',').map((one) => one.trim())
      if (asked.some((one) => !known.includes(one)))
        addFault(faults, name, ['rule.one_of', { values: [...new Set(known)].join(', ') }])
      // `fields[type]` takes precedence over `fields`.
      for (const kind of kinds)
        if (type !== undefined || !wanted.has(kind.type)) wanted.set(kind.type, new Set(asked))
    }
  }
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
  return wanted
}

/** @param parameters what the links to pages get, so that they lead to the same fields */
function pruner(app: App, wanted: Wanted, parameters: string) {
  const prune = (value: unknown, given: Schema | undefined): unknown => {
    if (typeof value !== 'object' || value === null || given === undefined) return value
    const schema = resolve(given, app)
    const plain: object = value instanceof JsonPart ? (value.toJSON() as object) : value
    if (Array.isArray(plain)) return plain.map((item) => prune(item, schema.items))
    const { $id, properties } = schema
    if (properties === undefined || $id === 'Link') return value
    const names = $id === undefined ? undefined : wanted.get(typeOf($id))
    const state = (value as Representation)[version]
    const pruned: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(plain))
      if (names === undefined || name === '_links' || names.has(name))
        pruned[name] =
          name === '_links' && isCollection(schema)
            ? withParameters(property, parameters)
            : prune(property, properties[name])
    return state === undefined ? pruned : Object.assign(pruned, { [version]: state })
  }
  return prune
}

/** Adds the parameters to the links that lead to pages of a collection. */
function withParameters(links: unknown, parameters: string): Record<string, Link> {
  const plain = (links instanceof JsonPart ? links.toJSON() : links) as Record<string, Link>
  return Object.fromEntries(
    Object.entries(plain).map(([relation, link]) => [
      relation,
      pageLinks.includes(relation) ? { ...link, href: link.href + parameters } : link,
    ]),
  )
}
