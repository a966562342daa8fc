import type { Feature } from '../../platform/feature.ts'
import { addressData } from './personal-data.ts'
import { addressSchemas } from './resource.ts'
import { type AddressDeps, addressRoutes } from './routes.ts'

/** The addresses of a user, and the pickup times of the carrier. */
export const addressesFeature = (
  deps: AddressDeps & { readonly carrierName: string },
): Feature => ({
  schemas: addressSchemas,
  async examples(view) {
    const { addressExamples } = await import('./examples.ts')
    return addressExamples(view, deps.carrierName)
  },
  userRoutes: addressRoutes(deps),
  personalData: [addressData],
})
