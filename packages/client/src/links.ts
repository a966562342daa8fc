import type { Root, RootRelation } from './documents.ts'
import type { Linked } from './hal.ts'
import { once } from './http/found.ts'
import type { Http, HttpOptions } from './http/http.ts'
import type { RequestOptions } from './http/options.ts'
import { unlessAborted } from './http/retries.ts'

/**
 * Finds the URLs that the client starts from: it knows the root's URL, and the root's links lead to
 * the others.
 */
export interface Entry {
  /** Returns the root. It is fetched once, and again after a failure. */
  root(options?: Pick<RequestOptions, 'signal'>): Promise<Root>
  /** Returns the URL of a relation of the root. */
  find(relation: RootRelation, options?: Pick<RequestOptions, 'signal'>): Promise<string>
}

export function createEntry(http: Http, { baseUrl, language, fetch }: HttpOptions): Entry {
  // It is the same for all users, so that it needs no token.
  const fetched = once(fetch, `${language} ${baseUrl}`, () =>
    http.fetch<Root>('GET', baseUrl, { accessToken: null }),
  )
  const root: Entry['root'] = (options) => unlessAborted(options?.signal, fetched())
  return {
    root,
    find: async (relation, options) => hrefOf(await root(options), relation),
  }
}

/**
 * Returns the URL of a relation of a resource.
 * @throws {TypeError} if the resource does not have it, because it does not apply or is not allowed
 */
export function hrefOf<Relation extends string>(
  resource: Linked<Relation>,
  relation: Relation,
): string {
  const link = resource._links?.[relation]
  if (link === undefined) throw new TypeError(`The resource has no link "${relation}".`)
  return link.href
}

/** A resource, or its id. */
export type Ref<Resource> = Resource | number | null

/**
 * Returns the URL of a member of a collection, from the links of the resource, or from its id. If
 * the resource does not have the relation, returns `self`, so that the service explains the
 * refusal.
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

/** Returns the URL of a member of a collection, by its id. */
export function member(collection: string, id: number | string | null): string {
  if (id === null) throw new TypeError('The resource has no id.')
  return `${collection}/${encodeURIComponent(id)}`
}
