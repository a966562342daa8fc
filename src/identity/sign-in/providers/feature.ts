import type { Feature } from '../../../platform/feature.ts'
import { identityData } from './personal-data.ts'
import { type ProviderRouteDeps, providerRoutes } from './routes.ts'

/**
 * The pages to sign in with OpenID Connect providers, and the identities that users have linked.
 */
export const providersFeature = (deps: ProviderRouteDeps): Feature => ({
  authRoutes: providerRoutes(deps),
  personalData: [identityData],
})
