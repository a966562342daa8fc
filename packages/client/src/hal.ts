/** A link (HAL, draft-kelly-json-hal). `title` is in the language of the response. */
export interface Link {
  href: string
  title: string | null
  templated: boolean
}

/**
 * Links by relation. A link is present if the state of the resource and the permissions of the
 * token allow it.
 */
export type Links<Relation extends string> = { [R in Relation]?: Link }

/** A resource or a page, as far as its links are concerned. */
export interface Linked<Relation extends string = string> {
  _links?: Links<Relation> | null
}

/** The relations that lead through a collection. */
export type PageRelation = 'self' | 'first' | 'last' | 'next' | 'prev'

/** One page of a collection. */
export interface Page<Item> {
  total_items: number | null
  /** Counts from 1. */
  page: number | null
  page_size: number | null
  _links?: Links<PageRelation> | null
  _embedded: { items: Item[] } | null
}
