import { findPendingEmail } from '../../identity/accounts/new-email.ts'
import { listConnections } from '../../identity/consents/connections.ts'
import { findErasure } from '../../identity/privacy/erasure.ts'
import { findFactors } from '../../identity/second-factors/second-factors.ts'
import { listSessions } from '../../identity/sessions/sessions.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findMethodsAndAddresses } from '../../resources/payment-methods/payment-methods.ts'
import { findOwnProfile } from '../../resources/user/own-profile.ts'
import type { AccountDeps } from '../deps.ts'
import { overviewPage } from './pages.ts'

/** The first page of the account. */
export function overviewRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db, clock, credentials, privacy, wallet } = deps
  app.get(`${basePath(authUrl)}/account`, async (request) => {
    const { userId } = request.session
    const [{ methods, addresses }, factors, sessions, connections] = await Promise.all([
      findMethodsAndAddresses(db, userId, clock.now(), wallet.vault.name),
      findFactors(db, userId),
      listSessions(db, userId),
      listConnections(db, userId),
    ])
    const [erasure, profile, pendingEmail] = await Promise.all([
      findErasure(privacy, userId),
      findOwnProfile(db, userId),
      findPendingEmail(credentials, userId),
    ])
    return overviewPage(request.frame, {
      addresses: addresses.length,
      methods,
      factors,
      sessions: sessions.length,
      applications: connections.length,
      erasure,
      isEmailConfirmed: profile.email_confirmed,
      pendingEmail,
    })
  })
}
