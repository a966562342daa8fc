import type { Static, TSchema } from 'typebox'
import { InvalidDocument } from '../../../platform/http/outgoing/sibling.ts'
import { firstFault, matches } from '../../../platform/schema/check.ts'
import { Type } from '../../../platform/schema/type.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import { types } from '../../payment-methods/payment-methods.ts'
import { isListingId, type Listing } from './directory.ts'

const orNull = <T extends TSchema>(of: T) => Type.Union([of, Type.Null()])
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const fields = {
  id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,18}$' })]),
  status: Type.Enum(['available', 'sold', 'withdrawn']),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  price: Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,4})?$' }),
  number_of_tickets: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  splits: orNull(Type.Array(Type.Integer({ minimum: 1 }))),
  seller_id: orNull(Type.String({ pattern: '^[1-9][0-9]{0,9}$' })),
}

const deliveryMethod = {
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  name: text(128),
  type: text(64),
  countries: orNull(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }))),
  pickup: Type.Boolean(),
}

const coupon = {
  code: text(64),
  expires_at: orNull(Type.String({ format: 'date-time' })),
}

/** A listing from another service. Other properties, such as links, are ignored. */
const ForeignListing = Type.Object({
  ...fields,
  accepted_payment_types: Type.Array(Type.String()),
  delivery_methods: Type.Array(Type.Object(deliveryMethod)),
  coupons: Type.Array(Type.Object(coupon)),
})

const strict = { additionalProperties: false }

/** A listing in an import file. Unknown properties and types are errors. */
const OwnListing = Type.Object(
  {
    ...fields,
    accepted_payment_types: Type.Array(Type.Enum([...types])),
    delivery_methods: Type.Array(Type.Object(deliveryMethod, strict)),
    coupons: Type.Array(Type.Object(coupon, strict)),
  },
  strict,
)

/** The document is not a valid listing. The message names the property and the reason. */
export class InvalidListing extends InvalidDocument {
  override name = 'InvalidListing'
}

/**
 * Reads a listing from another service.
 * @param id the requested id; an id in the document that is a number may have lost digits
 * @throws {InvalidListing}
 */
export function readForeignListing(id: string, document: unknown): Listing {
  const listing = read(ForeignListing, document)
  if (Number(listing.id) !== Number(id))
    throw new InvalidListing(`The document describes listing ${listing.id}.`)
  return { ...listing, id }
}

/**
 * Reads a listing of an import file.
 * @throws {InvalidListing}
 */
export function readOwnListing(document: unknown): Listing {
  const listing = read(OwnListing, document)
  refuseCardNumbers(listing)
  const id = String(listing.id)
  if (!isListingId(id) || (typeof listing.id === 'number' && !Number.isSafeInteger(listing.id)))
    throw new InvalidListing(
      'id must be a 64-bit integer. Write it as a string if it is larger than 2^53',
    )
  return { ...listing, id }
}

/**
 * Refuses card numbers in every property except the id, which the marketplace chooses.
 * @throws {InvalidListing} with the name of the property, without its value
 */
function refuseCardNumbers({ id, ...rest }: object & { readonly id: unknown }): void {
  const path = pathOfCardNumber(rest)
  if (path !== undefined)
    throw new InvalidListing(`${path.join('.')} must not contain a card number`)
}

/** Returns the path to the first text that contains a card number. */
function pathOfCardNumber(value: unknown): string[] | undefined {
  if (typeof value === 'string') return holdsCardNumber(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, item] of Object.entries(value)) {
    const path = pathOfCardNumber(item)
    if (path !== undefined) return [name, ...path]
  }
  return undefined
}

function read<T extends TSchema>(schema: T, document: unknown): Static<T> {
  if (matches(schema, document)) return document
  throw new InvalidListing(firstFault(schema, document) ?? 'This is not a listing')
}
