import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { type Address, findAddresses } from '../addresses/addresses.ts'
import { type PaymentMethod, type PaymentMethodRow, type Shown, types } from './payment-method.ts'
import { paidOf, withPart } from './payouts/seller-default.ts'
import * as store from './store.ts'

export {
  type PaymentMethod,
  type PaymentMethodRow,
  type PaymentMethodType,
  types,
} from './payment-method.ts'

/** The most payment methods that a user may have. */
export const maxPaymentMethodsPerUser = 50

/** Selects methods by their flags. An omitted flag selects both values. */
export interface Filter {
  readonly buyer_method?: boolean
  readonly seller_method?: boolean
}

/**
 * Returns a user's payment methods, sorted by type, then the default for purchases, the default for
 * receiving payments, and the id.
 * @param now milliseconds since the epoch, for the expiry of cards
 */
export const findPaymentMethods = async (
  db: Queryable,
  userId: number,
  now: number,
): Promise<PaymentMethod[]> => (await findMethodsAndAddresses(db, userId, now)).methods

/** The same with the user's addresses, unsorted. */
export async function findMethodsAndAddresses(
  db: Queryable,
  userId: number,
  now: number,
): Promise<{ methods: PaymentMethod[]; addresses: Address[] }> {
  const [rows, found] = await Promise.all([
    store.findPaymentMethods(db, userId),
    findAddresses(db, userId),
  ])
  // The two reads are sent together, so they see different moments. If a billing address is
  // missing, it was added or deleted between them.
  const ids = new Set(found.map(({ id }) => id))
  const isMissing = rows.some(({ billing_address_id: id }) => id !== null && !ids.has(id))
  const addresses = isMissing ? await findAddresses(db, userId) : found
  return { methods: methodsOf(rows, addresses, now), addresses }
}

function methodsOf(
  rows: readonly store.ListedRow[],
  addresses: readonly Address[],
  now: number,
): PaymentMethod[] {
  const addressOf = new Map(addresses.map((address) => [address.id, address]))
  const paid = rows[0] ? paidOf(rows, rows[0], now) : null
  return rows
    .map((row) => {
      // An address that was deleted between the two reads is no longer the billing address.
      const billing = row.billing_address_id === null ? null : addressOf.get(row.billing_address_id)
      const part = withPart(row, { seller: row.seller, paid }, now)
      return methodAt({ ...part, default_buyer: row.id === row.buyer }, billing ?? null, now)
    })
    .sort(compareForList)
}

/** @throws {Refused} not_found, also for a method of another user */
export async function findPaymentMethod(
  db: Queryable,
  userId: number,
  id: number,
  now: number,
): Promise<PaymentMethod> {
  const methods = await findPaymentMethods(db, userId, now)
  const method = methods.find((known) => known.id === id)
  if (method === undefined) throw new Refused(refusals.not_found)
  return method
}

/**
 * Whether a card has expired: its month has ended everywhere on earth, last at UTC-12 (Etc/GMT+12).
 * @param now milliseconds since the epoch
 */
export function isExpired(expiryYear: number, expiryMonth: number, now: number): boolean {
  // `Date.UTC` counts months from 0, so this is the first day of the next month: 12:00 in UTC,
  // midnight at UTC-12.
  return now >= Date.UTC(expiryYear, expiryMonth, 1, 12)
}

/**
 * Returns the payment method of a row at a time.
 * @param now milliseconds since the epoch
 */
export function methodAt<R extends PaymentMethodRow>(
  row: R,
  billingAddress: Address | null,
  now: number,
): R & Shown {
  const expired = row.type === 'CreditCard' && isExpired(row.expiry_year, row.expiry_month, now)
  const isBuyerMethod = !expired && row.type !== 'BankAccount'
  const isSellerMethod = row.type !== 'CreditCard'
  return {
    ...row,
    billing_address: billingAddress,
    expired,
    buyer_method: isBuyerMethod,
    default_buyer_method: isBuyerMethod && row.default_buyer,
    seller_method: isSellerMethod,
    default_seller_method: isSellerMethod && row.default_seller,
  }
}

/** Whether a filter selects a method. */
export const matchesFilter = (
  method: PaymentMethod,
  { buyer_method, seller_method }: Filter,
): boolean =>
  (buyer_method === undefined || method.buyer_method === buyer_method) &&
  (seller_method === undefined || method.seller_method === seller_method)

function compareForList(a: PaymentMethod, b: PaymentMethod): number {
  return (
    types.indexOf(a.type) - types.indexOf(b.type) ||
    Number(b.default_buyer_method) - Number(a.default_buyer_method) ||
    Number(b.default_seller_method) - Number(a.default_seller_method) ||
    a.id - b.id
  )
}
