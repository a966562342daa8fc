import type { Language } from '../../i18n/catalogue.ts'
import type { BrandLinks } from './brand/brand.ts'

/** The user of a page, for its header. */
export interface SignedInUser {
  readonly name: string | null
  readonly email: string
}

/** Pages beside the account, for those who may use them. Each is a path below the issuer. */
export type Area = 'developer' | 'operator'

/** The values that every page depends on, in addition to its content. */
export interface Frame {
  readonly language: Language
  /** The name of the service. */
  readonly serviceName: string
  /** The path of the issuer without a trailing slash. Links begin with it. */
  readonly base: string
  /**
   * The path of this page below `base`, with its query. The links to other languages lead to it.
   */
  readonly path: string
  /** The value of the hidden field that proves that a form comes from our pages. */
  readonly csrf: string
  /** The paths of the style sheet and the script. Each path contains the hash of the file. */
  readonly styles: string
  readonly script: string
  /** The path of the script that makes every page a little easier to use. */
  readonly enhancements: string
  /** The path of the script of the page with the fields of a card processor. */
  readonly cardFields: string
  /** The logo of the service, if it has one of its own: its path, and whether it has the name. */
  readonly logo?: { readonly path: string; readonly hasName: boolean }
  readonly links?: BrandLinks
  /** The IANA time zone that the user chose, or else that of the browser. Times are in UTC without one. */
  readonly timeZone?: string
  // Set only on pages for signed-in users.
  readonly user?: SignedInUser
  /** The pages beside the account that the user may use. */
  readonly areas?: readonly Area[]
  /** Milliseconds since the epoch, to say how long ago something was. */
  readonly now?: number
}
