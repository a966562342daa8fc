import type Provider from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import type { PageDeps } from '../../../platform/http/pages/scope.ts'

/** The dependencies of the authorization endpoint's pages. */
export interface AuthorizationDeps extends PageDeps {
  readonly db: Database
  readonly provider: () => Promise<Provider>
}
