import { type Http, type RequestOptions, unlessAborted } from './http.ts'
import type { Links, Root, RootRelation } from './resources.ts'

/** Where the client begins: it knows one URL, and finds the others from the root's links. */
export interface Entry {
  /** The root, fetched once; one that could not be had is asked for again. */
  root(options?: Pick<RequestOptions, 'signal'>): Promise<Root>
  /** Where a relation of the root leads. */
  find(relation: RootRelation, options?: Pick<RequestOptions, 'signal'>): Promise<string>
}

export function createEntry(http: Http, baseUrl: string): Entry {
  let fetched: Promise<Root> | undefined
  const root: Entry['root'] = (options) => {
    if (fetched === undefined) {
      fetched = http.fetch<Root>('GET', baseUrl)
      fetched.catch(() => {
        fetched = undefined
      })
    }
    return unlessAborted(options?.signal, fetched)
  }
  return {
    root,
    find: async (relation, options) => follow(await root(options), relation),
  }
}

interface Linked<Relation extends string> {
  _links: Links<Relation> | null
}

/**
 * Where a relation of a resource leads.
 * @throws {TypeError} where the resource does not have it: it does not apply, or is not allowed.
 */
export function follow<Relation extends string>(
  resource: Linked<Relation>,
  relation: Relation,
): string {
  const link = resource._links?.[relation]
  if (link === undefined) throw new TypeError(`The resource has no link "${relation}".`)
  return link.href
}

/** A resource at hand, or its id. */
export type Ref<Resource> = Resource | number | null

/**
 * Where a member of a collection is: by a link of the resource at hand, else by its id. A relation that the
 * resource does not have gives way to `self`, so that the service says why not.
 */
export async function locate<Relation extends string>(
  ref: Ref<Linked<Relation | 'self'> & { id: number | null }>,
  collection: () => Promise<string>,
  relation: Relation | 'self' = 'self',
): Promise<string> {
  if (typeof ref !== 'object' || ref === null) return member(await collection(), ref)
  const link = ref._links?.[relation] ?? ref._links?.self
  return link?.href ?? member(await collection(), ref.id)
}

/** The URL of a member of a collection, by its id. */
export function member(collection: string, id: number | string | null): string {
  if (id === null) throw new TypeError('The resource has no id.')
  return `${collection}/${encodeURIComponent(id)}`
}
