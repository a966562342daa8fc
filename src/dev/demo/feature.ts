import type { Feature } from '../../platform/feature.ts'
import { type DemoDeps, demoRoutes } from './callback-routes.ts'

/** The pages of the demo's application. */
export const demoFeature = (deps: DemoDeps): Feature => ({ authRoutes: demoRoutes(deps) })
