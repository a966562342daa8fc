import type { View } from '../../platform/http/api/view.ts'
import { exampleAddress } from '../addresses/examples.ts'
import { cardSetupResource } from './custody/resource.ts'
import type { PaymentMethod } from './payment-methods.ts'
import {
  chargeReferenceResource,
  payoutReferenceResource,
  sellerAccountResource,
} from './references/resource.ts'
import { paymentMethodCollection, paymentMethodResource, typeCollection } from './resource.ts'

export const exampleCard = {
  id: 12,
  version: 1,
  type: 'CreditCard' as const,
  brand: 'visa',
  wallet: null,
  networks: ['visa'],
  vault: 'stripe',
  last4: '1111',
  expiry_month: 12,
  expiry_year: 2030,
  full_name: 'Ada Lovelace',
  billing_address_id: exampleAddress.id,
  created_at: '2026-01-07 10:00:00+00',
  billing_address: exampleAddress,
  expired: false,
  in_other_vault: false,
  default_buyer: true,
  default_seller: false,
  chosen_seller: false,
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
  mayCreateAccount: true,
}

const exampleChargeReference = {
  id: exampleCard.id,
  userId: 7,
  processor: 'stripe',
  customer: 'cus_NffrFeUfNV2Hib',
  paymentMethod: 'pm_1MtwBwLkdIwHu7ix28a3tqPa',
  setup: 'seti_1Mm8s8LkdIwHu7ix0OXBfTRG',
  mandate: null,
  networkTransaction: '9f2c1e1a-6a2b-4c36-9d4a-2f3b8f0f9b10',
  fingerprint: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  brand: 'visa',
  last4: '1111',
  expiryMonth: 12,
  expiryYear: 2030,
  expired: false,
  billingAddress: exampleAddress,
}

const examplePayoutReference = {
  id: 14,
  userId: 7,
  type: 'PayPal',
  destination: { email: 'ada@example.com' },
  usableFrom: Date.UTC(2026, 0, 9, 10),
  next: { id: 15, type: 'PayPal', verified: true, usableFrom: Date.UTC(2026, 2, 3, 8) },
} as const

const exampleSellerAccount = {
  processor: 'stripe',
  account: 'acct_1NAinX2eZvKYlo2C',
  transfers_enabled: false,
  payouts_enabled: false,
  currently_due: ['individual.dob.day', 'tos_acceptance.date'],
  disabled_reason: 'requirements.past_due',
  checked_at: '2026-01-07T10:00:00.000Z',
}

const exampleSetup = {
  id: 3,
  processor: 'stripe',
  state: 'requires_payment_method',
  setupId: 'seti_1Mm8s8LkdIwHu7ix0OXBfTRG',
  clientSecret: 'seti_1Mm8s8LkdIwHu7ix0OXBfTRG_secret_1',
  publishableKey: 'pk_test_1',
  expiresAt: '2026-01-07T11:00:00.000Z',
} as const

/** An example of each resource and body, by the name of its schema. */
export const paymentMethodExamples = (view: View) => ({
  PaymentMethod: paymentMethodResource(exampleCard, view),
  PaymentMethodsOfType: typeCollection('CreditCard', shown, view),
  PaymentMethodCollection: paymentMethodCollection(shown, view),
  ChargeReference: chargeReferenceResource(exampleChargeReference, view),
  PayoutReference: payoutReferenceResource(examplePayoutReference, view),
  SellerAccount: sellerAccountResource(7, exampleSellerAccount, view),
  CardSetup: cardSetupResource(exampleSetup, view),
  CreditCardBody: {
    full_name: 'Ada Lovelace',
    card_number: '4111 1111 1111 1111',
    expiry_month: 12,
    expiry_year: 2030,
    billing_address_id: exampleAddress.id,
  },
  BankAccountBody: { full_name: 'Ada Lovelace', iban: 'DE89 3704 0044 0532 0130 00' },
  PayPalBody: { email: 'ada@example.com' },
  DefaultsBody: { default_buyer_method: true },
})
