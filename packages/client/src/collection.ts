import type { Call, Http, Query } from './http.ts'
import type { Page } from './resources.ts'

/** Which part of a collection. */
export interface Part {
  /** Counts from 1. */
  page?: number | undefined
  /** Items a page, at most 1000. */
  pageSize?: number | undefined
}

type Method = 'GET' | 'PUT'

interface Source<Item, P> {
  http: Http
  href: () => Promise<string>
  /** Of every page; `PUT` for a collection that depends on a body. */
  method?: Method | undefined
  query: Query
  pageSize: number | undefined
  options: Call | undefined
  items: (page: P) => Iterable<Item> | AsyncIterable<Item>
}

type AnyPage = Page<unknown>

/**
 * All items of a collection, fetched page by page as they are asked for, and anew each time:
 * `for await (const item of collection)`.
 */
export class Collection<Item, P extends AnyPage> implements AsyncIterable<Item> {
  readonly #source: Source<Item, P>

  constructor(source: Source<Item, P>) {
    this.#source = source
  }

  /** One page, as it is on the wire; the first unless told otherwise. */
  async page({ page, pageSize }: Part = {}): Promise<P> {
    const { http, href, method = 'GET', query, options, ...source } = this.#source
    return await http.fetch<P>(method, await href(), {
      ...options,
      query: { ...query, page, page_size: pageSize ?? source.pageSize },
    })
  }

  /** All pages, following `next`. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    const { http, options, method } = this.#source
    yield* from(await this.page(), http, options, method)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#source.items(page)
  }

  /** All items at once. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) items.push(item)
    return items
  }
}

/** A page, and those that follow it. */
export async function* from<P extends AnyPage>(
  page: P,
  http: Http,
  options: Call | undefined,
  method: Method = 'GET',
): AsyncGenerator<P, void, undefined> {
  yield page
  for (let next = page._links?.next; next; next = page._links?.next) {
    page = await http.fetch<P>(method, next.href, options)
    yield page
  }
}

/** The items of one page. */
export const itemsOf = <Item>(page: Pick<Page<Item>, '_embedded'>): Item[] =>
  page._embedded?.items ?? []
