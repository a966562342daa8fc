import type { Config } from '../../config/config.ts'
import type { View } from '../../platform/http/api/view.ts'
import type { Address } from '../addresses/addresses.ts'
import { addressCollection, addressResource, carrierResource } from '../addresses/resource.ts'
import {
  addressRulesResource,
  countryCollection,
  standaloneCountry,
} from '../countries/resource.ts'
import { addressRules } from '../countries/rules.ts'
import { choiceCollection } from '../listings/resource.ts'
import type { PaymentMethod } from '../payment-methods/payment-methods.ts'
import {
  paymentMethodCollection,
  paymentMethodResource,
  typeCollection,
} from '../payment-methods/resource.ts'
import { rootResource } from '../root/routes.ts'
import { userResource } from '../user/resource.ts'

const sent = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  address_2: null,
  address_3: null,
  city: 'London',
  state_province: null,
  postal_code: 'SW1Y 4LB',
  country_code: 'GB',
}

const address: Address = { ...sent, id: 7, version: 1, default: true, billed: true }

const card: PaymentMethod = {
  id: 12,
  version: 1,
  type: 'CreditCard',
  brand: 'visa',
  last4: '1111',
  expiry_month: 12,
  expiry_year: 2030,
  full_name: 'Ada Lovelace',
  billing_address_id: address.id,
  created_at: '2026-01-07 10:00:00+00',
  billing_address: address,
  expired: false,
  default_buyer: true,
  default_seller: false,
  buyer_method: true,
  default_buyer_method: true,
  seller_method: false,
  default_seller_method: false,
}

const pickup = {
  id: 1,
  windows: [
    { start: '2026-01-08T09:00:00Z', end: '2026-01-08T17:00:00Z' },
    { start: '2026-01-09T09:00:00Z', end: '2026-01-09T17:00:00Z' },
  ],
}

const user = {
  id: 3,
  version: 2,
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  primary_phone: '+442079460000',
  email_optin: false,
}

const expiredCard: PaymentMethod = {
  ...card,
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

const paging = { page: 1, pageSize: 100 }
const shown = { methods: [card], filter: {}, paging, mayCreate: true }
const choice = {
  eligible: [card],
  ineligible: [{ method: expiredCard, reason: 'expired' }],
  mayCreate: true,
} as const
const listing = { listingId: '1001', paging, embed: 'ineligible' } as const

/** An example of each resource and body, by the name of its schema: made by what makes the real ones. */
export function resourceExamples({
  baseUrl,
  siblings,
  carrierName,
}: Config): Readonly<Record<string, unknown>> {
  const view: View = { language: 'en', baseUrl, siblings, mayWrite: true, collectsIn: () => true }
  return {
    Root: rootResource(view),
    Address: addressResource(address, view),
    AddressBody: { ...sent, default: true },
    AddressCollection: addressCollection([address], undefined, paging, view),
    Carrier: carrierResource(address.id, { ...pickup, name: carrierName }, view),
    Country: standaloneCountry('GB', view),
    CountryCollection: countryCollection({ page: 3, pageSize: 2 }, view),
    AddressRules: addressRulesResource(addressRules('GB'), view),
    PaymentMethod: paymentMethodResource(card, view),
    PaymentMethodsOfType: typeCollection('CreditCard', shown, view),
    PaymentMethodCollection: paymentMethodCollection(shown, view),
    CreditCardBody: {
      full_name: 'Ada Lovelace',
      card_number: '4111 1111 1111 1111',
      expiry_month: 12,
      expiry_year: 2030,
      billing_address_id: address.id,
    },
    PayPalBody: { email: 'ada@example.com' },
    DefaultsBody: { default_buyer_method: true },
    ListingPaymentMethods: choiceCollection(choice, listing, view),
    PurchaseBody: { number_of_tickets: 2, delivery_address_id: address.id, delivery_method_id: 1 },
    User: userResource(user, view),
    UserBody: { full_name: 'Ada Lovelace', email_optin: true },
  }
}
