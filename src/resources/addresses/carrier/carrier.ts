import { Unavailable } from '../../../platform/database/db.ts'
import type { Place } from './time-zones.ts'

/** The time in which a carrier comes to an address. Instants in UTC, ISO 8601 with `Z`. */
export interface PickupWindow {
  readonly start: string
  readonly end: string
}

/** A carrier that picks up from an address, and its pickup times. */
export interface Pickup {
  readonly id: number
  readonly name: string
  readonly windows: readonly PickupWindow[]
}

/** The interface to carriers. */
export interface Carrier {
  /** Whether a carrier may pick up in a country (ISO 3166-1 alpha-2, upper case). */
  serves(countryCode: string): boolean
  /**
   * Returns the pickup times at a place.
   * @param now milliseconds since the epoch
   * @param userId the user who requests it; failures for one user must not affect others
   * @returns null if no carrier picks up there
   * @throws {Unavailable} if the carrier cannot answer
   */
  pickup(place: Place, now: number, userId: number): Promise<Pickup | null>
}

/** The carrier does not answer, is too slow, or sends an invalid answer. The response is 503. */
export class CarrierUnavailable extends Unavailable {
  override name = 'CarrierUnavailable'
  override message = 'The carrier cannot answer now.'
}
