import { findCustomer, removeCustomer } from '../../../processor/customers/customers.ts'
import { type VaultCard, VaultUnavailable } from '../../../processor/vault.ts'
import { isOrphan, releaseOrphan } from '../custody/custody.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { lockMethods, recordChange } from '../wallet/state.ts'
import { removeMethod } from '../wallet/wallet.ts'
import {
  type Differences,
  none,
  type ReconcileUserOptions,
  reconcileAccounts,
} from './reconcile-accounts.ts'
import * as store from './store.ts'

/** How often the cards of a user are compared again if they change meanwhile. */
const maxTrials = 3

/**
 * Compares the cards and the bank accounts of a user with the vault, and does what the vault says.
 * @throws {VaultUnavailable} if the vault does not answer, or knows nothing of the customer, the
 *   seller or a card
 */
export async function reconcileUser(
  wallet: WalletDeps,
  userId: number,
  options: ReconcileUserOptions = {},
): Promise<Differences> {
  const cards = await reconcileCards(wallet, userId, options)
  const accounts = await reconcileAccounts(wallet, userId, options)
  return {
    renewed: cards.renewed + accounts.renewed,
    detached: cards.detached + accounts.detached,
    orphaned: cards.orphaned + accounts.orphaned,
    customers: cards.customers + accounts.customers,
  }
}

/**
 * Compares the cards of a user with the vault: renews cards, deletes payment methods whose card was
 * detached, removes cards that no payment method refers to, and forgets a deleted customer. Cards
 * that others gave to the customer stay.
 */
async function reconcileCards(
  wallet: WalletDeps,
  userId: number,
  { mends = true }: ReconcileUserOptions,
): Promise<Differences> {
  for (let trial = 1; trial <= maxTrials; trial++) {
    const found = await compare(wallet, userId)
    if (found === undefined) return none
    const mended = mends ? await mend(wallet, userId, found) : countsOf(found)
    if (mended !== undefined) return mended
  }
  const cause = new Error('The cards changed while they were compared.')
  throw new VaultUnavailable(cause, { concernsOne: true })
}

/** The differences between the rows and the vault, which were read one after the other. */
interface Found {
  readonly renewed: readonly (readonly [store.KeptRow, VaultCard])[]
  readonly detached: readonly store.KeptRow[]
  readonly orphans: readonly VaultCard[]
  /** The customer, if it was deleted. */
  readonly deletedCustomer: string | undefined
}

async function compare({ db, vault }: WalletDeps, userId: number): Promise<Found | undefined> {
  const [rows, customer] = await Promise.all([
    store.findKept(db, userId, vault.name),
    findCustomer(db, userId, vault.name),
  ])
  if (customer === undefined) return undefined
  const answer = await vault.cardsOf(customer)
  const cards = new Map(answer?.map((card) => [card.token, card]))
  const renewed: [store.KeptRow, VaultCard][] = []
  const detached: store.KeptRow[] = []
  for (const row of rows) {
    const card = cards.get(row.vault_token)
    if (card === undefined) {
      if (!(await vault.isAttached(row.vault_token))) detached.push(row)
    } else if (isRenewed(row, card)) renewed.push([row, card])
    cards.delete(row.vault_token)
  }
  const orphans: VaultCard[] = []
  // A card without our reference was given to the customer by somebody else.
  for (const card of cards.values())
    if (card.reference !== undefined && (await isOrphan(db, userId, vault.name, card)))
      orphans.push(card)
  const deletedCustomer = answer === undefined ? customer : undefined
  const isEqual = renewed.length + detached.length + orphans.length === 0
  return isEqual && deletedCustomer === undefined
    ? undefined
    : { renewed, detached, orphans, deletedCustomer }
}

const isRenewed = (row: store.KeptRow, card: VaultCard): boolean =>
  row.expiry_month !== card.expiryMonth ||
  row.expiry_year !== card.expiryYear ||
  row.last4 !== card.last4 ||
  row.brand !== card.brand

const countsOf = ({ renewed, detached, orphans, deletedCustomer }: Found): Differences => ({
  renewed: renewed.length,
  detached: detached.length,
  orphaned: orphans.length,
  customers: deletedCustomer === undefined ? 0 : 1,
})

/**
 * Mends the differences in one transaction.
 * @returns undefined if a row has changed since it was read: then the vault's answer may be older
 */
const mend = (
  wallet: WalletDeps,
  userId: number,
  found: Found,
): Promise<Differences | undefined> => {
  const { db, vault, clock, payouts } = wallet
  const { renewed, detached, orphans, deletedCustomer } = found
  return db.transactionFor(userId, async (tx) => {
    let state = await lockMethods(tx, userId, clock.now())
    const isSame = ({ id, version }: store.KeptRow) =>
      state.methods.some((method) => method.id === id && method.version === version)
    if (![...renewed.map(([row]) => row), ...detached].every(isSame)) return undefined
    let orphaned = 0
    for (const card of orphans) if (await releaseOrphan(tx, userId, vault.name, card)) orphaned++
    const known = state.methods
      .filter((method) => method.type === 'CreditCard')
      .map(({ fingerprint }) => fingerprint)
    for (const [row, card] of renewed) {
      const renewal = renewalOf(wallet, userId, row, card, known)
      await store.renew(tx, userId, row.id, renewal)
      // Another card may have got the same number.
      known.push(renewal.fingerprint)
      await recordChange(tx, userId, 'renewed', row.id, 'CreditCard')
    }
    for (const { id } of detached) {
      await removeMethod(tx, payouts, userId, state, { id, type: 'CreditCard' }, 'detached')
      state = await lockMethods(tx, userId, clock.now())
    }
    if (deletedCustomer !== undefined) await removeCustomer(tx, userId, vault.name, deletedCustomer)
    return { ...countsOf(found), orphaned }
  })
}

/**
 * Returns what the vault says of a card. A renewed card has another number, and so another
 * fingerprint, unless another card of the user has that number too: then the row keeps its own.
 * @param known the fingerprints of all cards of the user
 */
function renewalOf(
  wallet: WalletDeps,
  userId: number,
  row: store.KeptRow,
  card: VaultCard,
  known: readonly Buffer[],
): store.Renewal {
  const prints = fingerprintsOf(wallet, userId, card)
  const isKnown = known.some((one) => prints.some((print) => print.equals(one)))
  return {
    fingerprint: isKnown ? row.fingerprint : fingerprintOf(wallet, userId, card),
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    wallet: card.wallet,
    networks: card.networks,
  }
}
