import type { PaymentMethod } from '../payment-methods/payment-methods.ts'
import type { Listing } from './directory/directory.ts'

/** Why a payment method is not offered for a listing. */
export const reasons = ['type_not_accepted', 'expired', 'not_for_buying'] as const
export type Reason = (typeof reasons)[number]

/**
 * Why a payment method is not offered for a listing; null where it is. Of several reasons, the one that the user
 * can do least about: a card that is not accepted need not be renewed.
 */
export function whyNot(
  method: Pick<PaymentMethod, 'type' | 'expired' | 'buyer_method'>,
  listing: Pick<Listing, 'accepted_payment_types'>,
): Reason | null {
  if (!listing.accepted_payment_types.includes(method.type)) return 'type_not_accepted'
  if (method.expired) return 'expired'
  if (!method.buyer_method) return 'not_for_buying'
  return null
}

/** Whether a user may buy of a listing at all: it is to be had, and not the user's own. */
export const isForSale = (
  { status, number_of_tickets, seller_id }: Listing,
  userId: number,
): boolean => status === 'available' && number_of_tickets > 0 && seller_id !== String(userId)

/** Best first: the default for purchasing, then what was created last. */
export function byPreference(a: PaymentMethod, b: PaymentMethod): number {
  if (a.default_buyer_method !== b.default_buyer_method) return a.default_buyer_method ? -1 : 1
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1
  return b.id - a.id
}
