import { setTimeout as pause } from 'node:timers/promises'
import { VaultUnavailable } from '../vault.ts'
import type { WalletDeps } from '../vault-work.ts'
import { reconcileUser } from './reconcile-user.ts'
import * as store from './store.ts'

/** How many users are read at once. */
const pageSize = 100

/**
 * The shortest time between two users, in milliseconds. So a comparison sends about 20 requests a
 * second, of the 100 that the processor allows.
 */
const pauseMs = 50

/** A comparison stops after failures for this many users in a row: then the vault is at fault. */
const maxFailuresInRow = 3

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
  store.countUsersWithCustomer(db, vault.name)

export interface ReconcileOptions {
  /** Whether to mend what differs. */
  readonly mends?: boolean
  /** Stops the comparison after a user. */
  isOver?(): boolean
  /** Called after each page of users. */
  onPage?(soFar: store.Reconciliation): Promise<void>
}

/**
 * Compares the cards of all users after a user with the vault, one user after the other. A user
 * whose comparison fails is counted, and compared again the next time.
 * @returns how far it came, and whether all users were compared
 * @throws {VaultUnavailable} if the vault does not answer; `onPage` was told how far it came
 */
export async function reconcileAll(
  wallet: WalletDeps,
  start: store.Reconciliation,
  { mends = true, isOver = () => false, onPage = async () => {} }: ReconcileOptions = {},
): Promise<{ readonly soFar: store.Reconciliation; readonly hasEnded: boolean }> {
  const { db, vault } = wallet
  let soFar = start
  for (;;) {
    const users = await store.listUsersWithCustomer(db, vault.name, soFar.after_user_id, pageSize)
    if (users.length === 0) return { soFar, hasEnded: true }
    const failures: VaultUnavailable[] = []
    for (const { user_id } of users) {
      if (isOver()) return { soFar, hasEnded: false }
      const rested = pause(pauseMs)
      try {
        soFar = added(soFar, user_id, await reconcileUser(wallet, user_id, { mends }))
        failures.length = 0
      } catch (error) {
        if (!(error instanceof VaultUnavailable)) throw error
        if (failures.push(error) === maxFailuresInRow) throw error
        soFar = { ...soFar, after_user_id: user_id, failed: soFar.failed + 1 }
      }
      await rested
    }
    await onPage(soFar)
  }
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
