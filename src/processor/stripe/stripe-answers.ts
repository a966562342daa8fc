import type { Static, TSchema } from 'typebox'
import { matches } from '../../platform/schema/check.ts'
import { Type } from '../../platform/schema/type.ts'
import { brandOf } from '../brands.ts'
import { cardDeclined, type KeptCard, VaultUnavailable } from '../vault.ts'

/*
 * The parts of the processor's answers that Foyer uses. An answer without them is refused, because
 * a gateway may have sent it.
 */

/** An id of the processor. */
export const id = Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$' })
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A name of a brand, network or wallet. */
const brand = Type.String({ pattern: '^[a-z0-9_-]{1,32}$' })

const customer = Type.Object({ id, deleted: Type.Optional(Type.Boolean()) })

/** What the processor tells of a card. */
export const card = Type.Optional(
  orNull(
    Type.Object({
      brand,
      last4: Type.String({ pattern: '^[0-9]{4}$' }),
      exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
      exp_year: Type.Integer({ minimum: 1970, maximum: 9999 }),
      fingerprint: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 255 }))),
      networks: Type.Optional(orNull(Type.Object({ available: Type.Array(brand) }))),
      wallet: Type.Optional(orNull(Type.Object({ type: brand }))),
    }),
  ),
)

const paymentMethod = Type.Object({
  id,
  customer: orNull(Type.Union([id, Type.Object({ id })])),
  card,
  metadata: Type.Optional(orNull(Type.Record(Type.String(), Type.String()))),
})

/** A confirmation token has a preview of the payment method that it makes. */
const confirmationToken = Type.Object({
  id,
  payment_method_preview: Type.Optional(orNull(Type.Object({ card }))),
})

const paymentMethods = Type.Object({
  data: Type.Array(paymentMethod),
  has_more: Type.Boolean(),
})

export type PaymentMethodAnswer = Static<typeof paymentMethod>

/** @throws {VaultUnavailable} when the answer does not match the schema */
export const reader =
  <T extends TSchema>(schema: T) =>
  (answer: unknown): Static<T> => {
    if (matches(schema, answer)) return answer
    throw new VaultUnavailable(new Error('The response of the card processor is not valid.'))
  }

export const readCustomer = reader(customer)
export const readPaymentMethod = reader(paymentMethod)
export const readConfirmationToken = reader(confirmationToken)
export const readPaymentMethods = reader(paymentMethods)

/** The id of an object that an answer names or contains. */
export const idOf = (object: string | { readonly id: string } | null): string | undefined =>
  typeof object === 'string' ? object : object?.id

/** The customer that a payment method is attached to. */
export const ownerOf = ({ customer }: PaymentMethodAnswer): string | undefined => idOf(customer)

/**
 * Returns the card of an answer.
 * @throws {Refused} validation_failed, if the payment method is not a card
 */
export function cardOf({
  id,
  card,
}: PaymentMethodAnswer): Omit<KeptCard, 'agreement' | 'references'> {
  if (!card) throw cardDeclined('card_token', ['card.token.unknown'])
  return {
    token: id,
    brand: brandOf(card.brand),
    last4: card.last4,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    identity: card.fingerprint ?? id,
    wallet: card.wallet?.type ?? null,
    networks: card.networks?.available.map(brandOf) ?? [],
  }
}
