import type { View } from '../../platform/http/api/view.ts'
import { exampleAddress } from '../addresses/examples.ts'
import { exampleCard } from '../payment-methods/examples.ts'
import type { PaymentMethod } from '../payment-methods/payment-methods.ts'
import { choiceCollection } from './resource.ts'

const expiredCard: PaymentMethod = {
  ...exampleCard,
  id: 9,
  last4: '4444',
  brand: 'mastercard',
  expiry_month: 6,
  expiry_year: 2025,
  expired: true,
  default_buyer: false,
  buyer_method: false,
  default_buyer_method: false,
}

const choice = {
  eligible: [exampleCard],
  ineligible: [{ method: expiredCard, reason: 'expired' }],
  mayCreate: true,
} as const

const listing = {
  listingId: '1001',
  paging: { page: 1, pageSize: 100 },
  embed: 'ineligible',
} as const

/** An example of each resource and body, by the name of its schema. */
export const listingExamples = (view: View) => ({
  ListingPaymentMethods: choiceCollection(choice, listing, view),
  PurchaseBody: {
    number_of_tickets: 2,
    delivery_address_id: exampleAddress.id,
    delivery_method_id: 1,
  },
})
