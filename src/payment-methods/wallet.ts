import { findAddresses } from '../addresses/addresses.ts'
import { record } from '../audit/audit.ts'
import { flawless, Refused } from '../errors.ts'
import type { Queryable } from '../platform/db.ts'
import type { Draft } from '../platform/draft.ts'
import { emailKey, isEmail } from '../platform/email.ts'
import type { Precondition } from '../platform/hal.ts'
import type { Message } from '../platform/i18n.ts'
import { type CardInput, type CheckedCard, checkCard, expiryFault } from './cards.ts'
import { type Defaults, type DefaultsInput, defaultsAfter, defaultsWithout } from './defaults.ts'
import {
  asOf,
  findPaymentMethod,
  type PaymentMethod,
  type PaymentMethodType,
} from './payment-methods.ts'
import * as store from './store.ts'
import { CardDeclined, type KeptCard, VaultUnavailable } from './vault.ts'
import {
  fingerprintOf,
  keepCard,
  type Pending,
  type Retired,
  removeNow,
  retire,
  settle,
  type Wallet,
} from './vault-work.ts'

/** What is given to create or replace a PayPal account. */
export interface PayPalInput extends DefaultsInput {
  email: string | null
  billing_address_id: number | null
}

/** The most payment methods that a user may have. */
export const mostPaymentMethods = 50

/** A method, and whether there was none before: the same card or account again refreshes what is there. */
export interface Created {
  readonly method: PaymentMethod
  readonly isNew: boolean
}

/**
 * Creates a credit card, or refreshes it where the user has it already.
 * @throws {Refused} validation_failed, limit_reached
 * @throws {VaultUnavailable}
 */
export async function createCard(
  wallet: Wallet,
  userId: number,
  draft: Draft<CardInput>,
): Promise<Created> {
  const { db, clock } = wallet
  const judged = await withBilling(db, userId, draft)
  const checked = checkCard(judged, clock.now(), { mayKeep: false })
  const name = (pending: Pending) =>
    db.transaction(async (tx) => {
      const state = await openWallet(tx, userId, clock.now())
      await settle(tx, userId, pending)
      refuseExpired(pending.kept, clock.now())
      flawless(await withBilling(tx, userId, draft))
      const fingerprint = fingerprintOf(wallet, userId, pending.kept)
      const same = await store.findByFingerprint(tx, userId, fingerprint)
      const fields = fieldsOf(wallet, userId, checked, pending.kept, billingOf(draft, same))
      if (same === undefined) refuseTooMany(state)
      const id = same?.id ?? (await store.insertCard(tx, userId, fields))
      if (same) await store.updateCard(tx, userId, id, fields)
      const method = { id, buyer_method: true, seller_method: false }
      await changeDefaults(tx, userId, state, method, draft, same === undefined)
      const retired = same && (await retireOf(wallet, tx, userId, same, fields))
      const [created] = await Promise.all([
        findPaymentMethod(tx, userId, id, clock.now()),
        note(tx, userId, same ? 'refreshed' : 'created', id, 'CreditCard'),
      ])
      return { method: created, isNew: same === undefined, retired }
    })
  const written = await keepCard(wallet, userId, checked.card, name).catch(refuseDeclined)
  const { method, isNew, retired } = written
  if (retired) await removeNow(wallet, userId, retired)
  return { method, isNew }
}

/**
 * Replaces the details of a card; without a number or token, the card in the vault stays.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 * @throws {VaultUnavailable}
 */
export async function replaceCard(
  wallet: Wallet,
  userId: number,
  id: number,
  draft: Draft<CardInput>,
  precondition: Precondition,
): Promise<PaymentMethod> {
  const { db, vault, clock } = wallet
  // The vault is asked before the transaction, so what would be refused in it is refused before that.
  const before = await store.findCard(db, userId, id)
  if (before === undefined) throw new Refused('forbidden')
  const mayKeep = before.vault === vault.name
  const checked = checkCard(await withBilling(db, userId, draft), clock.now(), { mayKeep })
  if (precondition?.has(before.version) === false) throw new Refused('precondition_failed')
  const name = (pending?: Pending) =>
    db.transaction(async (tx) => {
      const state = await openWallet(tx, userId, clock.now())
      if (pending) await settle(tx, userId, pending)
      const card = await store.findCard(tx, userId, id)
      if (card === undefined) throw new Refused('forbidden')
      if (pending) refuseExpired(pending.kept, clock.now())
      flawless(await withBilling(tx, userId, draft))
      if (precondition?.has(card.version) === false) throw new Refused('precondition_failed')
      // What was changed in the vault was another card, if it was replaced meanwhile.
      if (!pending && card.vault_token !== before.vault_token) throw replacedMeanwhile()
      const billing = billingOf(draft, card)
      const fields = pending
        ? fieldsOf(wallet, userId, checked, pending.kept, billing)
        : { ...card, ...checked.details, ...monthsOf(checked), billing_address_id: billing }
      const same = await store.findByFingerprint(tx, userId, fields.fingerprint)
      if (same !== undefined && same.id !== id)
        refuse(checked.card.token ? 'card_token' : 'card_number', ['paymentmethod.duplicate'])
      await store.updateCard(tx, userId, id, fields)
      const method = { id, buyer_method: true, seller_method: false }
      await changeDefaults(tx, userId, state, method, draft, false)
      const retired = await retireOf(wallet, tx, userId, card, fields)
      const [replaced] = await Promise.all([
        findPaymentMethod(tx, userId, id, clock.now()),
        note(tx, userId, 'replaced', id, 'CreditCard'),
      ])
      return { method: replaced, retired }
    })
  const written = checked.isNamed
    ? keepCard(wallet, userId, checked.card, name)
    : vault.change(before.vault_token, checked.card).then(() => name())
  const { method, retired } = await written.catch(refuseDeclined)
  if (retired) await removeNow(wallet, userId, retired)
  return method
}

