import type { Seller, VaultAccount } from '../../../processor/account-vault.ts'
import { findCustomer, removeCustomer } from '../../../processor/customers/customers.ts'
import { VaultUnavailable } from '../../../processor/vault.ts'
import { isOrphan, releaseOrphan } from '../custody/custody.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { lockMethods } from '../wallet/state.ts'
import { removeMethod } from '../wallet/wallet.ts'
import * as store from './store.ts'

/** What differed for one user. */
export type Differences = Omit<store.Counts, 'users' | 'failed'>

export const none: Differences = { renewed: 0, detached: 0, orphaned: 0, customers: 0 }

export interface ReconcileUserOptions {
  /** Whether to change anything. */
  readonly mends?: boolean
  /** The seller's account to which we have no access any more, as the processor has said. */
  readonly revoked?: string | undefined
}

/** How often the bank accounts of a user are compared again if they change meanwhile. */
const maxTrials = 3

/**
 * Compares the bank accounts of a user with the processor's account of the seller. Stores what the
 * processor says of both, deletes payment methods whose bank account was removed there, and removes
 * bank accounts that no payment method refers to. Those that others gave to the seller stay. If the
 * processor has told that we have no access to the account any more, and it is so, the account and
 * its payment methods are forgotten.
 * @throws {VaultUnavailable} if the vault does not answer, or has no such account
 */
export async function reconcileAccounts(
  wallet: WalletDeps,
  userId: number,
  { mends = true, revoked }: ReconcileUserOptions,
): Promise<Differences> {
  if (wallet.vault.accounts?.readSeller === undefined) return none
  for (let trial = 1; trial <= maxTrials; trial++) {
    const found = await compare(wallet, userId, revoked)
    if (found === undefined) return none
    const mended = mends ? await mend(wallet, userId, found) : countsOf(found)
    if (mended !== undefined) return mended
  }
  const cause = new Error('The bank accounts changed while they were compared.')
  throw new VaultUnavailable(cause, { concernsOne: true })
}

/** The differences between the rows and the processor, which were read one after the other. */
interface Found {
  readonly vault: string
  readonly accountId: string
  /** Undefined if we have no access to the account any more. */
  readonly seller: Seller | undefined
  readonly detached: readonly store.KeptAccountRow[]
  readonly changed: readonly (readonly [store.KeptAccountRow, VaultAccount])[]
  readonly orphans: readonly VaultAccount[]
}

async function compare(
  { db, vault }: WalletDeps,
  userId: number,
  revoked: string | undefined,
): Promise<Found | undefined> {
  const { accounts } = vault
  if (accounts?.readSeller === undefined) return undefined
  const { name } = accounts
  const [rows, accountId] = await Promise.all([
    store.findKeptAccounts(db, userId, name),
    findCustomer(db, userId, name),
  ])
  if (accountId === undefined) return undefined
  const answer = await accounts.readSeller(accountId)
  // A key of another platform has no access either. So only an event can say that we had it.
  if (answer === undefined && accountId !== revoked)
    throw new VaultUnavailable(new Error('The key has no access to the connected account.'), {
      concernsOne: true,
    })
  const there = new Map(answer?.accounts.map((account) => [account.token, account]))
  const detached: store.KeptAccountRow[] = []
  const changed: [store.KeptAccountRow, VaultAccount][] = []
  for (const row of rows) {
    const account = there.get(row.vault_token)
    if (account === undefined) detached.push(row)
    else if (account.status !== row.vault_status) changed.push([row, account])
    there.delete(row.vault_token)
  }
  const orphans: VaultAccount[] = []
  // A bank account without our reference was given to the seller by somebody else.
  for (const account of there.values())
    if (account.reference !== undefined && (await isOrphan(db, userId, name, account)))
      orphans.push(account)
  return { vault: name, accountId, seller: answer?.seller, detached, changed, orphans }
}

const countsOf = ({ seller, detached, changed, orphans }: Found): Differences => ({
  renewed: changed.length,
  detached: detached.length,
  orphaned: orphans.length,
  customers: seller === undefined ? 1 : 0,
})

/**
 * Mends the differences in one transaction.
 * @returns undefined if a row has changed since it was read: then the answer may be older
 */
const mend = (
  wallet: WalletDeps,
  userId: number,
  found: Found,
): Promise<Differences | undefined> => {
  const { db, clock, payouts } = wallet
  const { vault, accountId, seller, detached, changed, orphans } = found
  return db.transactionFor(userId, async (tx) => {
    let state = await lockMethods(tx, userId, clock.now())
    const isSame = ({ id, version }: store.KeptAccountRow) =>
      state.methods.some((method) => method.id === id && method.version === version)
    if (![...detached, ...changed.map(([row]) => row)].every(isSame)) return undefined
    let orphaned = 0
    for (const one of orphans) if (await releaseOrphan(tx, userId, vault, one)) orphaned++
    for (const [{ id }, { status }] of changed) await store.putStatus(tx, userId, id, status)
    for (const { id } of detached) {
      await removeMethod(tx, payouts, userId, state, { id, type: 'BankAccount' }, 'detached')
      state = await lockMethods(tx, userId, clock.now())
    }
    const now = new Date(clock.now())
    if (seller === undefined) await removeCustomer(tx, userId, vault, accountId)
    else await store.putSeller(tx, userId, vault, accountId, { ...seller, now })
    return { ...countsOf(found), orphaned }
  })
}
