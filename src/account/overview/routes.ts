import { listConnections } from '../../identity/consents/connections.ts'
import { findErasure } from '../../identity/privacy/erasure.ts'
import { findFactors } from '../../identity/second-factors/second-factors.ts'
import { listSessions } from '../../identity/sessions/sessions.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findAddresses } from '../../resources/addresses/addresses.ts'
import type { AccountDeps } from '../deps.ts'
import { overviewPage } from './pages.ts'

/** The first page of the account. */
export function overviewRoutes(app: App, { authUrl, db, privacy }: AccountDeps): void {
  app.get(`${basePath(authUrl)}/account`, async (request) => {
    const { userId } = request.session
    const [addresses, factors, sessions, connections, erasure] = await Promise.all([
      findAddresses(db, userId),
      findFactors(db, userId),
      listSessions(db, userId),
      listConnections(db, userId),
      findErasure(privacy, userId),
    ])
    return overviewPage(request.frame, {
      addresses: addresses.length,
      hasSecondFactor: factors.required,
      sessions: sessions.length,
      applications: connections.length,
      erasure,
    })
  })
}
