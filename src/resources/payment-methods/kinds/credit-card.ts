import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type KeptCard, VaultUnavailable } from '../../../processor/vault.ts'
import { use, useChange } from '../custody/custody.ts'
import { change, keep, type Pending } from '../custody/keep.ts'
import { isFree, nameCard } from '../custody/setups.ts'
import * as store from '../store.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { type Kind, type Known, requireVersion, type Step } from '../wallet/put.ts'
import { addressesFor, refuse, type WalletState, withBilling } from '../wallet/state.ts'
import { type CardInput, type CheckedCard, checkCard, expiryFault } from './cards.ts'

/** Credit and debit cards. Without a number or token, the card in the vault stays the same. */
export const creditCard: Kind<'CreditCard', CardInput> = {
  type: 'CreditCard',
  roles: { buyer_method: true, seller_method: false },
  async prepare(wallet, userId, { draft, id, precondition, writer }, write) {
    const { db, vault, clock } = wallet
    // The vault is asked before the transaction. So everything that the transaction would refuse is
    // checked before that, too.
    const [before, addresses] = await Promise.all([
      id === undefined ? undefined : store.findMethod(db, userId, id),
      addressesFor(db, userId, draft),
    ])
    if (id !== undefined && before?.type !== 'CreditCard') throw new Refused(refusals.forbidden)
    const card = before?.type === 'CreditCard' ? before : undefined
    const mayKeep = card?.vault === vault.name
    const checked = checkCard(withBilling(draft, addresses), clock.now(), { mayKeep })
    requireVersion(precondition, card?.version)
    const attempt = writer?.attempt
    if (checked.isNamed || card === undefined) {
      const tried = await wallet.beginAttempt?.()
      const named = await nameCard(wallet, userId, checked.card).catch(async (error: unknown) => {
        const counts = tried && !(await isFree(wallet, userId, checked.card, error))
        await tried?.failed(counts ? error : undefined)
        throw error
      })
      const wanted = {
        reference: vault.referenceOf(named),
        attempt,
        tried,
        leavesNothing: true,
        ask: (reference: string) =>
          vault.keep(userId, reference, named, async (identity) => tried?.isOf(identity)),
      }
      return keep(wallet, userId, wanted, (pending) =>
        write(keptStep(wallet, userId, checked, pending)),
      )
    }
    await attempt?.assertFirst()
    return change(wallet, userId, card, checked.card, (item) =>
      write({
        property: 'card_number',
        claim: async (tx) => item && useChange(tx, userId, item, card.version),
        same: () => [],
        rowOf(_state, before) {
          // If the card was replaced meanwhile, the vault has changed a different one.
          if (before?.vault_token !== card.vault_token) throw replacedMeanwhile()
          return { fields: { ...before, ...checked.details, ...expiryOf(checked) } }
        },
      }),
    )
  },
}

/** What is written for a card that the vault has kept. */
const keptStep = (
  wallet: WalletDeps,
  userId: number,
  { card, details }: CheckedCard,
  { item, kept }: Pending<KeptCard>,
): Step<'CreditCard'> => ({
  property: card.token ? 'card_token' : 'card_number',
  claim: (tx) => use(tx, userId, item, kept.agreement.setupId),
  same(state) {
    refuseExpired(kept, state.now)
    return sameCards(wallet, userId, state, kept)
  },
  rowOf(_state, before, same) {
    // Another row of the user may have the fingerprint of this card. Then this row keeps its own.
    const isTaken = before !== undefined && same.length > 1
    return {
      fields: {
        ...details,
        brand: kept.brand,
        last4: kept.last4,
        expiry_month: kept.expiryMonth,
        expiry_year: kept.expiryYear,
        wallet: kept.wallet,
        networks: kept.networks,
        vault: wallet.vault.name,
        vault_token: kept.token,
        fingerprint: isTaken ? before.fingerprint : fingerprintOf(wallet, userId, kept),
        setup_id: kept.agreement.setupId,
        mandate: kept.agreement.mandate,
        network_transaction: kept.agreement.networkTransaction,
      },
    }
  },
})

/**
 * Returns the user's cards that are the same as a card in the vault: those with its token, and then
 * the one with its fingerprint. An imported card may have a token without the fingerprint.
 */
function sameCards(
  wallet: WalletDeps,
  userId: number,
  { methods }: WalletState,
  kept: KeptCard,
): readonly Known<'CreditCard'>[] {
  const fingerprints = fingerprintsOf(wallet, userId, kept)
  const cards = methods.filter((method) => method.type === 'CreditCard')
  const isNamed = ({ vault, vault_token }: Known<'CreditCard'>) =>
    vault === wallet.vault.name && vault_token === kept.token
  const isAlike = (card: Known<'CreditCard'>) =>
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

const replacedMeanwhile = () =>
  new VaultUnavailable(new Error('The card was replaced during the request.'))

/** What only a few older cards have. Lists, responses and forms leave it out. */
export async function findCardStart(
  db: Queryable,
  userId: number,
  id: number,
): Promise<Pick<CardInput, 'start_month' | 'start_year' | 'issue_number'>> {
  const card = await store.findMethod(db, userId, id)
  if (card?.type !== 'CreditCard') throw new Refused(refusals.not_found)
  const { start_month, start_year, issue_number } = card
  return { start_month, start_year, issue_number }
}
