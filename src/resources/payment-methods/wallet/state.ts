import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { record } from '../../../support/audit/audit.ts'
import { findAddresses } from '../../addresses/addresses.ts'
import { type DefaultsInput, defaultsAfter } from '../defaults.ts'
import type { Defaults } from '../payment-method.ts'
import {
  maxPaymentMethodsPerUser,
  methodAt,
  type PaymentMethod,
  type PaymentMethodType,
} from '../payment-methods.ts'
import * as store from '../store.ts'

/*
 * The common steps of every change: lock the wallet, check the limit, update the defaults, and
 * write an audit record.
 */

/**
 * A method, and whether it is new. Adding the same card or account again updates the existing
 * method.
 */
export interface Created {
  readonly method: PaymentMethod
  readonly isNew: boolean
}

/** The methods and defaults of a user, locked until the transaction ends. */
export interface WalletState {
  readonly methods: readonly PaymentMethod[]
  readonly defaults: Defaults
}

export async function lockWallet(tx: Queryable, userId: number, now: number): Promise<WalletState> {
  const [defaults, rows] = await Promise.all([
    store.lockUser(tx, userId),
    store.findPaymentMethods(tx, userId),
  ])
  return { defaults, methods: rows.map((row) => methodAt(row, null, now)) }
}

type Usable = Pick<PaymentMethod, 'id' | 'buyer_method' | 'seller_method'>

export async function changeDefaults(
  tx: Queryable,
  userId: number,
  { defaults, methods }: WalletState,
  method: Usable,
  draft: Draft<DefaultsInput>,
  isNew: boolean,
): Promise<void> {
  const others = isNew ? methods : undefined
  await putDefaults(tx, userId, defaults, defaultsAfter(defaults, method, draft, others))
}

/** @returns whether the defaults have changed */
export async function putDefaults(
  tx: Queryable,
  userId: number,
  before: Defaults,
  after: Defaults,
): Promise<boolean> {
  const changed = new Set<number | null>()
  if (before.buyer !== after.buyer) changed.add(before.buyer).add(after.buyer)
  if (before.seller !== after.seller) changed.add(before.seller).add(after.seller)
  if (changed.size === 0) return false
  await store.setDefaults(
    tx,
    userId,
    after,
    [...changed].filter((id) => id !== null),
  )
  return true
}

/** Writes an audit record of a change. */
export const recordChange = (
  tx: Queryable,
  userId: number,
  change: 'created' | 'refreshed' | 'replaced' | 'defaults_changed' | 'deleted',
  id: number,
  type: PaymentMethodType,
): Promise<void> =>
  record(tx, {
    userId,
    action: `payment_method.${change}`,
    details: { payment_method: id, type },
  })

export function refuseTooMany({ methods }: WalletState): void {
  if (methods.length >= maxPaymentMethodsPerUser) throw new Refused(refusals.limit_reached)
}

export function refuse(property: string, message: Message): never {
  throw new Refused(refusals.validation_failed, { faults: new Map([[property, [message]]]) })
}

/** Returns the draft. Adds a fault if the billing address is not an address of the user. */
export async function withBilling<T extends { billing_address_id: number | null }>(
  db: Queryable,
  userId: number,
  draft: Draft<T>,
): Promise<Draft<T>> {
  const id = draft.given.billing_address_id
  if (id === null || id === undefined) return draft
  const addresses = await findAddresses(db, userId)
  if (addresses.some((address) => address.id === id)) return draft
  const fault: Message = ['paymentmethod.billing_address']
  return { ...draft, faults: new Map([...draft.faults, ['billing_address_id', [fault]]]) }
}

/**
 * Returns the billing address after a change: an omitted property keeps the current one, and null
 * removes it.
 */
export const billingOf = (
  { given }: Draft<{ billing_address_id: number | null }>,
  known: { readonly billing_address_id: number | null } | undefined,
): number | null =>
  given.billing_address_id === undefined
    ? (known?.billing_address_id ?? null)
    : given.billing_address_id
