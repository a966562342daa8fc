import { nullableInt32, nullableText } from '../../../platform/http/api/schema.ts'
import { Type } from '../../../platform/schema/type.ts'
import { draftOf } from '../../../platform/text/draft.ts'
import {
  cardProperties,
  payPalProperties,
} from '../../../resources/payment-methods/kinds/bodies.ts'
import type { CardInput } from '../../../resources/payment-methods/kinds/cards.ts'
import type { PayPalInput } from '../../../resources/payment-methods/kinds/paypal.ts'

interface MethodInput {
  type: string
  billing_address: number | null
}

export type CardLineInput = MethodInput &
  Omit<CardInput, 'card_number' | 'billing_address_id'> & {
    card_fingerprint: string | null
    brand: string | null
    last4: string | null
  }

export type PayPalLineInput = MethodInput & Omit<PayPalInput, 'billing_address_id'>

const typeOf = (type: string) => Type.Unsafe<string>({ const: type })

const billing = {
  billing_address: nullableInt32({
    description:
      'The place of the billing address among the addresses of the line; the first is 0.',
  }),
}

const { card_number: _number, billing_address_id: _cardBilling, ...ofCard } = cardProperties
const { billing_address_id: _payPalBilling, ...ofPayPal } = payPalProperties

export const CardLine = draftOf('CardLine', {
  type: typeOf('CreditCard'),
  ...ofCard,
  card_token: nullableText({
    maxLength: 255,
    description: 'The id of the card in the card vault. Card numbers are never imported.',
    examples: ['pm_1MqLiJLkdIwHu7ixUEgbFdYF'],
  }),
  card_fingerprint: nullableText({
    maxLength: 255,
    description:
      'The fingerprint that the vault has of the card, so that the same card is recognized later.',
  }),
  brand: nullableText({ maxLength: 32, description: 'The brand', examples: ['visa'] }),
  last4: nullableText({ description: 'The last four digits', examples: ['1111'] }),
  ...billing,
})

export const PayPalLine = draftOf('PayPalLine', {
  type: typeOf('PayPal'),
  ...ofPayPal,
  ...billing,
})
