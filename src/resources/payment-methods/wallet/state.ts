import type { Queryable, Transaction } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { type Action, recordAndAnnounce } from '../../../support/outbox/outbox.ts'
import { type Address, findAddresses } from '../../addresses/addresses.ts'
import type { Defaults } from '../payment-method.ts'
import {
  flagsAt,
  type PaymentMethod,
  type PaymentMethodType,
  type Roles,
} from '../payment-methods.ts'
import { currentDefaults, paidOf } from '../seller-default.ts'
import type { StoredMethod } from '../store.ts'
import * as store from '../store.ts'

/*
 * The common steps of every change: lock the wallet, update the defaults, and write an audit
 * record. Every change takes two round trips: the lock and what the rules need, then all writes
 * with COMMIT.
 */

/** A method after a change. */
export interface Changed {
  readonly method: PaymentMethod
}

/** A method with all its columns and its flags. The billing address stays null. */
export type WalletMethod = StoredMethod & PaymentMethod

/** The methods and defaults of a user, locked until the transaction ends. */
export interface MethodsState {
  readonly methods: readonly WalletMethod[]
  readonly defaults: Defaults
  /** Where to send emails about the wallet, and what an undo needs. */
  readonly owner: Omit<store.WalletOwner, keyof Defaults>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The name of the configured card vault. If undefined, cards of every vault count as usable. */
  readonly vault: string | undefined
}

/** `MethodsState` with the user's addresses. */
export interface WalletState extends MethodsState {
  readonly addresses: readonly Address[]
}

export async function lockMethods(
  tx: Queryable,
  userId: number,
  now: number,
  vault?: string,
  options?: { readonly reserves: boolean },
): Promise<MethodsState> {
  const [owner, rows] = await Promise.all([
    store.lockUser(tx, userId, options),
    store.findStored(tx, userId),
  ])
  const defaults = currentDefaults(rows, owner, now)
  const paid = paidOf(rows, defaults, now)
  const methods = rows.map((row) => withFlags(row, { ...defaults, paid }, null, { now, vault }))
  return { defaults, owner, methods, now, vault }
}

/**
 * @param vault the name of the configured card vault, if it matters which cards can buy
 * @param options.reserves whether to reserve the id of a new method
 */
export async function lockWallet(
  tx: Queryable,
  userId: number,
  now: number,
  vault?: string,
  options?: { readonly reserves: boolean },
): Promise<WalletState> {
  const [state, addresses] = await Promise.all([
    lockMethods(tx, userId, now, vault, options),
    findAddresses(tx, userId),
  ])
  return { ...state, addresses }
}

/** `Object.assign` is several times as fast here as spreading the row and the flags. */
const withFlags = (
  row: StoredMethod,
  roles: Roles,
  billingAddress: Address | null,
  { now, vault }: Pick<MethodsState, 'now' | 'vault'>,
): WalletMethod =>
  Object.assign({}, row, flagsAt(row, roles, now, vault), { billing_address: billingAddress })

/**
 * Returns a method as it is after a change. The lock prevents other changes, so nothing is read
 * again.
 * @param row the row after the change
 */
export function changedMethod(
  { methods, addresses, now, vault }: WalletState,
  row: StoredMethod,
  defaults: Defaults,
): PaymentMethod {
  const billing = addresses.find(({ id }) => id === row.billing_address_id)
  const others = methods.filter(({ id }) => id !== row.id)
  const flags = { ...defaults, paid: paidOf([...others, row], defaults, now) }
  const shown = billing === undefined ? null : { ...billing, billed: true }
  return withFlags(row, flags, shown, { now, vault })
}

const actionOf = {
  created: 'Created',
  refreshed: 'Updated',
  replaced: 'Updated',
  defaults_changed: 'DefaultChanged',
  deleted: 'Deleted',
  renewed: 'Updated',
  detached: 'Deleted',
  proved: 'Updated',
  payout_undone: 'DefaultChanged',
} as const satisfies Record<string, Action>

/** Writes an audit record of a change, and announces it to webhooks. */
export async function recordChange(
  tx: Transaction,
  userId: number,
  change: keyof typeof actionOf,
  id: number,
  type: PaymentMethodType,
): Promise<void> {
  const details = { payment_method: id, type }
  const event = { topic: 'PaymentMethods', action: actionOf[change], resourceId: id } as const
  await recordAndAnnounce(tx, { userId, action: `payment_method.${change}`, details }, event)
}

export function refuse(property: string, message: Message): never {
  throw new Refused(refusals.validation_failed, { faults: new Map([[property, [message]]]) })
}

/** Returns the draft. Adds a fault if the billing address is not one of the user's addresses. */
export function withBilling<T extends { billing_address_id: number | null }>(
  draft: Draft<T>,
  addresses: readonly Address[],
): Draft<T> {
  const id = draft.given.billing_address_id
  if (id === null || id === undefined) return draft
  if (addresses.some((address) => address.id === id)) return draft
  const fault: Message = ['paymentmethod.billing_address']
  return { ...draft, faults: new Map([...draft.faults, ['billing_address_id', [fault]]]) }
}

/** Returns the addresses that `withBilling` needs for a draft, before a transaction. */
export const addressesFor = async (
  db: Queryable,
  userId: number,
  { given: { billing_address_id: id } }: Draft<{ billing_address_id: number | null }>,
): Promise<readonly Address[]> => (id === null || id === undefined ? [] : findAddresses(db, userId))

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
