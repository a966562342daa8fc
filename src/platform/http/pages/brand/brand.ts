import type { Colour, Scheme } from './colours.ts'

/** A picture of a brand, ready to be served. */
export interface BrandLogo {
  readonly type: 'image/png' | 'image/webp' | 'image/svg+xml'
  readonly content: Buffer
  /**
   * Whether the picture contains the name of the service. Then the name does not stand beside it.
   */
  readonly hasName: boolean
}

/** Pages of the marketplace that every page and email links to. */
export type BrandLinks = Readonly<Partial<Record<'terms' | 'privacy' | 'support', string>>>

/** What makes the pages and emails the marketplace's own, besides the name of the service. */
export interface Brand {
  /** The colour of links, buttons and the focus. Undefined for Foyer's own. */
  readonly accents: Readonly<Record<Scheme, Colour>> | undefined
  readonly logo: BrandLogo | undefined
  readonly links: BrandLinks
}

export const noBrand: Brand = { accents: undefined, logo: undefined, links: {} }