/**
 * Creates a PayPal account, or refreshes it where the user has it already.
 * @throws {Refused} validation_failed, limit_reached
 */
export async function createPayPal(
  { db, clock }: Wallet,
  userId: number,
  draft: Draft<PayPalInput>,
): Promise<Created> {
  return db.transaction(async (tx) => {
    const state = await openWallet(tx, userId, clock.now())
    const email = checkedEmail(await withBilling(tx, userId, draft))
    const same = state.methods.find((method) => isAccount(method, email))
    const account = accountOf(email, billingOf(draft, same))
    if (same === undefined) refuseTooMany(state)
    const id = same?.id ?? (await store.insertPayPal(tx, userId, account))
    if (same) await store.updatePayPal(tx, userId, id, account)
    const method = { id, buyer_method: true, seller_method: true }
    await changeDefaults(tx, userId, state, method, draft, same === undefined)
    const [created] = await Promise.all([
      findPaymentMethod(tx, userId, id, clock.now()),
      note(tx, userId, same ? 'refreshed' : 'created', id, 'PayPal'),
    ])
    return { method: created, isNew: same === undefined }
  })
}

/**
 * Replaces the details of a PayPal account.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function replacePayPal(
  { db, clock }: Wallet,
  userId: number,
  id: number,
  draft: Draft<PayPalInput>,
  precondition: Precondition,
): Promise<PaymentMethod> {
  return db.transaction(async (tx) => {
    const state = await openWallet(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id && known.type === 'PayPal')
    if (method === undefined) throw new Refused('forbidden')
    const email = checkedEmail(await withBilling(tx, userId, draft))
    const same = state.methods.find((known) => isAccount(known, email))
    if (same !== undefined && same.id !== id) refuse('email', ['paymentmethod.duplicate'])
    if (precondition?.has(method.version) === false) throw new Refused('precondition_failed')
    await store.updatePayPal(tx, userId, id, accountOf(email, billingOf(draft, method)))
    await changeDefaults(tx, userId, state, method, draft, false)
    const [replaced] = await Promise.all([
      findPaymentMethod(tx, userId, id, clock.now()),
      note(tx, userId, 'replaced', id, 'PayPal'),
    ])
    return replaced
  })
}

/**
 * Changes what a method is the default for.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function updateDefaults(
  { db, clock }: Wallet,
  userId: number,
  id: number,
  draft: Draft<DefaultsInput>,
  precondition: Precondition,
): Promise<PaymentMethod> {
  return db.transaction(async (tx) => {
    const state = await openWallet(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id)
    if (method === undefined) throw new Refused('forbidden')
    const defaults = defaultsAfter(state.defaults, method, draft, undefined)
    if (precondition?.has(method.version) === false) throw new Refused('precondition_failed')
    const isChanged = await putDefaults(tx, userId, state.defaults, defaults)
    const [changed] = await Promise.all([
      findPaymentMethod(tx, userId, id, clock.now()),
      isChanged && note(tx, userId, 'defaults_changed', id, method.type),
    ])
    return changed
  })
}

/**
 * Deletes a payment method; deleting it once more changes nothing. A default that it was is nobody's then.
 * @throws {Refused} forbidden, precondition_failed
 */
export async function deletePaymentMethod(
  wallet: Wallet,
  userId: number,
  id: number,
  precondition: Precondition,
): Promise<void> {
  const { db, clock } = wallet
  const retired = await db.transaction(async (tx) => {
    const { methods, defaults } = await openWallet(tx, userId, clock.now())
    const method = methods.find((known) => known.id === id)
    if (method === undefined) {
      if (await store.wasRemoved(tx, userId, id)) return undefined
      throw new Refused('forbidden')
    }
    if (precondition?.has(method.version) === false) throw new Refused('precondition_failed')
    await putDefaults(tx, userId, defaults, defaultsWithout(defaults, id))
    const card = await store.findCard(tx, userId, id)
    await store.remove(tx, userId, id)
    const retired = card && (await retireOf(wallet, tx, userId, card, undefined))
    await note(tx, userId, 'deleted', id, method.type)
    return retired
  })
  if (retired) await removeNow(wallet, userId, retired)
}

