import type { Page } from './hal.ts'
import type { Http } from './http/http.ts'
import type { Call, Query } from './http/options.ts'
import { keepRepeat, repeatOf } from './http/received.ts'

/** Selects a page of a collection. */
export interface Part {
  /** The number of the page, from 1. */
  page?: number | undefined
  /** Items per page, at most 1000. */
  pageSize?: number | undefined
}

interface Source<Item, P> {
  http: Http
  href: () => Promise<string>
  /** The method for every page; `PUT` if the collection depends on a body. */
  method?: 'GET' | 'PUT' | undefined
  query: Query
  pageSize: number | undefined
  options: Call | undefined
  items: (page: P) => Iterable<Item> | AsyncIterable<Item>
}

type AnyPage = Page<unknown>

/**
 * The items of a collection. Every iteration fetches its pages again, as they are needed: `for
 * await (const item of collection)`.
 */
export class Collection<Item, P extends AnyPage> implements AsyncIterable<Item> {
  readonly #source: Source<Item, P>

  constructor(source: Source<Item, P>) {
    this.#source = source
  }

  /** Returns one page as the service sends it. The default is the first page. */
  async page({ page, pageSize }: Part = {}): Promise<P> {
    const { http, href, method = 'GET', query, options, ...source } = this.#source
    const result = await http.fetch<P>(method, await href(), {
      ...options,
      query: { ...query, page, page_size: pageSize ?? source.pageSize },
    })
    return method === 'PUT' ? keepRepeat(result, { method, body: options?.body }) : result
  }

  /** Yields all pages, following `next`. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    const { http, options } = this.#source
    yield* pagesFrom(await this.page(), http, options)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#source.items(page)
  }

  /** Returns all items. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) items.push(item)
    return items
  }
}

/** Yields a page and the pages that follow it. */
export async function* pagesFrom<P extends AnyPage>(
  page: P,
  http: Http,
  options: Call | undefined,
): AsyncGenerator<P, void, undefined> {
  yield page
  for (let next = page._links?.next; next; next = page._links?.next) {
    page = await anotherPage(http, page, next.href, options)
    yield page
  }
}

/** Fetches another page of the same collection, in the way that the given one was fetched. */
export async function anotherPage<P extends object>(
  http: Http,
  page: P,
  href: string,
  options: Call | undefined,
): Promise<P> {
  const repeat = repeatOf(page)
  if (repeat === undefined) return await http.fetch<P>('GET', href, options)
  return keepRepeat(
    await http.fetch<P>(repeat.method, href, { ...options, body: repeat.body }),
    repeat,
  )
}

/** Returns the items of one page. */
export const itemsOf = <Item>(page: Pick<Page<Item>, '_embedded'>): Item[] =>
  page._embedded?.items ?? []
