import type { Transaction } from '../../../platform/database/db.ts'
import { findCustomer, removeCustomer } from '../../../processor/customers/customers.ts'
import { type VaultCard, VaultUnavailable } from '../../../processor/vault.ts'
import { isOrphan, releaseOrphan } from '../custody/custody.ts'
import type { PaymentMethodType } from '../payment-methods.ts'
import * as methods from '../store.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { lockMethods, type MethodsState, recordChange } from '../wallet/state.ts'
import { removeMethod } from '../wallet/wallet.ts'
import * as store from './store.ts'

/** What differed for one user. */
export type Differences = Omit<store.Counts, 'users' | 'failed'>

const none: Differences = { renewed: 0, detached: 0, orphaned: 0, customers: 0 }

export interface ReconcileUserOptions {
  /** Whether to change anything. */
  readonly mends?: boolean
  /** The seller's account to which we have no access any more, as the processor has said. */
  readonly revoked?: string | undefined
}

/** How often the methods of a user are compared again if they change meanwhile. */
const maxTrials = 3

/**
 * Compares the cards and the bank accounts of a user with the vaults, and does what the vaults say:
 * writes what has changed, deletes payment methods whose card or bank account was removed there,
 * makes those unwanted that no payment method refers to, and forgets a customer that was deleted.
 * What others gave to the customer stays.
 * @throws {VaultUnavailable} if a vault does not answer, or knows nothing of the customer, the
 *   seller or a card
 */
export async function reconcileUser(
  wallet: WalletDeps,
  userId: number,
  { mends = true, revoked }: ReconcileUserOptions = {},
): Promise<Differences> {
  const cards = await reconcile(wallet, userId, mends, () => compareCards(wallet, userId))
  const accounts = await reconcile(wallet, userId, mends, () =>
    compareAccounts(wallet, userId, revoked),
  )
  return {
    renewed: cards.renewed + accounts.renewed,
    detached: cards.detached + accounts.detached,
    orphaned: cards.orphaned + accounts.orphaned,
    customers: cards.customers + accounts.customers,
  }
}

/** A row as it was compared. */
interface Compared {
  readonly id: number
  readonly version: number
}

/** The differences between rows and a vault, which were read one after the other. */
interface Found {
  readonly type: PaymentMethodType
  readonly vault: string
  readonly customerId: string
  /** Whether the customer was deleted, or we have no access to the seller's account any more. */
  readonly isGone: boolean
  readonly changed: readonly Compared[]
  readonly detached: readonly Compared[]
  readonly orphans: readonly Pick<VaultCard, 'token' | 'reference'>[]
  /** Writes what the vault says of the changed rows and of the customer. */
  write(tx: Transaction, state: MethodsState): Promise<void>
}

async function reconcile(
  wallet: WalletDeps,
  userId: number,
  mends: boolean,
  compare: () => Promise<Found | undefined>,
): Promise<Differences> {
  for (let trial = 1; trial <= maxTrials; trial++) {
    const found = await compare()
    if (found === undefined) return none
    const mended = mends ? await mend(wallet, userId, found) : countsOf(found)
    if (mended !== undefined) return mended
  }
  const cause = new Error('The payment methods changed while they were compared.')
  throw new VaultUnavailable(cause, { concernsOne: true })
}

const countsOf = ({ changed, detached, orphans, isGone }: Found): Differences => ({
  renewed: changed.length,
  detached: detached.length,
  orphaned: orphans.length,
  customers: isGone ? 1 : 0,
})

/**
 * Mends the differences in one transaction.
 * @returns undefined if a row has changed since it was read: then the vault's answer may be older
 */
const mend = (
  { db, clock, payouts }: WalletDeps,
  userId: number,
  found: Found,
): Promise<Differences | undefined> => {
  const { type, vault, customerId, isGone, changed, detached, orphans } = found
  return db.transactionFor(userId, async (tx) => {
    let state = await lockMethods(tx, userId, clock.now())
    const isSame = ({ id, version }: Compared) =>
      state.methods.some((method) => method.id === id && method.version === version)
    if (![...changed, ...detached].every(isSame)) return undefined
    let orphaned = 0
    for (const one of orphans) if (await releaseOrphan(tx, userId, vault, one)) orphaned++
    await found.write(tx, state)
    for (const { id } of detached) {
      await removeMethod(tx, payouts, userId, state, { id, type }, 'detached')
      state = await lockMethods(tx, userId, clock.now())
    }
    if (isGone) await removeCustomer(tx, userId, vault, customerId)
    return { ...countsOf(found), orphaned }
  })
}

/** Finds the entries that we gave to the customer, and that no row of any user refers to. */
async function orphansAmong<Entry extends Pick<VaultCard, 'token' | 'reference'>>(
  { db }: WalletDeps,
  userId: number,
  vault: string,
  entries: Iterable<Entry>,
): Promise<Entry[]> {
  const orphans: Entry[] = []
  // An entry without our reference was given to the customer by somebody else.
  for (const entry of entries)
    if (entry.reference !== undefined && (await isOrphan(db, userId, vault, entry)))
      orphans.push(entry)
  return orphans
}

