import type Provider from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import type { PageDeps } from '../../../platform/http/pages/scope.ts'

/** What the pages of the authorization endpoint need. */
export interface AuthorizationDeps extends PageDeps {
  readonly db: Database
  readonly provider: () => Promise<Provider>
}
