import type { AddressFields } from '../../resources/addresses/addresses.ts'

/**
 * A payment method of the demo. `billing` is the index of its billing address in the person's list.
 */
export type DemoMethod = {
  readonly billing: number | null
  readonly default?: 'buyer' | 'seller'
} & (
  | {
      readonly type: 'CreditCard'
      /** A test number published by a card scheme. */
      readonly number: string
      /** Years after the demo's first start; negative for an expired card. */
      readonly expiresInYears: number
      readonly expiryMonth: number
    }
  | { readonly type: 'PayPal'; readonly email: string }
)

export interface DemoPerson {
  readonly email: string
  readonly full_name: string
  /** E.164, from a range reserved for examples. */
  readonly primary_phone: string | null
  readonly language: string
  /** The first one is the default. */
  readonly addresses: readonly (Partial<AddressFields> &
    Pick<AddressFields, 'address_1' | 'country_code'>)[]
  readonly methods: readonly DemoMethod[]
}

/**
 * The people of the demo. Together they have addresses in several countries, every type of payment
 * method, and an expired card.
 */
export const people: readonly DemoPerson[] = [
  {
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    primary_phone: '+442079460123',
    language: 'en',
    addresses: [
      {
        address_1: '12 St James’s Square',
        city: 'London',
        postal_code: 'SW1Y 4JH',
        country_code: 'GB',
      },
      {
        address_1: '350 Fifth Avenue',
        address_2: 'Floor 21',
        city: 'New York',
        state_province: 'NY',
        postal_code: '10118',
        country_code: 'US',
      },
      {
        address_1: 'Unter den Linden 77',
        city: 'Berlin',
        postal_code: '10117',
        country_code: 'DE',
      },
    ],
    methods: [
      {
        type: 'CreditCard',
        number: '4111111111111111',
        expiresInYears: 3,
        expiryMonth: 9,
        billing: 0,
        default: 'buyer',
      },
      {
        type: 'CreditCard',
        number: '378282246310005',
        expiresInYears: 2,
        expiryMonth: 4,
        billing: 1,
      },
      {
        type: 'CreditCard',
        number: '5555555555554444',
        expiresInYears: -1,
        expiryMonth: 6,
        billing: 0,
      },
      { type: 'PayPal', email: 'ada@example.com', billing: null, default: 'seller' },
    ],
  },
  {
    email: 'grace@example.com',
    full_name: 'Grace Hopper',
    primary_phone: '+12025550143',
    language: 'en',
    addresses: [
      {
        address_1: '1600 Amphitheatre Parkway',
        city: 'Mountain View',
        state_province: 'CA',
        postal_code: '94043',
        country_code: 'US',
      },
      {
        address_1: '290 Bremner Boulevard',
        city: 'Toronto',
        state_province: 'ON',
        postal_code: 'M5V 3L9',
        country_code: 'CA',
      },
      {
        address_1: '千代田1-1',
        city: '千代田区',
        state_province: '東京都',
        postal_code: '100-0001',
        country_code: 'JP',
      },
    ],
    methods: [
      { type: 'PayPal', email: 'grace.hopper@example.com', billing: 0, default: 'buyer' },
      {
        type: 'CreditCard',
        number: '6011111111111117',
        expiresInYears: 4,
        expiryMonth: 12,
        billing: 0,
      },
      {
        type: 'CreditCard',
        number: '4242424242424242',
        expiresInYears: 1,
        expiryMonth: 1,
        billing: 1,
      },
    ],
  },
  {
    email: 'sophie@example.com',
    full_name: 'Sophie Germain',
    primary_phone: null,
    language: 'fr',
    addresses: [
      { address_1: '13 rue de Savoie', city: 'Paris', postal_code: '75006', country_code: 'FR' },
      {
        address_1: 'Calle de Alcalá 42',
        city: 'Madrid',
        state_province: 'Madrid',
        postal_code: '28014',
        country_code: 'ES',
      },
    ],
    methods: [
      {
        type: 'CreditCard',
        number: '5454545454545454',
        expiresInYears: 2,
        expiryMonth: 11,
        billing: 0,
        default: 'buyer',
      },
      {
        type: 'CreditCard',
        number: '3566002020360505',
        expiresInYears: 5,
        expiryMonth: 7,
        billing: 1,
      },
      { type: 'PayPal', email: 'sophie@example.com', billing: 0 },
    ],
  },
]
