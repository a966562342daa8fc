import type { Clock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import type { View } from '../../platform/http/api/view.ts'
import type { Language } from '../../platform/i18n/catalogue.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import type { Mailer } from '../../support/mail/mailer.ts'
import type { RequestSource } from '../users/credentials/credentials.ts'

/** The dependencies of exports and erasures. */
export interface PrivacyDeps {
  readonly db: OpenDatabase
  readonly clock: Clock
  readonly mailer: Mailer
  /** The personal data of all features, in their order. */
  readonly personalData: readonly PersonalData[]
  /** The issuer. */
  readonly authUrl: string
  readonly serviceName: string
  /** Makes the view of the resources in an export: that of an application that may only read. */
  readonly viewIn: (language: Language) => View
}

/** The browser of a request, for the email. Undefined at the command line. */
export type From = Pick<RequestSource, 'browser'>

/** How long a user can cancel the erasure. */
export const gracePeriodDays = 14
