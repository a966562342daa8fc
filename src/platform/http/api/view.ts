import type { SiblingLinks } from '../../../config/config.ts'
import type { Language } from '../../i18n/catalogue.ts'

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
