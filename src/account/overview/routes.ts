import { listConnections } from '../../identity/consents/connections.ts'
import { findErasure } from '../../identity/privacy/erasure.ts'
import { findFactors } from '../../identity/second-factors/second-factors.ts'
import { listSessions } from '../../identity/sessions/sessions.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findMethodsAndAddresses } from '../../resources/payment-methods/payment-methods.ts'
import type { AccountDeps } from '../deps.ts'
import { overviewPage } from './pages.ts'

/** The first page of the account. */
export function overviewRoutes(app: App, { authUrl, db, clock, privacy }: AccountDeps): void {
  app.get(`${basePath(authUrl)}/account`, async (request) => {
    const { userId } = request.session
    const [{ methods, addresses }, factors, sessions, connections, erasure] = await Promise.all([
      findMethodsAndAddresses(db, userId, clock.now()),
      findFactors(db, userId),
      listSessions(db, userId),
      listConnections(db, userId),
      findErasure(privacy, userId),
    ])
    return overviewPage(request.frame, {
      addresses: addresses.length,
      methods,
      hasSecondFactor: factors.required,
      sessions: sessions.length,
      applications: connections.length,
      erasure,
    })
  })
}
