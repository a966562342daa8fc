import type { Language } from '../../i18n/catalogue.ts'

/** Where the pages and resources of sibling services are; `{code}` in them is a country's code. */
export interface SiblingLinks {
  readonly sales: string
  readonly salesAggregates: string
  readonly sellerListings: string
  readonly purchases: string
  readonly webhooks: string
  readonly countryEvents: string
  readonly countryWebPage: string
}

/** What a representation depends on beside the resource itself. */
export interface View {
  readonly language: Language
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly siblings: SiblingLinks
  /** Whether the caller may follow links that write. */
  readonly mayWrite: boolean
  /** Whether the carrier collects in a country. */
  readonly collectsIn: (countryCode: string) => boolean
}
