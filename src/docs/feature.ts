import type { Feature } from '../platform/feature.ts'
import { type DocsDeps, docsRoutes } from './routes.ts'

/** The documentation at `/docs`. */
export const docsFeature = (deps: DocsDeps): Feature => ({ authRoutes: docsRoutes(deps) })
