import { type Links, links, type Representation } from '../../../platform/http/api/hal.ts'
import { linksSchema, ref, resourceSchema } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { Type } from '../../../platform/schema/type.ts'
import { type AddressResource, addressResource } from '../../addresses/resource.ts'
import { paymentMethodPath } from '../resource.ts'
import type { ChargeReference } from './charge-reference.ts'

/** A charge reference in the interface. */
export interface ChargeReferenceResource extends Representation {
  id: number
  user_id: number
  processor: string
  customer: string | null
  payment_method: string
  setup_intent: string | null
  mandate: string | null
  network_transaction_id: string | null
  fingerprint: string
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
  expired: boolean
  _links: Links
  _embedded?: { billing_address: AddressResource }
}

export function chargeReferenceResource(of: ChargeReference, view: View): ChargeReferenceResource {
  const { billingAddress } = of
  return {
    id: of.id,
    user_id: of.userId,
    processor: of.processor,
    customer: of.customer,
    payment_method: of.paymentMethod,
    setup_intent: of.setup,
    mandate: of.mandate,
    network_transaction_id: of.networkTransaction,
    fingerprint: of.fingerprint,
    brand: of.brand,
    last4: of.last4,
    expiry_month: of.expiryMonth,
    expiry_year: of.expiryYear,
    expired: of.expired,
    _links: links(view.language, {
      self: `${paymentMethodPath(of.id, view)}/charge-reference?user_id=${of.userId}`,
    }),
    ...(billingAddress && {
      _embedded: { billing_address: addressResource(billingAddress, view) },
    }),
  }
}

export const ChargeReferenceSchema = resourceSchema('ChargeReference', {
  id: Type.Integer({ format: 'int32', description: 'Payment method identifier' }),
  user_id: Type.Integer({ format: 'int32' }),
  processor: Type.String({ description: 'The payment processor', examples: ['stripe'] }),
  customer: Type.Union([Type.String(), Type.Null()], {
    description: 'The processor’s id of the user’s customer',
    examples: ['cus_NffrFeUfNV2Hib'],
  }),
  payment_method: Type.String({
    description: 'The processor’s id of the card',
    examples: ['pm_1MtwBwLkdIwHu7ix28a3tqPa'],
  }),
  setup_intent: Type.Union([Type.String(), Type.Null()], {
    description:
      'The processor’s id of the setup with which the holder agreed to be charged while away. ' +
      'Null for cards saved before setups.',
    examples: ['seti_1Mm8s8LkdIwHu7ix0OXBfTRG'],
  }),
  mandate: Type.Union([Type.String(), Type.Null()], {
    description: 'The processor’s id of the mandate, if the card needs one',
    examples: ['mandate_1MtwBwLkdIwHu7ixw7TgqD4y'],
  }),
  network_transaction_id: Type.Union([Type.String(), Type.Null()], {
    description:
      'The transaction in which the holder was authenticated (3-D Secure, directory server). ' +
      'Null if the issuer asked for none.',
    examples: ['9f2c1e1a-6a2b-4c36-9d4a-2f3b8f0f9b10'],
  }),
  fingerprint: Type.String({ description: 'Equal for the same card of the same user' }),
  brand: Type.String({ examples: ['visa'] }),
  last4: Type.String({ examples: ['1111'] }),
  expiry_month: Type.Integer(),
  expiry_year: Type.Integer(),
  expired: Type.Boolean(),
  _links: linksSchema('self'),
  _embedded: Type.Optional(
    Type.Object({ billing_address: ref('Address') }, { additionalProperties: false }),
  ),
})
