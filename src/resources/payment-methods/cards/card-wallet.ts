import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { requireValid } from '../../../platform/text/draft.ts'
import { type KeptCard, VaultUnavailable } from '../../../processor/vault.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { maxPaymentMethodsPerUser } from '../payment-methods.ts'
import { type CardFields, reserveId } from '../store.ts'
import {
  changeDetails,
  completeChange,
  undoneMeanwhile,
  type VaultChange,
} from '../vault/work/details.ts'
import { completeKeeping, keepCard, type Pending } from '../vault/work/keep-card.ts'
import { removeNow, retireReplaced } from '../vault/work/removal.ts'
import { defaultsAfter } from '../wallet/defaults.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import {
  addressesFor,
  billingOf,
  type Changed,
  type Created,
  changedMethod,
  lockWallet,
  putDefaults,
  recordChange,
  refuse,
  type WalletState,
  withBilling,
} from '../wallet/state.ts'
import { type CardInput, type CheckedCard, checkCard, expiryFault } from './cards.ts'
import * as store from './store.ts'

/**
 * Creates a credit card. If the user already has this card, updates its payment method.
 * @throws {Refused} validation_failed, limit_reached
 * @throws {VaultUnavailable}
 */
export async function createCard(
  wallet: WalletDeps,
  userId: number,
  draft: Draft<CardInput>,
  writer: Writer<Created> = wallet.db,
): Promise<Created> {
  const { db, clock, vault } = wallet
  const validated = withBilling(draft, await addressesFor(db, userId, draft))
  const checked = checkCard(validated, clock.now(), { mayKeep: false })
  const write = (pending: Pending) =>
    writer.transactionFor(userId, async (tx) => {
      const [state, newId] = await Promise.all([
        lockWallet(tx, userId, clock.now(), vault.name),
        reserveId(tx, userId, maxPaymentMethodsPerUser),
        completeKeeping(wallet, tx, userId, pending),
      ])
      refuseExpired(pending.kept, state.now)
      requireValid(withBilling(draft, state.addresses))
      const same = sameCards(wallet, userId, state, pending.kept)
      const [existing] = same
      const fields = {
        ...fieldsOf(wallet, userId, checked, pending.kept, billingOf(draft, existing)),
        // Another row of the user already has the fingerprint of this card, so this row keeps its
        // own.
        ...(existing && same.length > 1 && { fingerprint: existing.fingerprint }),
      }
      const id = existing?.id ?? newId
      if (id === null) throw new Refused(refusals.limit_reached)
      const method = { id, buyer_method: true, seller_method: false }
      const others = existing === undefined ? state.methods : undefined
      const defaults = defaultsAfter(state.defaults, method, draft, others)
      const [created_at, retired] = await tx.commitWith(
        Promise.all([
          existing
            ? store.updateCard(tx, userId, id, fields).then(() => existing.created_at)
            : store.insertCard(tx, userId, id, fields),
          existing && retireReplaced(wallet, tx, userId, existing, fields),
          putDefaults(tx, userId, state.defaults, defaults, id),
          recordChange(tx, userId, existing ? 'refreshed' : 'created', id, 'CreditCard'),
        ]),
      )
      const version = (existing?.version ?? 0) + 1
      const row = { ...fields, id, type: 'CreditCard', version, created_at } as const
      return {
        method: changedMethod(state, row, defaults),
        isNew: existing === undefined,
        retired,
      }
    })
  const written = await keepCard(wallet, userId, checked.card, write, writer.attempt)
  const { method, isNew, retired } = written
  if (retired) await removeNow(wallet, userId, retired)
  return { method, isNew }
}

/**
 * Replaces the details of a card. Without a number or token, the card in the vault stays the same.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 * @throws {VaultUnavailable}
 */
