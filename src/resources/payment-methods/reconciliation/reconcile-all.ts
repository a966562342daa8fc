import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '../../../platform/database/db.ts'
import { type CardVault, VaultUnavailable } from '../../../processor/vault.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { reconcileUser } from './reconcile-user.ts'
import * as store from './store.ts'

/** How many users are read at once. */
const pageSize = 100

/**
 * The shortest time between two users, in milliseconds. So a comparison sends about 20 requests a
 * second, of the 100 that the processor allows.
 */
const pauseMs = 50

/**
 * After failures for this many users in a row, a comparison asks the vault about other users, to
 * find out whether the vault or these users are the cause.
 */
const maxFailuresInRow = 3
/** About how many other users it asks. */
const maxOthers = 3

export const notBegun: store.Reconciliation = {
  after_user_id: 0,
  users: 0,
  renewed: 0,
  detached: 0,
  orphaned: 0,
  customers: 0,
  failed: 0,
}

/** Counts the users whose cards are compared. */
export const countUsers = ({ db, vault }: WalletDeps): Promise<number> =>
  store.countUsersWithCustomer(db, namesOf(vault))

/** The names of the vaults of cards and of bank accounts. */
const namesOf = ({ name, accounts }: CardVault): readonly string[] =>
  accounts === undefined ? [name] : [name, accounts.name]

export interface ReconcileOptions {
  /** Whether to correct what differs. */
  readonly mends?: boolean
  /** Stops the comparison after a user. */
  isOver?(): boolean
  /** Called after each page of users. */
  onPage?(soFar: store.Reconciliation): Promise<void>
  /** Called with an unexpected error of one user. */
  onError(error: unknown, userId: number): void
}

/**
 * Compares the cards of all users after a user with the vault, one user after the other. A user
 * whose comparison fails is counted, and compared again the next time.
 * @returns how far it came, and whether all users were compared
 * @throws {VaultUnavailable} if the vault does not answer; `onPage` was told how far it came before
 *   that
 * @throws {Unavailable} if the database does not answer
 */
export async function reconcileAll(
  wallet: WalletDeps,
  start: store.Reconciliation,
  { mends = true, isOver = () => false, onPage = async () => {}, onError }: ReconcileOptions,
): Promise<{ readonly soFar: store.Reconciliation; readonly hasEnded: boolean }> {
  const { db, vault } = wallet
  const vaults = namesOf(vault)
  let soFar = start
  /** How far it had come before failures in a row, and how many there were. */
  let [answered, failures] = [start, 0]
  for (;;) {
    const users = await store.listUsersWithCustomer(db, vaults, soFar.after_user_id, pageSize)
    if (users.length === 0) return { soFar, hasEnded: true }
    for (const { user_id } of users) {
      if (isOver()) return { soFar: answered, hasEnded: false }
      const rested = pause(pauseMs)
      try {
        soFar = added(soFar, user_id, await reconcileUser(wallet, user_id, { mends }))
        failures = 0
      } catch (error) {
        const isOfVault = error instanceof VaultUnavailable
        if (error instanceof Unavailable && !isOfVault) throw error
        soFar = { ...soFar, after_user_id: user_id, failed: soFar.failed + 1 }
        if (!isOfVault) onError(error, user_id)
        else failures = error.concernsOne ? 0 : failures + 1
        if (failures === maxFailuresInRow) {
          const isAnswering = await answersFor(wallet, answered.after_user_id, user_id)
          if (!isAnswering) await onPage(answered)
          if (!isAnswering) throw error
          failures = 0
        }
      }
      if (failures === 0) answered = soFar
      await rested
    }
    await onPage(answered)
  }
}

/**
 * Whether the vault answers about a user outside the range after `afterUserId`, up to `toUserId`.
 * Otherwise the vault is the cause of the failures, and not the cards of these users.
 */
async function answersFor(
  { db, vault }: WalletDeps,
  afterUserId: number,
  toUserId: number,
): Promise<boolean> {
  const among = { afterUserId, toUserId }
  for (const other of await store.listOthers(db, namesOf(vault), among, maxOthers)) {
    try {
      if (other.vault === vault.name) await vault.cardsOf(other.customer_id)
      else await vault.accounts?.readSeller?.(other.customer_id)
      return true
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      if (error.concernsOne) return true
    }
  }
  return false
}

const added = (
  soFar: store.Reconciliation,
  userId: number,
  found: Awaited<ReturnType<typeof reconcileUser>>,
): store.Reconciliation => ({
  after_user_id: userId,
  users: soFar.users + 1,
  renewed: soFar.renewed + found.renewed,
  detached: soFar.detached + found.detached,
  orphaned: soFar.orphaned + found.orphaned,
  customers: soFar.customers + found.customers,
  failed: soFar.failed,
})
