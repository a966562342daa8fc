import type { Listing } from '../../src/resources/listings/directory/directory.ts'
import { putListings } from '../../src/resources/listings/listings.ts'
import type { Foyer } from './foyer.ts'

let listings = 0

/**
 * A listing that anybody may buy: four tickets, singly or in pairs, by courier to Great Britain or
 * to be picked up.
 */
export const newListing = (told: Partial<Listing> = {}): Listing => ({
  id: String(1000 + listings++),
  status: 'available',
  currency: 'GBP',
  price: '85.00',
  number_of_tickets: 4,
  splits: [1, 2, 4],
  accepted_payment_types: ['CreditCard', 'PayPal'],
  delivery_methods: [
    { id: 1, name: 'Courier', type: 'courier', countries: ['GB', 'IE'], pickup: false },
    { id: 2, name: 'Box office', type: 'pickup', countries: null, pickup: true },
  ],
  seller_id: null,
  coupons: [],
  ...told,
})

/** Stores such a listing in the service's own table. @returns its id */
export async function keepListing({ db }: Foyer, told?: Partial<Listing>): Promise<string> {
  const listing = newListing(told)
  await putListings(db, [listing])
  return listing.id
}
