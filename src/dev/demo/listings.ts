import { findAccount } from '../../identity/users/accounts/accounts.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Listing } from '../../resources/listings/directory/directory.ts'
import { findListing, putListings } from '../../resources/listings/listings.ts'

/** A listing of the demo. The seller is given by email address. */
type DemoListing = Omit<Listing, 'seller_id' | 'status'> & { readonly seller: string | null }

/** The demo's listings, with delivery by courier or pickup, and payment by card, PayPal or both. */
const listings: readonly DemoListing[] = [
  {
    id: '1001',
    currency: 'GBP',
    price: '85.00',
    number_of_tickets: 4,
    splits: [2, 4],
    accepted_payment_types: ['CreditCard', 'PayPal'],
    delivery_methods: [
      { id: 1, name: 'Courier', type: 'courier', countries: ['DE', 'FR', 'GB'], pickup: false },
      { id: 2, name: 'Box office', type: 'pickup', countries: null, pickup: true },
    ],
    seller: 'grace@example.com',
    coupons: [
      { code: 'WELCOME', expires_at: null },
      { code: 'SPRING25', expires_at: '2025-06-01T00:00:00Z' },
    ],
  },
  {
    id: '1002',
    currency: 'USD',
    price: '120.50',
    number_of_tickets: 2,
    splits: null,
    accepted_payment_types: ['PayPal'],
    delivery_methods: [
      { id: 1, name: 'Mobile ticket', type: 'mobile', countries: null, pickup: false },
    ],
    seller: null,
    coupons: [],
  },
  {
    id: '1003',
    currency: 'EUR',
    price: '49.90',
    number_of_tickets: 6,
    splits: [1, 2, 3, 6],
    accepted_payment_types: ['CreditCard'],
    delivery_methods: [
      { id: 1, name: 'Post', type: 'post', countries: ['DE', 'ES', 'FR'], pickup: false },
    ],
    seller: 'sophie@example.com',
    coupons: [],
  },
]

/**
 * Adds the demo's listings that do not exist.
 * @returns the ids of all of them
 */
export async function ensureListings(db: Database): Promise<readonly string[]> {
  for (const { seller, ...listing } of listings) {
    if ((await findListing(db, listing.id)) !== null) continue
    const account = seller === null ? undefined : await findAccount(db, seller)
    const seller_id = account === undefined ? null : String(account.id)
    await putListings(db, [{ ...listing, status: 'available', seller_id }])
  }
  return listings.map(({ id }) => id)
}
