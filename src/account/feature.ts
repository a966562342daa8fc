import type { Feature } from '../platform/feature.ts'
import { type PortalParts, portalRoutes } from './routes.ts'

/** The pages of the account. */
export const accountFeature = (deps: PortalParts): Feature => ({ authRoutes: portalRoutes(deps) })
