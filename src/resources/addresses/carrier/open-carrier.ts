import type { Tracer } from '../../../platform/telemetry/tracer.ts'
import type { Carrier } from './carrier.ts'
import { httpCarrier } from './http-carrier.ts'
import { localCarrier } from './local-carrier.ts'

/** Who picks up from addresses. */
export interface CarrierSettings {
  /** `local` works without a contract, `none` picks up nowhere, and a URL is another service's. */
  readonly carrier: 'local' | 'none' | URL
  /** The name of the local carrier. */
  readonly carrierName: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly carrierExcludedCountries: readonly string[]
}

/**
 * Opens the carrier. Sends no request.
 * @param tracer undefined if nothing is traced
 */
export function openCarrier(settings: CarrierSettings, tracer?: Tracer): Carrier {
  const { carrier, carrierName: name, carrierExcludedCountries: excludedCountries } = settings
  if (carrier === 'local') return localCarrier({ name, excludedCountries })
  if (carrier === 'none') return nobody
  return httpCarrier({ url: carrier.href, excludedCountries, tracer })
}

/** Nobody picks up anywhere. */
const nobody: Carrier = { serves: () => false, pickup: async () => null }
