import type { Feature } from '../../platform/feature.ts'
import { emailCodeRoutes } from './codes/routes.ts'
import type { SignInDeps } from './deps.ts'
import { identityData } from './providers/personal-data.ts'
import { type ProviderRouteDeps, providerRoutes } from './providers/routes.ts'
import { signInRoutes } from './routes.ts'
import { pendingSignInData, removeExpiredSignIns } from './second-step/second-step.ts'

/** The pages to sign in and sign up, and the chore that deletes sign-ins that were not finished. */
export const signInFeature = (deps: SignInDeps): Feature => ({
  authRoutes: signInRoutes(deps),
  personalData: [pendingSignInData],
  chores: [
    {
      name: 'delete unfinished sign-ins',
      everyMs: 5 * 60_000,
      run: () => removeExpiredSignIns(deps.db),
    },
  ],
})

/** The pages to sign in with a code or a link in an email. */
export const emailCodesFeature = (deps: SignInDeps): Feature => ({
  authRoutes: emailCodeRoutes(deps),
})

/**
 * The pages to sign in with OpenID Connect providers, and the identities that users have linked.
 */
export const providersFeature = (deps: ProviderRouteDeps): Feature => ({
  authRoutes: providerRoutes(deps),
  personalData: [identityData],
})
