import type { App } from '../../platform/http/server.ts'
import { requireArea, requireSecondFactor } from '../account-scope.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof } from '../security/confirm/routes.ts'
import { applicationActRoutes, applicationRoutes } from './application.ts'
import { savedNames } from './reason.ts'
import { searchRoutes } from './search.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import { userActRoutes, userRoutes } from './user-routes.ts'

/**
 * The pages on which operators help users. All of them require the role and a session with a second
 * factor; acts also require a fresh proof.
 */
export async function operatorRoutes(app: App, deps: AccountDeps): Promise<void> {
  await app.register(async (own: App) => {
    requireArea(own, 'operator')
    requireSecondFactor(own)
    searchRoutes(own, deps)
    userRoutes(own, deps)
    applicationRoutes(own, deps)
    await own.register(async (acts: App) => {
      requireFreshProof(acts, deps, 'operator', savedNames)
      userActRoutes(acts, deps)
      applicationActRoutes(acts, deps)
      signUpRoutes(acts, deps)
    })
  })
}
