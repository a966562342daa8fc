import type { Feature } from '../../platform/feature.ts'
import { listingExamples } from './examples.ts'
import { listingSchemas } from './resource.ts'
import { type ListingRouteDeps, listingRoutes } from './routes.ts'

/** The payment methods that fit a listing. */
export const listingsFeature = (deps: ListingRouteDeps): Feature => ({
  schemas: listingSchemas,
  examples: listingExamples,
  userRoutes: listingRoutes(deps),
})
