import type { Feature } from '../../platform/feature.ts'
import {
  addressRulesResource,
  countryCollection,
  countrySchemas,
  standaloneCountry,
} from './resource.ts'
import { type CountryDeps, countryRoutes } from './routes.ts'
import { addressRules } from './rules.ts'

/** Countries and their address rules. */
export const countriesFeature = (deps: CountryDeps): Feature => ({
  schemas: countrySchemas,
  examples: async (view) => ({
    Country: standaloneCountry('GB', view),
    CountryCollection: countryCollection({ page: 3, pageSize: 2 }, view),
    AddressRules: addressRulesResource(addressRules('GB'), view),
  }),
  publicRoutes: countryRoutes(deps),
})
