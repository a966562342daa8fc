import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { type Address, findAddresses } from '../addresses/addresses.ts'
import { type PaymentMethod, type Shown, types } from './payment-method.ts'
import { type PayoutState, paidOf, payoutStateOf } from './seller-default.ts'
import * as store from './store.ts'

export { type PaymentMethod, type PaymentMethodType, types } from './payment-method.ts'
export { holdMs } from './seller-default.ts'
export { countCardsInOtherVaults } from './store.ts'

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
 * @param vault the name of the configured card vault. Cards of others cannot buy
 */
export const findPaymentMethods = async (
  db: Queryable,
  userId: number,
  now: number,
  vault: string,
): Promise<PaymentMethod[]> => (await findMethodsAndAddresses(db, userId, now, vault)).methods

/** Returns a user's payment methods and addresses, both unsorted. */
export async function findMethodsAndAddresses(
  db: Queryable,
  userId: number,
  now: number,
  vault: string,
): Promise<{ methods: PaymentMethod[]; addresses: Address[] }> {
  const [rows, found] = await Promise.all([
    store.findPaymentMethods(db, userId),
    findAddresses(db, userId),
  ])
  const billing = addressesById(found)
  // The two reads are sent together, so they see different moments. If a billing address is
  // missing, it was added or deleted between them.
  if (rows.every(({ billing_address_id: id }) => id === null || billing.has(id)))
    return { methods: methodsOf(rows, billing, now, vault), addresses: found }
  const addresses = await findAddresses(db, userId)
  return { methods: methodsOf(rows, addressesById(addresses), now, vault), addresses }
}

const addressesById = (addresses: readonly Address[]): ReadonlyMap<number, Address> =>
  new Map(addresses.map((address) => [address.id, address]))

function methodsOf(
  rows: readonly store.ListedRow[],
  addresses: ReadonlyMap<number, Address>,
  now: number,
  vault: string,
): PaymentMethod[] {
  const [first] = rows
  if (first === undefined) return []
  const { buyer, seller } = first
  const roles = { buyer, seller, paid: paidOf(rows, first, now) }
  return rows
    .map((row) => {
      // An address that was deleted between the two reads is no longer the billing address.
      const { billing_address_id: id } = row
      const billing = id === null ? undefined : addresses.get(id)
      return methodOf(row, flagsAt(row, roles, now, vault), billing ?? null)
    })
    .sort(compareForList)
}

/** The properties are named, because V8 is slow to copy an object and to add properties to it. */
function methodOf(
  row: store.ListedRow,
  flags: Flags,
  billingAddress: Address | null,
): PaymentMethod {
  const columns = row as store.ListedRow & store.EveryColumn
  return {
    id: columns.id,
    version: columns.version,
    type: columns.type,
    brand: columns.brand,
    last4: columns.last4,
    expiry_month: columns.expiry_month,
    expiry_year: columns.expiry_year,
    full_name: columns.full_name,
    wallet: columns.wallet,
    networks: columns.networks,
    vault: columns.vault,
    email: columns.email,
    bank_country: columns.bank_country,
    account_type: columns.account_type,
    billing_address_id: columns.billing_address_id,
    created_at: columns.created_at,
    verified_at: columns.verified_at,
    usable_from: flags.usable_from,
    paid_email: flags.paid_email,
    default_buyer: flags.default_buyer,
    default_seller: flags.default_seller,
    chosen_seller: flags.chosen_seller,
    billing_address: billingAddress,
    expired: flags.expired,
    in_other_vault: flags.in_other_vault,
    buyer_method: flags.buyer_method,
    default_buyer_method: flags.default_buyer_method,
    seller_method: flags.seller_method,
    default_seller_method: flags.default_seller_method,
  }
}

/** @throws {Refused} not_found, also for a method of another user */
export async function findPaymentMethod(
  db: Queryable,
  userId: number,
  id: number,
  now: number,
  vault: string,
): Promise<PaymentMethod> {
  const methods = await findPaymentMethods(db, userId, now, vault)
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

/** Which methods of a user have a role. */
export interface Roles {
  readonly buyer: number | null
  /** The method that the user has chosen to be paid by. */
  readonly seller: number | null
  /** The method that is paid now. */
  readonly paid: number | null
}

/** What a method has at one time, except for its row and its billing address. */
type Flags = PayoutState & Pick<PaymentMethod, 'default_buyer'> & Omit<Shown, 'billing_address'>

/**
 * @param now milliseconds since the epoch
 * @param vault the name of the configured card vault; undefined if it does not matter which cards
 *   can buy
 */
export function flagsAt(
  row: store.PlainRow,
  roles: Roles,
  now: number,
  vault: string | undefined,
): Flags {
  const isCard = row.type === 'CreditCard'
  const expired = isCard && isExpired(row.expiry_year, row.expiry_month, now)
  const isElsewhere = isCard && vault !== undefined && row.vault !== vault
  const isBuyerMethod = !expired && !isElsewhere && row.type !== 'BankAccount'
  const isSellerMethod = row.type !== 'CreditCard'
  const isDefaultBuyer = row.id === roles.buyer
  const { default_seller, chosen_seller, usable_from, paid_email } = payoutStateOf(row, roles, now)
  return {
    default_seller,
    chosen_seller,
    usable_from,
    paid_email,
    default_buyer: isDefaultBuyer,
    expired,
    in_other_vault: isElsewhere,
    buyer_method: isBuyerMethod,
    default_buyer_method: isBuyerMethod && isDefaultBuyer,
    seller_method: isSellerMethod,
    default_seller_method: isSellerMethod && default_seller,
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
