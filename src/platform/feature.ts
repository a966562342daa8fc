import type { TSchema } from 'typebox'
import type { LogApplication } from './application-log.ts'
import type { View } from './http/api/view.ts'
import type { App } from './http/server.ts'
import type { PersonalData } from './privacy.ts'
import type { Chore, Worker } from './process/work.ts'
import type { SealedColumn } from './secrets/sealed-column.ts'

/** Adds routes to the server. */
export type Routes = (app: App) => Promise<void>

/**
 * One part of the service, such as addresses, with everything that it adds.
 * `src/app/features.ts` has the list of features. Other code uses that list and no feature by name.
 */
export interface Feature {
  /** The named schemas of its resources. */
  readonly schemas?: readonly TSchema[]
  /** Makes examples for the OpenAPI document, by the name of a schema. */
  readonly examples?: (view: View) => Promise<Readonly<Record<string, unknown>>>
  /** Routes below `BASE_URL` that need no user. */
  readonly publicRoutes?: Routes
  /** Routes below `BASE_URL` that need a signed-in user. */
  readonly userRoutes?: Routes
  /**
   * Routes below `BASE_URL` for the marketplace's own services, with an application's own token.
   */
  readonly serviceRoutes?: Routes
  /** Routes below `AUTH_URL`: OAuth 2.0 endpoints and pages. */
  readonly authRoutes?: Routes
  /** Logs the requests of applications for their developers. */
  readonly logApplication?: LogApplication
  readonly chores?: readonly Chore[]
  /**
   * The personal data that it stores. Data is erased in the reverse order of the list of features,
   * so a feature stands after those whose rows its own rows refer to.
   */
  readonly personalData?: readonly PersonalData[]
  readonly workers?: readonly Worker[]
  /** The columns with values that a key from SECRET_KEY has sealed. */
  readonly sealedColumns?: readonly SealedColumn[]
}
