import type { Feature } from '../../platform/feature.ts'
import { type ApplicationsDeps, logoRoutes } from './logos/routes.ts'

/** What browsers load of applications: their logos. */
export const applicationsFeature = (deps: ApplicationsDeps): Feature => ({
  authRoutes: logoRoutes(deps),
})
