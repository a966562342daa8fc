import type { Language } from '../../i18n/catalogue.ts'

/** What every page depends on beside its content. */
export interface Frame {
  readonly language: Language
  /** What the service calls itself. */
  readonly serviceName: string
  /** The path of the issuer, without a slash at its end: what links begin with. */
  readonly base: string
  /** Where this page is, below `base`, with its query: what the links to other languages lead back to. */
  readonly path: string
  /** The value of the hidden field that proves a form to be ours. */
  readonly csrf: string
  /** Paths of the style sheet and the script, each with its hash in it. */
  readonly styles: string
  readonly script: string
}