async function compareCards(wallet: WalletDeps, userId: number): Promise<Found | undefined> {
  const { db, vault } = wallet
  const [all, customerId] = await Promise.all([
    methods.findStored(db, userId),
    findCustomer(db, userId, vault.name),
  ])
  if (customerId === undefined) return undefined
  const rows = all
    .filter((method) => method.type === 'CreditCard')
    .filter((card) => card.vault === vault.name)
  const answer = await vault.cardsOf(customerId)
  const cards = new Map(answer?.map((card) => [card.token, card]))
  const renewed: [methods.StoredCard, VaultCard][] = []
  const detached: methods.StoredCard[] = []
  for (const row of rows) {
    const card = cards.get(row.vault_token)
    if (card === undefined) {
      if (!(await vault.isAttached(row.vault_token))) detached.push(row)
    } else if (isRenewed(row, card)) renewed.push([row, card])
    cards.delete(row.vault_token)
  }
  const orphans = await orphansAmong(wallet, userId, vault.name, cards.values())
  const isGone = answer === undefined
  if (!isGone && renewed.length + detached.length + orphans.length === 0) return undefined
  return {
    type: 'CreditCard',
    vault: vault.name,
    customerId,
    isGone,
    changed: renewed.map(([row]) => row),
    detached,
    orphans,
    async write(tx, state) {
      const all = state.methods.filter((method) => method.type === 'CreditCard')
      const known = all.map(({ fingerprint }) => fingerprint)
      for (const [{ id }, card] of renewed) {
        const row = all.find((method) => method.id === id)
        if (row === undefined) continue
        const after = renewedRow(wallet, userId, row, card, known)
        await methods.updateMethod(tx, userId, after)
        // Another card may have got the same number.
        known.push(after.fingerprint)
        await recordChange(tx, userId, 'renewed', id, 'CreditCard')
      }
    },
  }
}

const isRenewed = (row: methods.StoredCard, card: VaultCard): boolean =>
  row.expiry_month !== card.expiryMonth ||
  row.expiry_year !== card.expiryYear ||
  row.last4 !== card.last4 ||
  row.brand !== card.brand

/**
 * Returns the row with what the vault says of its card. A renewed card has another number, and so
 * another fingerprint, unless another card of the user has that number too: then the row keeps its
 * own.
 * @param known the fingerprints of all cards of the user
 */
function renewedRow(
  wallet: WalletDeps,
  userId: number,
  row: methods.StoredCard,
  card: VaultCard,
  known: readonly Buffer[],
): methods.StoredCard {
  const prints = fingerprintsOf(wallet, userId, card)
  const isKnown = known.some((one) => prints.some((print) => print.equals(one)))
  return {
    ...row,
    fingerprint: isKnown ? row.fingerprint : fingerprintOf(wallet, userId, card),
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    wallet: card.wallet,
    networks: card.networks,
  }
}

/** @param revoked see `ReconcileUserOptions` */
async function compareAccounts(
  wallet: WalletDeps,
  userId: number,
  revoked: string | undefined,
): Promise<Found | undefined> {
  const { db, clock } = wallet
  const { accounts } = wallet.vault
  if (accounts?.readSeller === undefined) return undefined
  const { name: vault } = accounts
  const [all, customerId] = await Promise.all([
    methods.findStored(db, userId),
    findCustomer(db, userId, vault),
  ])
  if (customerId === undefined) return undefined
  const rows = all
    .filter((method) => method.type === 'BankAccount')
    .filter((account) => account.vault === vault)
  const answer = await accounts.readSeller(customerId)
  // A key of another platform has no access either. So only an event can say that we had it.
  if (answer === undefined && customerId !== revoked)
    throw new VaultUnavailable(new Error('The key has no access to the connected account.'), {
      concernsOne: true,
    })
  const there = new Map(answer?.accounts.map((account) => [account.token, account]))
  const detached = rows.filter(({ vault_token }) => !there.has(vault_token))
  const changed = rows.flatMap((row) => {
    const status = there.get(row.vault_token)?.status
    return status === undefined || status === row.vault_status ? [] : [{ ...row, status }]
  })
  for (const { vault_token } of rows) there.delete(vault_token)
  return {
    type: 'BankAccount',
    vault,
    customerId,
    isGone: answer === undefined,
    changed,
    detached,
    orphans: await orphansAmong(wallet, userId, vault, there.values()),
    async write(tx) {
      for (const { id, status } of changed) await store.putStatus(tx, userId, id, status)
      const now = new Date(clock.now())
      if (answer) await store.putSeller(tx, userId, vault, customerId, { ...answer.seller, now })
    },
  }
}
