import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { requireValid } from '../../../platform/text/draft.ts'
import { findOwnChange, type PaymentMethod } from '../payment-methods.ts'
import * as store from '../store.ts'
import { type KeptCard, VaultUnavailable } from '../vault/vault.ts'
import {
  fingerprintOf,
  keepCard,
  type Pending,
  removeNow,
  retireOf,
  settle,
  type WalletDeps,
} from '../vault/vault-work.ts'
import {
  billingOf,
  type Created,
  changeDefaults,
  lockWallet,
  note,
  refuse,
  refuseTooMany,
  withBilling,
} from '../wallet/state.ts'
import { type CardInput, type CheckedCard, checkCard, expiryFault } from './cards.ts'

/**
 * Creates a credit card, or refreshes it where the user has it already.
 * @throws {Refused} validation_failed, limit_reached
 * @throws {VaultUnavailable}
 */
export async function createCard(
  wallet: WalletDeps,
  userId: number,
  draft: Draft<CardInput>,
): Promise<Created> {
  const { db, clock } = wallet
  const judged = await withBilling(db, userId, draft)
  const checked = checkCard(judged, clock.now(), { mayKeep: false })
  const name = (pending: Pending) =>
    db.transactionFor(userId, async (tx) => {
      const fingerprint = fingerprintOf(wallet, userId, pending.kept)
      const [state, same] = await Promise.all([
        lockWallet(tx, userId, clock.now()),
        store.findByFingerprint(tx, userId, fingerprint),
        settle(tx, userId, pending),
      ])
      refuseExpired(pending.kept, clock.now())
      requireValid(await withBilling(tx, userId, draft))
      const fields = fieldsOf(wallet, userId, checked, pending.kept, billingOf(draft, same))
      if (same === undefined) refuseTooMany(state)
      const id = same?.id ?? (await store.insertCard(tx, userId, fields))
      if (same) await store.updateCard(tx, userId, id, fields)
      const method = { id, buyer_method: true, seller_method: false }
      await changeDefaults(tx, userId, state, method, draft, same === undefined)
      const retired = same && (await retireOf(wallet, tx, userId, same, fields))
      const [created] = await tx.commitWith(
        Promise.all([
          findOwnChange(tx, userId, id, clock.now()),
          note(tx, userId, same ? 'refreshed' : 'created', id, 'CreditCard'),
        ]),
      )
      return { method: created, isNew: same === undefined, retired }
    })
  const written = await keepCard(wallet, userId, checked.card, name)
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
  wallet: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<CardInput>,
  precondition: Precondition,
): Promise<PaymentMethod> {
  const { db, vault, clock } = wallet
  // The vault is asked before the transaction, so what would be refused in it is refused before that.
  const before = await store.findCard(db, userId, id)
  if (before === undefined) throw new Refused(refusals.forbidden)
  const mayKeep = before.vault === vault.name
  const checked = checkCard(await withBilling(db, userId, draft), clock.now(), { mayKeep })
  if (precondition?.has(before.version) === false) throw new Refused(refusals.precondition_failed)
  const name = (pending?: Pending) =>
    db.transactionFor(userId, async (tx) => {
      const state = await lockWallet(tx, userId, clock.now())
      if (pending) await settle(tx, userId, pending)
      const card = await store.findCard(tx, userId, id)
      if (card === undefined) throw new Refused(refusals.forbidden)
      if (pending) refuseExpired(pending.kept, clock.now())
      requireValid(await withBilling(tx, userId, draft))
      if (precondition?.has(card.version) === false) throw new Refused(refusals.precondition_failed)
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
      const [replaced] = await tx.commitWith(
        Promise.all([
          findOwnChange(tx, userId, id, clock.now()),
          note(tx, userId, 'replaced', id, 'CreditCard'),
        ]),
      )
      return { method: replaced, retired }
    })
  const written = checked.isNamed
    ? keepCard(wallet, userId, checked.card, name)
    : vault.change(before.vault_token, checked.card).then(() => name())
  const { method, retired } = await written
  if (retired) await removeNow(wallet, userId, retired)
  return method
}

/** A vault may know of other months than those that were given with a token. */
function refuseExpired({ expiryMonth, expiryYear }: KeptCard, now: number): void {
  const fault = expiryFault(expiryMonth, expiryYear, now)
  if (fault !== undefined) refuse('card_token', fault)
}

const monthsOf = ({ card }: CheckedCard) => ({
  expiry_month: card.expiryMonth,
  expiry_year: card.expiryYear,
})

const fieldsOf = (
  wallet: WalletDeps,
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

const replacedMeanwhile = () =>
  new VaultUnavailable(new Error('The card was replaced during the request.'))
