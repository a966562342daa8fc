import { openVisits } from '../identity/sign-in/visits.ts'
import type { Feature } from '../platform/feature.ts'
import { trackMethods } from '../platform/http/api/resources.ts'
import { sendJson } from '../platform/http/pages/requests.ts'
import { basePath, preparePages } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { requireSession } from './account-scope.ts'
import { addressRoutes } from './addresses/routes.ts'
import { applicationRoutes } from './applications.ts'
import type { AccountDeps } from './deps.ts'
import { developerRoutes } from './developer/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { overviewRoutes } from './overview.ts'
import { paymentMethodRoutes } from './payment-methods/routes.ts'
import { privacyRoutes } from './privacy.ts'
import { profileRoutes } from './profile.ts'
import { activityRoutes } from './security/activity.ts'
import { confirmRoutes } from './security/confirm/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { sessionRoutes } from './security/sessions.ts'

/** The parts of the account's pages. */
const parts = [
  overviewRoutes,
  addressRoutes,
  paymentMethodRoutes,
  applicationRoutes,
  sessionRoutes,
  privacyRoutes,
  profileRoutes,
  activityRoutes,
  confirmRoutes,
  securityRoutes,
  developerRoutes,
  operatorRoutes,
]

/** The routes of the account's pages. They require a session. */
function accountRoutes(deps: AccountDeps) {
  return async (app: App): Promise<void> => {
    preparePages(app, deps)
    const complete = trackMethods(app)
    // Password managers look for the page here (A Well-Known URL for Changing Passwords, W3C).
    app.get('/.well-known/change-password', async (_request, reply) =>
      reply.redirect(`${basePath(deps.authUrl)}/account/security/password`, 303),
    )
    passkeyDocuments(app, deps)
    await app.register(async (own: App) => {
      requireSession(own, deps, openVisits(deps))
      for (const routes of parts) await routes(own, deps)
    })
    complete()
  }
}

/** The documents by which browsers and password managers find out about passkeys. */
function passkeyDocuments(app: App, { authUrl, secondFactors }: AccountDeps): void {
  // A Well-Known URL for Relying Party Passkey Endpoints (W3C).
  app.get('/.well-known/passkey-endpoints', async (_request, reply) =>
    sendJson(reply, {
      enroll: `${authUrl}/account/security/passkeys`,
      manage: `${authUrl}/account/security`,
    }),
  )
  // The other origins where passkeys of this host can be used (WebAuthn 3, 5.11).
  const { origins } = secondFactors
  if (origins.length > 1)
    app.get('/.well-known/webauthn', async (_request, reply) => sendJson(reply, { origins }))
}

/** The account's pages. */
export const accountFeature = (deps: AccountDeps): Feature => ({ authRoutes: accountRoutes(deps) })
