import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { type Address, findAddresses } from '../addresses/addresses.ts'
import { type PaymentMethod, type PaymentMethodRow, types } from './payment-method.ts'
import * as store from './store.ts'

export {
  type PaymentMethod,
  type PaymentMethodRow,
  type PaymentMethodType,
  types,
} from './payment-method.ts'

/** The most payment methods that a user may have. */
export const mostPaymentMethods = 50

/** Which methods are asked for; an absent flag asks for both. */
export interface Filter {
  readonly buyer_method?: boolean
  readonly seller_method?: boolean
}

/**
 * A user's payment methods, in the order of their lists: by type, then the default for buying, the default for
 * being paid, and by id.
 * @param now milliseconds since the epoch; cards expire by it.
 */
export async function findPaymentMethods(
  db: Queryable,
  userId: number,
  now: number,
): Promise<PaymentMethod[]> {
  const rows = await store.findPaymentMethods(db, userId)
  // After the methods: an address that one of them was just given is there by then.
  return methodsOf(rows, await findAddresses(db, userId), now)
}

function methodsOf(
  rows: readonly PaymentMethodRow[],
  addresses: readonly Address[],
  now: number,
): PaymentMethod[] {
  const addressOf = new Map(addresses.map((address) => [address.id, address]))
  return rows
    .map((row) => {
      // An address deleted between the two reads is no longer billed to.
      const billing = row.billing_address_id === null ? null : addressOf.get(row.billing_address_id)
      return asOf(row, billing ?? null, now)
    })
    .sort(byListing)
}

/** @throws {Refused} not_found, the same for another user's method as for none */
export async function findPaymentMethod(
  db: Queryable,
  userId: number,
  id: number,
  now: number,
): Promise<PaymentMethod> {
  return methodIn(await findPaymentMethods(db, userId, now), id)
}

/** The same in a transaction, where statements run in order, so both reads are sent at once. */
export async function findOwnChange(
  tx: Queryable,
  userId: number,
  id: number,
  now: number,
): Promise<PaymentMethod> {
  const [rows, addresses] = await Promise.all([
    store.findPaymentMethods(tx, userId),
    findAddresses(tx, userId),
  ])
  return methodIn(methodsOf(rows, addresses, now), id)
}

function methodIn(methods: readonly PaymentMethod[], id: number): PaymentMethod {
  const method = methods.find((known) => known.id === id)
  if (method === undefined) throw new Refused(refusals.not_found)
  return method
}

/**
 * Whether a card has expired: its month is over everywhere on earth, the last of it at UTC-12 (Etc/GMT+12).
 * @param now milliseconds since the epoch
 */
export function isExpired(expiryYear: number, expiryMonth: number, now: number): boolean {
  // Months count from 0 here: this is the first of the month after, noon in UTC, midnight at UTC-12.
  return now >= Date.UTC(expiryYear, expiryMonth, 1, 12)
}

/** A row as it stands at a moment. */
export function asOf(
  row: PaymentMethodRow,
  billingAddress: Address | null,
  now: number,
): PaymentMethod {
  const expired = row.type === 'CreditCard' && isExpired(row.expiry_year, row.expiry_month, now)
  const buys = !expired
  const isPaid = row.type === 'PayPal'
  return {
    ...row,
    billing_address: billingAddress,
    expired,
    buyer_method: buys,
    default_buyer_method: buys && row.default_buyer,
    seller_method: isPaid,
    default_seller_method: isPaid && row.default_seller,
  }
}

/** Whether a method is one of those asked for. */
export const fits = (method: PaymentMethod, { buyer_method, seller_method }: Filter): boolean =>
  (buyer_method === undefined || method.buyer_method === buyer_method) &&
  (seller_method === undefined || method.seller_method === seller_method)

function byListing(a: PaymentMethod, b: PaymentMethod): number {
  return (
    types.indexOf(a.type) - types.indexOf(b.type) ||
    Number(b.default_buyer_method) - Number(a.default_buyer_method) ||
    Number(b.default_seller_method) - Number(a.default_seller_method) ||
    a.id - b.id
  )
}
