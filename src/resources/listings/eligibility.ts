import type { PaymentMethod } from '../payment-methods/payment-methods.ts'
import type { Listing } from './directory/directory.ts'

/** The reasons why a payment method is not offered for a listing. */
export const reasons = ['type_not_accepted', 'expired', 'not_for_buying'] as const
export type Reason = (typeof reasons)[number]

/**
 * Returns why a payment method is not offered for a listing; null if it is offered. If there are
 * several reasons, returns the one that the user can change least: a card that the listing does not
 * accept need not be renewed.
 */
export function ineligibilityReason(
  method: Pick<PaymentMethod, 'type' | 'expired' | 'buyer_method'>,
  listing: Pick<Listing, 'accepted_payment_types'>,
): Reason | null {
  if (!listing.accepted_payment_types.includes(method.type)) return 'type_not_accepted'
  if (method.expired) return 'expired'
  if (!method.buyer_method) return 'not_for_buying'
  return null
}

/** Whether a user can buy from a listing: it has tickets, and it is not the user's own. */
export const isForSale = (
  { status, number_of_tickets, seller_id }: Listing,
  userId: number,
): boolean => status === 'available' && number_of_tickets > 0 && seller_id !== String(userId)

/** Sorts the best method first: the default for purchases, then the newest. */
export function byPreference(a: PaymentMethod, b: PaymentMethod): number {
  if (a.default_buyer_method !== b.default_buyer_method) return a.default_buyer_method ? -1 : 1
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1
  return b.id - a.id
}
