import type { Feature } from '../../platform/feature.ts'
import { type RootDeps, RootSchema, rootResource, rootRoutes } from './routes.ts'

/** The root of the interface. */
export const rootFeature = (deps: RootDeps): Feature => ({
  schemas: [RootSchema],
  examples: async (view) => ({ Root: rootResource(view) }),
  publicRoutes: rootRoutes(deps),
})