/** A user's methods and defaults, locked until the end of the transaction. */
interface WalletState {
  readonly methods: readonly PaymentMethod[]
  readonly defaults: Defaults
}

async function openWallet(tx: Queryable, userId: number, now: number): Promise<WalletState> {
  const defaults = await store.lockUser(tx, userId)
  const rows = await store.findPaymentMethods(tx, userId)
  return { defaults, methods: rows.map((row) => asOf(row, null, now)) }
}

type Usable = Pick<PaymentMethod, 'id' | 'buyer_method' | 'seller_method'>

async function changeDefaults(
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

/** @returns whether that changed anything */
async function putDefaults(
  tx: Queryable,
  userId: number,
  before: Defaults,
  after: Defaults,
): Promise<boolean> {
  const changed = new Set<number | null>()
  if (before.buyer !== after.buyer) changed.add(before.buyer).add(after.buyer)
  if (before.seller !== after.seller) changed.add(before.seller).add(after.seller)
  if (changed.size === 0) return false
  await store.putDefaults(
    tx,
    userId,
    after,
    [...changed].filter((id) => id !== null),
  )
  return true
}

/** Records what has become of a method. */
const note = (
  tx: Queryable,
  userId: number,
  became: 'created' | 'refreshed' | 'replaced' | 'defaults_changed' | 'deleted',
  id: number,
  type: PaymentMethodType,
): Promise<void> =>
  record(tx, {
    userId,
    action: `payment_method.${became}`,
    details: { payment_method: id, type },
  })

function refuseTooMany({ methods }: WalletState): void {
  if (methods.length >= mostPaymentMethods) throw new Refused('limit_reached')
}

function refuse(property: string, message: Message): never {
  throw new Refused('validation_failed', new Map([[property, [message]]]))
}

/** A vault may know of other months than those that were given with a token. */
function refuseExpired({ expiryMonth, expiryYear }: KeptCard, now: number): void {
  const fault = expiryFault(expiryMonth, expiryYear, now)
  if (fault !== undefined) refuse('card_token', fault)
}

function refuseDeclined(error: unknown): never {
  if (error instanceof CardDeclined) refuse(error.property, error.reason)
  throw error
}

/** The draft, with a fault more where the billing address is not one of the user's. */
async function withBilling<T extends { billing_address_id: number | null }>(
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

/** Absent keeps the billing address that there is; null leaves none. */
const billingOf = (
  { given }: Draft<{ billing_address_id: number | null }>,
  known: { readonly billing_address_id: number | null } | undefined,
): number | null =>
  given.billing_address_id === undefined
    ? (known?.billing_address_id ?? null)
    : given.billing_address_id

const monthsOf = ({ card }: CheckedCard) => ({
  expiry_month: card.expiryMonth,
  expiry_year: card.expiryYear,
})

const fieldsOf = (
  wallet: Wallet,
  userId: number,
  { details }: CheckedCard,
  kept: KeptCard,
  billing_address_id: number | null,
): store.CardFields => ({
  ...details,
  brand: kept.brand,
  last4: kept.last4,
  expiry_month: kept.expiryMonth,
  expiry_year: kept.expiryYear,
  billing_address_id,
  vault: wallet.vault.name,
  vault_token: kept.token,
  fingerprint: fingerprintOf(wallet, userId, kept),
})

/** Retires what the vault has of a card, unless what the card is now has it as well. */
async function retireOf(
  { vault }: Wallet,
  tx: Queryable,
  userId: number,
  before: store.CardFields,
  now: store.CardFields | undefined,
): Promise<Retired | undefined> {
  // Another vault's entry is for whoever runs that vault.
  if (before.vault !== vault.name) return undefined
  if (now?.vault === before.vault && now.vault_token === before.vault_token) return undefined
  return retire(tx, userId, before.vault, before.vault_token)
}

const replacedMeanwhile = () => new VaultUnavailable(new Error('The card was replaced meanwhile.'))

/** @throws {Refused} validation_failed */
function checkedEmail({ given, faults }: Draft<PayPalInput>): string {
  const email = given.email
  const all = new Map(faults)
  if (!email && !faults.has('email')) all.set('email', [['rule.required']])
  if (email && !isEmail(email)) all.set('email', [['paymentmethod.email']])
  if (all.size > 0 || !email) throw new Refused('validation_failed', all)
  return email
}

const accountOf = (email: string, billing_address_id: number | null): store.PayPalFields => ({
  email,
  email_key: emailKey(email),
  billing_address_id,
})

const isAccount = (method: PaymentMethod, email: string): boolean =>
  method.type === 'PayPal' && emailKey(method.email) === emailKey(email)