export async function replaceCard(
  wallet: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<CardInput>,
  precondition: Precondition,
  writer: Writer<Changed> = wallet.db,
): Promise<Changed> {
  const { db, vault, clock } = wallet
  // The vault is called before the transaction. So everything that the transaction would refuse is
  // checked before that call, too.
  const [before, addresses] = await Promise.all([
    store.findCard(db, userId, id),
    addressesFor(db, userId, draft),
  ])
  if (before === undefined) throw new Refused(refusals.forbidden)
  const mayKeep = before.vault === vault.name
  const checked = checkCard(withBilling(draft, addresses), clock.now(), { mayKeep })
  if (precondition?.has(before.version) === false) throw new Refused(refusals.precondition_failed)
  const write = (pending?: Pending, change?: VaultChange) =>
    writer.transactionFor(userId, async (tx) => {
      const [state, , isChanged] = await Promise.all([
        lockWallet(tx, userId, clock.now(), vault.name),
        pending && completeKeeping(wallet, tx, userId, pending),
        change && completeChange(tx, userId, change),
      ])
      const card = state.methods.find((known) => known.id === id)
      if (card?.type !== 'CreditCard') throw new Refused(refusals.forbidden)
      if (pending) refuseExpired(pending.kept, state.now)
      requireValid(withBilling(draft, state.addresses))
      const method = { id, buyer_method: true, seller_method: false }
      const defaults = defaultsAfter(state.defaults, method, draft, undefined)
      const billing = billingOf(draft, card)
      const fields = pending
        ? fieldsOf(wallet, userId, checked, pending.kept, billing)
        : { ...card, ...checked.details, ...expiryOf(checked), billing_address_id: billing }
      const same = pending ? sameCards(wallet, userId, state, pending.kept) : []
      if (same.some((known) => known.id !== id))
        refuse(checked.card.token ? 'card_token' : 'card_number', ['paymentmethod.duplicate'])
      if (precondition?.has(card.version) === false) throw new Refused(refusals.precondition_failed)
      // If the card was replaced meanwhile, the vault has changed a different card.
      if (!pending && card.vault_token !== before.vault_token) throw replacedMeanwhile()
      if (isChanged === false) throw undoneMeanwhile()
      const [retired] = await tx.commitWith(
        Promise.all([
          retireReplaced(wallet, tx, userId, card, fields),
          store.updateCard(tx, userId, id, fields),
          putDefaults(tx, userId, state.defaults, defaults, id),
          recordChange(tx, userId, 'replaced', id, 'CreditCard'),
        ]),
      )
      const row = { ...card, ...fields, version: card.version + 1 }
      return { method: changedMethod(state, row, defaults), retired }
    })
  const change = async () => {
    await writer.attempt?.assertFirst()
    return changeDetails(wallet, userId, before, checked.card, (change) => write(undefined, change))
  }
  const written = checked.isNamed
    ? keepCard(wallet, userId, checked.card, write, writer.attempt)
    : change()
  const { method, retired } = await written
  if (retired) await removeNow(wallet, userId, retired)
  return { method }
}

/**
 * Returns the user's cards that are the same as a card in the vault: those with its token, and then
 * the one with its fingerprint. An imported card may have a token without the fingerprint.
 */
function sameCards(wallet: WalletDeps, userId: number, { methods }: WalletState, kept: KeptCard) {
  const fingerprints = fingerprintsOf(wallet, userId, kept)
  const cards = methods.filter((method) => method.type === 'CreditCard')
  const isNamed = ({ vault, vault_token }: CardFields) =>
    vault === wallet.vault.name && vault_token === kept.token
  const isAlike = (card: CardFields) =>
    !isNamed(card) && fingerprints.some((one) => card.fingerprint.equals(one))
  return [...cards.filter(isNamed), ...cards.filter(isAlike)]
}

/**
 * Refuses an expired card. For a token, the vault may return another expiry date than the request.
 */
function refuseExpired({ expiryMonth, expiryYear }: KeptCard, now: number): void {
  const fault = expiryFault(expiryMonth, expiryYear, now)
  if (fault !== undefined) refuse('card_token', fault)
}

const expiryOf = ({ card }: CheckedCard) => ({
  expiry_month: card.expiryMonth,
  expiry_year: card.expiryYear,
})

const fieldsOf = (
  wallet: WalletDeps,
  userId: number,
  { details }: CheckedCard,
  kept: KeptCard,
  billing_address_id: number | null,
): CardFields => ({
  ...details,
  brand: kept.brand,
  last4: kept.last4,
  expiry_month: kept.expiryMonth,
  expiry_year: kept.expiryYear,
  wallet: kept.wallet,
  networks: kept.networks,
  billing_address_id,
  vault: wallet.vault.name,
  vault_token: kept.token,
  fingerprint: fingerprintOf(wallet, userId, kept),
  setup_id: kept.agreement.setupId,
  mandate: kept.agreement.mandate,
  network_transaction: kept.agreement.networkTransaction,
})

const replacedMeanwhile = () =>
  new VaultUnavailable(new Error('The card was replaced during the request.'))

/** What only a few older cards have. Lists, responses and forms leave it out. */
export async function findCardStart(
  db: Queryable,
  userId: number,
  id: number,
): Promise<Pick<CardInput, 'start_month' | 'start_year' | 'issue_number'>> {
  const card = await store.findCard(db, userId, id)
  if (card === undefined) throw new Refused(refusals.not_found)
  const { start_month, start_year, issue_number } = card
  return { start_month, start_year, issue_number }
}
