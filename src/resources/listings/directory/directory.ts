import { Unavailable } from '../../../platform/database/db.ts'

/**
 * The part of a ticket listing that payment depends on. The property names are those of the
 * document.
 */
export interface Listing {
  /** An int64 in decimal digits, because a JavaScript number cannot hold all of its values. */
  readonly id: string
  readonly status: 'available' | 'sold' | 'withdrawn'
  /** ISO 4217. */
  readonly currency: string
  /** The exact price of one ticket, in decimal digits. */
  readonly price: string
  /** The number of remaining tickets. */
  readonly number_of_tickets: number
  /** The numbers of tickets that can be bought together; null if any number can. */
  readonly splits: readonly number[] | null
  /** The accepted types of payment method. It may contain types that Foyer does not know. */
  readonly accepted_payment_types: readonly string[]
  readonly delivery_methods: readonly DeliveryMethod[]
  /** The user id of the seller; null if the seller is not a user of this service. */
  readonly seller_id: string | null
  readonly coupons: readonly Coupon[]
}

export interface DeliveryMethod {
  readonly id: number
  readonly name: string
  readonly type: string
  /** ISO 3166-1 alpha-2, upper case; null if the method delivers to every country. */
  readonly countries: readonly string[] | null
  /** Whether a person picks up the tickets. The purchase must name that person. */
  readonly pickup: boolean
}

export interface Coupon {
  readonly code: string
  /** RFC 3339; null if the coupon does not expire. */
  readonly expires_at: string | null
}

/** The interface to listings. */
export interface ListingDirectory {
  /**
   * Finds a listing.
   * @param id an int64 in decimal digits
   * @param userId the user who requests it; failures for one user must not affect others
   * @returns null if the listing is unknown
   * @throws {Unavailable} if the directory cannot answer
   */
  find(id: string, userId: number): Promise<Listing | null>
}

/**
 * The directory of listings does not answer, is too slow, or sends an invalid answer. The response
 * is 503.
 */
export class DirectoryUnavailable extends Unavailable {
  override name = 'DirectoryUnavailable'
  override message = 'The directory of listings cannot answer now.'
}

const maxInt64 = 9_223_372_036_854_775_807n

/**
 * Whether a text is a valid listing id: a positive int64 in decimal digits, without leading zeros.
 */
export const isListingId = (text: string): boolean =>
  /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= maxInt64
