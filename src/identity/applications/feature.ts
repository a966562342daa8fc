import type { Feature } from '../../platform/feature.ts'
import { developerData } from '../users/developers/personal-data.ts'
import { type ApplicationsDeps, logoRoutes } from './logos/routes.ts'

/** What browsers load of applications, their logos, and the applications that users own. */
export const applicationsFeature = (deps: ApplicationsDeps): Feature => ({
  authRoutes: logoRoutes(deps),
  personalData: [developerData],
})
