import type { Language } from '../../i18n/catalogue.ts'

/** The URLs of pages and resources of sibling services. `{code}` stands for a country code. */
export interface SiblingLinks {
  readonly sales: string
  readonly salesAggregates: string
  readonly sellerListings: string
  readonly purchases: string
  readonly countryEvents: string
  readonly countryWebPage: string
}

/**
 * The values that a representation depends on, in addition to the resource itself. There is one
 * view for each language and set of permissions, so that parts that depend on nothing else are
 * built once.
 */
export interface View {
  readonly language: Language
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly siblings: SiblingLinks
  /** Whether the caller may follow links that write. */
  readonly mayWrite: boolean
  /** Whether the caller may follow links that change webhooks. */
  readonly mayWriteWebhooks: boolean
  /** Whether the carrier collects in a country. */
  readonly collectsIn: (countryCode: string) => boolean
}
