import type { Feature } from '../../platform/feature.ts'
import { listingSchemas } from './resource.ts'
import { type ListingRouteDeps, listingRoutes } from './routes.ts'

/** The payment methods that fit a listing. */
export const listingsFeature = (deps: ListingRouteDeps): Feature => ({
  schemas: listingSchemas,
  async examples(view) {
    const { listingExamples } = await import('./examples.ts')
    return listingExamples(view)
  },
  userRoutes: listingRoutes(deps),
})
