import { type Links, links, type Representation } from '../../../platform/http/api/hal.ts'
import {
  linksSchema,
  nullableEnum,
  ref,
  resourceSchema,
} from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTimeOrNull, timeOrNullSchema, timeSchema } from '../../../platform/text/iso-time.ts'
import { accountTypes } from '../../../processor/account-vault.ts'
import { type AddressResource, addressResource } from '../../addresses/resource.ts'
import { paymentMethodPath } from '../resource.ts'
import type { ChargeReference } from './charge-reference.ts'
import type { NextPayout, PayoutReference, SellerAccount } from './payout-reference.ts'

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

const ChargeReferenceSchema = resourceSchema('ChargeReference', {
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

/** A payout reference in the interface. */
export interface PayoutReferenceResource extends Representation {
  id: number
  user_id: number
  type: string
  destination: object
  verified: true
  usable_from: string | null
  next: NextResource | null
  _links: Links
}

interface NextResource {
  id: number
  type: string
  verified: boolean
  usable_from: string | null
}

export function payoutReferenceResource(of: PayoutReference, view: View): PayoutReferenceResource {
  return {
    id: of.id,
    user_id: of.userId,
    type: of.type,
    destination: { ...of.destination },
    verified: true,
    usable_from: isoTimeOrNull(of.usableFrom),
    next: of.next && nextResource(of.next),
    _links: links(view.language, { self: payoutReferencePath(of.userId, view) }),
  }
}

/** The account of a seller in the interface. */
export interface SellerAccountResource extends Representation, SellerAccount {
  user_id: number
  _links: Links
}

export const sellerAccountResource = (
  userId: number,
  account: SellerAccount,
  { baseUrl, language }: View,
): SellerAccountResource => ({
  ...account,
  user_id: userId,
  _links: links(language, {
    self: `${baseUrl}/paymentmethods/seller-account?user_id=${userId}`,
  }),
})

const nextResource = ({ id, type, verified, usableFrom }: NextPayout): NextResource => ({
  id,
  type,
  verified,
  usable_from: isoTimeOrNull(usableFrom),
})

const payoutReferencePath = (userId: number, { baseUrl }: View): string =>
  `${baseUrl}/paymentmethods/payout-reference?user_id=${userId}`

const sellerAccount = {
  processor: Type.Enum(['stripe']),
  account: Type.String({
    description: 'The processor’s id of the seller’s account. Transfer the money to it.',
    examples: ['acct_1NAinX2eZvKYlo2C'],
  }),
  transfers_enabled: Type.Boolean({
    description: 'Whether money can be transferred to the account now',
  }),
  payouts_enabled: Type.Boolean({ description: 'Whether money can be paid out from the account' }),
  currently_due: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description:
      'What the processor requires of the seller now, in its words. Null if it was not asked yet',
    examples: [['individual.dob.day', 'tos_acceptance.date']],
  }),
  disabled_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the processor does not pay the seller, in its words',
  }),
  checked_at: {
    ...timeOrNullSchema,
    description: 'When the processor has said so. Null if it was not asked yet',
  },
}

const closed = { additionalProperties: false }
const id = Type.Integer({ format: 'int32', description: 'Payment method identifier' })
const type = Type.Enum(['PayPal', 'BankAccount'], { description: 'Type of the payment method' })
const time = Type.Union([timeSchema, Type.Null()])

const PayoutReferenceSchema = resourceSchema('PayoutReference', {
  id,
  user_id: Type.Integer({ format: 'int32' }),
  type,
  destination: {
    ...Type.Union([
      Type.Object(
        {
          email: Type.String({
            description: 'The address of a PayPal account',
            examples: ['ada@example.com'],
          }),
        },
        closed,
      ),
      Type.Object(
        {
          processor: Type.String({
            description: 'The vault that has the number. `local` has none, so it cannot be paid.',
          }),
          bank_account: Type.String({ description: 'The vault’s id of the bank account' }),
          country: Type.String({ examples: ['DE'] }),
          last4: Type.String({ examples: ['3000'] }),
          account_type: nullableEnum(accountTypes),
          full_name: Type.String({ description: 'Name of the account holder' }),
        },
        closed,
      ),
      Type.Object(
        {
          ...sellerAccount,
          external_account: Type.String({
            description: 'The processor’s id of the bank account. Name it in each payout.',
            examples: ['ba_1NAinX2eZvKYlo2C'],
          }),
          external_account_status: Type.Union([Type.String(), Type.Null()], {
            description: 'In the processor’s words. `errored` means that a payout has failed.',
          }),
          country: Type.String({ examples: ['DE'] }),
          last4: Type.String({ examples: ['3000'] }),
          account_type: nullableEnum(accountTypes),
          full_name: Type.String({ description: 'Name of the account holder' }),
        },
        closed,
      ),
    ]),
    description: 'Where to send money now. `type` decides its properties.',
  },
  verified: Type.Boolean({ description: 'Always true. Only verified methods are paid.' }),
  usable_from: {
    ...time,
    description:
      'Since when the method is paid. Null if it is paid at an earlier address, while a new one waits.',
  },
  next: {
    ...Type.Union([
      Type.Object({ id, type, verified: Type.Boolean(), usable_from: time }, closed),
      Type.Null(),
    ]),
    description:
      'What the user has chosen instead: another method, or this one with a new address. It is paid from `usable_from`. Until then the earlier destination is paid. Null if no change waits.',
  },
  _links: linksSchema('self'),
})

const SellerAccountSchema = resourceSchema('SellerAccount', {
  ...sellerAccount,
  user_id: Type.Integer({ format: 'int32' }),
  _links: linksSchema('self'),
})

export const referenceSchemas = [ChargeReferenceSchema, PayoutReferenceSchema, SellerAccountSchema]
