import { Unavailable } from '../../../platform/database/db.ts'

/** A listing of tickets, as far as paying for it depends on it. Its names are those of its document. */
export interface Listing {
  /** An int64 in decimal digits: a number cannot hold every one. */
  readonly id: string
  readonly status: 'available' | 'sold' | 'withdrawn'
  /** ISO 4217. */
  readonly currency: string
  /** Of one ticket, in decimal digits, exact. */
  readonly price: string
  /** How many are left. */
  readonly number_of_tickets: number
  /** How many may be bought together; null where any number may. */
  readonly splits: readonly number[] | null
  /** Those of payment methods, among others that are not known here. */
  readonly accepted_payment_types: readonly string[]
  readonly delivery_methods: readonly DeliveryMethod[]
  /** The id of a user here; null where the seller is none. */
  readonly seller_id: string | null
  readonly coupons: readonly Coupon[]
}

export interface DeliveryMethod {
  readonly id: number
  readonly name: string
  readonly type: string
  /** ISO 3166-1 alpha-2, upper case; null where it goes everywhere. */
  readonly countries: readonly string[] | null
  /** Whether the buyer comes for the tickets, and says who. */
  readonly pickup: boolean
}

export interface Coupon {
  readonly code: string
  /** RFC 3339; null where it does not expire. */
  readonly expires_at: string | null
}

/** The port behind which listings are. */
export interface ListingDirectory {
  /**
   * Finds a listing.
   * @param id an int64 in decimal digits
   * @param userId the user who asks: failures of one user must not affect others
   * @returns null where it is not known
   * @throws {Unavailable} when the directory cannot tell
   */
  find(id: string, userId: number): Promise<Listing | null>
}

/** The directory of listings is away, too slow, or does not make sense. Becomes 503. */
export class DirectoryUnavailable extends Unavailable {
  override name = 'DirectoryUnavailable'
  override message = 'The directory of listings cannot answer now.'
}

const largest = 9_223_372_036_854_775_807n

/** Whether a text is an id that a listing may have: a positive int64 in decimal digits, without leading zeros. */
export const isListingId = (text: string): boolean =>
  /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= largest
