import type { Message } from '../../platform/i18n/catalogue.ts'
import type { Address } from '../addresses/addresses.ts'
import type { Coupon, DeliveryMethod, Listing } from './directory/directory.ts'

/** The purchase to check. Null means undecided. */
export interface Purchase {
  readonly number_of_tickets: number | null
  readonly delivery_address_id: number | null
  readonly delivery_method_id: number | null
  readonly coupons: readonly string[] | null
  readonly pickup_full_name: string | null
}

type Destination = Pick<Address, 'id' | 'country_code'>
type Fault = readonly [property: keyof Purchase, message: Message]

/**
 * Returns everything in a purchase that the listing does not allow.
 * @param addresses the buyer's addresses
 * @param now milliseconds since the epoch, for coupons that expire
 */
export function faultsOf(
  purchase: Purchase,
  listing: Listing,
  addresses: readonly Destination[],
  now: number,
): Fault[] {
  return [
    ...ticketFaults(purchase, listing),
    ...deliveryFaults(purchase, listing, addresses),
    ...couponFaults(purchase.coupons ?? [], listing, now),
  ]
}

function ticketFaults(
  { number_of_tickets: count }: Purchase,
  { number_of_tickets: left, splits }: Listing,
): Fault[] {
  if (count === null) return []
  if (count < 1) return [['number_of_tickets', ['rule.minimum', { min: 1 }]]]
  if (count > left) return [['number_of_tickets', ['listing.tickets.left', { left }]]]
  if (splits === null || splits.includes(count)) return []
  return [['number_of_tickets', ['listing.tickets.split', { splits: splits.join(', ') }]]]
}

function deliveryFaults(
  { delivery_method_id, delivery_address_id, pickup_full_name }: Purchase,
  { delivery_methods }: Listing,
  addresses: readonly Destination[],
): Fault[] {
  const faults: Fault[] = []
  const isChosen = delivery_method_id !== null
  const chosen = delivery_methods.find(({ id }) => id === delivery_method_id)
  if (isChosen && chosen === undefined)
    faults.push(['delivery_method_id', ['listing.delivery_method']])
  if (chosen?.pickup && !pickup_full_name)
    faults.push(['pickup_full_name', ['listing.pickup_full_name']])
  if (delivery_address_id !== null) {
    const address = addresses.find(({ id }) => id === delivery_address_id)
    // If no delivery method is chosen, one that delivers to the address is enough. An unknown
    // method is not checked.
    const candidates = isChosen ? chosen && [chosen] : delivery_methods
    if (address === undefined) faults.push(['delivery_address_id', ['listing.delivery_address']])
    else if (candidates?.some((method) => goesTo(method, address)) === false)
      faults.push(['delivery_address_id', ['listing.delivery_country']])
  }
  return faults
}

const goesTo = ({ countries }: DeliveryMethod, { country_code }: Destination): boolean =>
  countries === null || countries.includes(country_code)

function couponFaults(given: readonly string[], { coupons }: Listing, now: number): Fault[] {
  return [...new Set(given)].flatMap((code): Fault[] => {
    const coupon = coupons.find((known) => known.code === code)
    if (coupon === undefined) return [['coupons', ['listing.coupon.unknown', { coupon: code }]]]
    if (hasExpired(coupon, now)) return [['coupons', ['listing.coupon.expired', { coupon: code }]]]
    return []
  })
}

const hasExpired = ({ expires_at }: Coupon, now: number): boolean =>
  expires_at !== null && now >= Date.parse(expires_at)
