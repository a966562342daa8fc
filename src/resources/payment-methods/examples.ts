import type { View } from '../../platform/http/api/view.ts'
import { exampleAddress } from '../addresses/examples.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { paymentMethodCollection, paymentMethodResource, typeCollection } from './resource.ts'

export const exampleCard = {
  id: 12,
  version: 1,
  type: 'CreditCard' as const,
  brand: 'visa',
  last4: '1111',
  expiry_month: 12,
  expiry_year: 2030,
  full_name: 'Ada Lovelace',
  billing_address_id: exampleAddress.id,
  created_at: '2026-01-07 10:00:00+00',
  billing_address: exampleAddress,
  expired: false,
  default_buyer: true,
  default_seller: false,
  buyer_method: true,
  default_buyer_method: true,
  seller_method: false,
  default_seller_method: false,
} satisfies PaymentMethod

const shown = {
  methods: [exampleCard],
  filter: {},
  paging: { page: 1, pageSize: 100 },
  mayCreate: true,
}

/** An example of each resource and body, by the name of its schema. */
export const paymentMethodExamples = (view: View) => ({
  PaymentMethod: paymentMethodResource(exampleCard, view),
  PaymentMethodsOfType: typeCollection('CreditCard', shown, view),
  PaymentMethodCollection: paymentMethodCollection(shown, view),
  CreditCardBody: {
    full_name: 'Ada Lovelace',
    card_number: '4111 1111 1111 1111',
    expiry_month: 12,
    expiry_year: 2030,
    billing_address_id: exampleAddress.id,
  },
  PayPalBody: { email: 'ada@example.com' },
  DefaultsBody: { default_buyer_method: true },
})
