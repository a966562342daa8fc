import type Provider from 'oidc-provider'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PageDeps } from '../../platform/http/pages/scope.ts'
import type { RecordRefusal } from '../../support/audit/refusals/refusals.ts'
import type { RequestLimits } from '../../support/limits/requests.ts'
import { removeEnded } from '../access/of-application.ts'
import type { Audiences } from './audiences/audiences.ts'
import { saveLastUses } from './consents/connections.ts'
import { consentData } from './consents/personal-data.ts'
import { authorizationRoutes } from './endpoints/authorization-routes.ts'
import { oauthRoutes } from './endpoints/routes.ts'
import { sealedKeys } from './keys/keys.ts'
import { trimOpenRequests } from './open-requests/open-requests.ts'
import type { ClaimsOf } from './provider/claims.ts'
import type { Authenticator } from './tokens/authenticate.ts'
import { tokenData } from './tokens/personal-data.ts'
import { sealedTokens } from './tokens/sealed-tokens.ts'
import { removeExpired } from './tokens/tokens.ts'

export interface OAuthDeps {
  readonly db: Database
  readonly recordRefusal: RecordRefusal
  readonly authenticator: Authenticator
  readonly limits: RequestLimits
  readonly provider: () => Promise<Provider>
  readonly claimsOf: ClaimsOf
  readonly audiences: Audiences
  readonly pages: PageDeps
}

/**
 * The OAuth 2.0 and OpenID Connect endpoints, and the chores that delete expired and ended tokens,
 * save last uses, and trim open requests.
 */
export function oauthFeature(deps: OAuthDeps): Feature {
  const { db, recordRefusal, authenticator, limits, provider, claimsOf, audiences, pages } = deps
  const { authUrl } = pages
  return {
    authRoutes: async (app) => {
      const endpoints = { db, recordRefusal, limits, provider, claimsOf, audiences, authUrl }
      await app.register(oauthRoutes(endpoints))
      await app.register(authorizationRoutes({ ...pages, db, provider }))
    },
    personalData: [consentData, tokenData],
    sealedColumns: [sealedKeys, sealedTokens],
    chores: [
      { name: 'delete expired tokens', everyMs: 5 * 60_000, run: () => removeExpired(db) },
      { name: 'delete ended tokens of applications', everyMs: 60_000, run: () => removeEnded(db) },
      {
        name: 'save the last uses of accounts by applications',
        everyMs: 60_000,
        onEachInstance: true,
        run: () => saveLastUses(db, authenticator),
      },
      { name: 'trim open requests', everyMs: 60_000, run: () => trimOpenRequests(db) },
    ],
  }
}
