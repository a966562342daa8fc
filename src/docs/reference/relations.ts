import { type MessageKey, messageKeys, say } from '../../platform/i18n/catalogue.ts'
import { type Document, operationsOf, type PlacedOperation } from './openapi.ts'

/** A relation of links, with what `openapi.json` tells about it. */
export interface Relation {
  readonly name: string
  /** The title of the links, in English. */
  readonly title: string | undefined
  /** The schemas of the resources that have such a link. */
  readonly schemas: readonly string[]
  /** What the link leads to. Undefined if another service of the marketplace answers there. */
  readonly operation: PlacedOperation | undefined
}

/** Finds all relations in the schemas. Examples tell where the links lead. */
export function relationsOf(document: Document): readonly Relation[] {
  const { schemas } = document.components
  const places = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
    Object.keys(properties._links?.properties ?? {}).map((name) => ({ name, schema })),
  )
  const operations = operationsOf(document)
  const examples = Object.values(schemas).flatMap(({ examples = [] }) => examples)
  return [...Map.groupBy(places, ({ name }) => name)]
    .map(([name, of]) => {
      const link = findLink(examples, name)
      const found = operations.filter(({ path }) => link !== undefined && leadsTo(link.href, path))
      const operation = isPaging(name)
        ? undefined
        : (byVerb(name, found) ?? operations.find(({ operationId }) => operationId === rare[name]))
      return { name, title: titleOf(name), schemas: of.map(({ schema }) => schema), operation }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The operations of relations that appear in no example. */
const rare: Readonly<Record<string, string>> = {
  'address:delete': 'deleteAddress',
  'paymentmethod:cardsetup': 'getCardSetup',
  'paymentmethod:setupcreditcard': 'setUpCreditCard',
  'paymentmethod:updatepaypal': 'replacePayPal',
  'paymentmethod:updatebankaccount': 'replaceBankAccount',
}

const titleOf = (name: string): string | undefined =>
  messageKeys.includes(`link.${name}` as MessageKey)
    ? say('en', `link.${name}` as MessageKey)
    : undefined

/** Relations that stand for the same operation with another query, or for many operations. */
export const isPaging = (name: string): boolean =>
  ['self', 'first', 'last', 'next', 'prev'].includes(name)

/** The path of the page of a relation. */
export const relationPath = (name: string): string => `relations/${name.replace(':', '-')}`

interface Link {
  readonly href: string
}

/** The first link with a relation in a tree of examples. */
function findLink(value: unknown, name: string): Link | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { _links: links } = value as { _links?: Readonly<Record<string, Link>> }
  if (links && Object.hasOwn(links, name)) return links[name]
  for (const part of Object.values(value)) {
    const found = findLink(part, name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Whether a URL fits the path of an operation. A parameter does not match a word that is a literal
 * part of another path.
 */
function leadsTo(href: string, path: string): boolean {
  const given = new URL(href).pathname.replace(/^\/v2(?=\/|$)/, '').split('/')
  const wanted = path === '/' ? [''] : path.split('/')
  return (
    given.length === wanted.length &&
    wanted.every((part, index) =>
      part.startsWith('{') ? !isWord(given[index]) : part === given[index],
    )
  )
}

/** Literal parts of paths below a collection. A parameter never has these values. */
const isWord = (part = ''): boolean =>
  ['creditcard', 'paypal', 'bankaccount', 'types'].includes(part)

/** Which of the operations at a path a relation such as `address:update` stands for. */
function byVerb(name: string, found: readonly PlacedOperation[]): PlacedOperation | undefined {
  const verb = name.split(':')[1] ?? ''
  const method = verb.startsWith('create')
    ? 'post'
    : verb.startsWith('update')
      ? 'patch'
      : verb === 'delete'
        ? 'delete'
        : 'get'
  return found.length === 1 ? found[0] : found.find((operation) => operation.method === method)
}
