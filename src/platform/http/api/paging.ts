import type { Language } from '../../i18n/catalogue.ts'
import { type Hrefs, type Links, links, type Representation } from './hal.ts'

/** The requested part of a collection. `page` counts from 1. */
export interface Paging {
  readonly page: number
  readonly pageSize: number
}

export const defaultPageSize = 100
export const maxPageSize = 1000

/** The paging of a query. A `page_size` above the maximum counts as the maximum. */
export const pagingOf = (
  query: { page?: number; page_size?: number },
  defaultSize = defaultPageSize,
): Paging => ({
  page: query.page ?? 1,
  pageSize: Math.min(query.page_size ?? defaultSize, maxPageSize),
})

/** The items of one page. */
export const pageOf = <T>(all: readonly T[], { page, pageSize }: Paging): T[] =>
  all.slice((page - 1) * pageSize, page * pageSize)

/** The query parameters of an operation, for links. */
type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** `path?name=value…`, without undefined parameters. */
export function withQuery(path: string, parameters: Parameters): string {
  let query: URLSearchParams | undefined
  for (const name in parameters) {
    const value = parameters[name]
    if (value === undefined) continue
    query ??= new URLSearchParams()
    query.set(name, String(value))
  }
  return query === undefined ? path : `${path}?${query}`
}

export interface Collection<T> extends Representation {
  total_items: number
  page: number
  page_size: number
  _links: Links
  _embedded: { items: T[] }
}

/**
 * One page of a collection, with its links. A page past the end has no items, and its `prev` is the
 * last page with items.
 * @param part.parameters the query parameters other than paging; every link has them
 */
export function collection<T>(
  language: Language,
  part: {
    path: string
    parameters?: Parameters
    paging: Paging
    total: number
    items: T[]
    links?: Hrefs
  },
): Collection<T> {
  const { page, pageSize } = part.paging
  const last = Math.max(1, Math.ceil(part.total / pageSize))
  const path = withQuery(part.path, part.parameters ?? {})
  const pages = `${path}${path.includes('?') ? '&' : '?'}page=`
  const hrefOf = (number: number): string => `${pages}${number}&page_size=${pageSize}`
  const self = hrefOf(page)
  const own = {
    self,
    first: page === 1 ? self : hrefOf(1),
    last: page === last ? self : hrefOf(last),
    next: page < last ? hrefOf(page + 1) : undefined,
    prev: page > 1 ? hrefOf(Math.min(page - 1, last)) : undefined,
  }
  return {
    total_items: part.total,
    page,
    page_size: pageSize,
    _links: links(language, own, part.links ?? {}),
    _embedded: { items: part.items },
  }
}
