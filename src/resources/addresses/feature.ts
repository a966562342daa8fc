import type { Feature } from '../../platform/feature.ts'
import { addressExamples } from './examples.ts'
import { addressData } from './personal-data.ts'
import { addressSchemas } from './resource.ts'
import { type AddressDeps, addressRoutes } from './routes.ts'

/** The addresses of a user, and the pickup times of the carrier. */
export const addressesFeature = (
  deps: AddressDeps & { readonly carrierName: string },
): Feature => ({
  schemas: addressSchemas,
  examples: (view) => addressExamples(view, deps.carrierName),
  userRoutes: addressRoutes(deps),
  personalData: [addressData],
})
