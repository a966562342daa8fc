import { removeInBatches } from '../../../platform/database/batches.ts'
import { advanceEach } from '../../../processor/advance-each.ts'
import { finishCustomers, removeRetiredCustomers } from '../../../processor/customers/customers.ts'
import type { VaultUnavailable } from '../../../processor/vault.ts'
import { advance } from './advance.ts'
import type { Custody, Item } from './custody.ts'
import * as store from './store.ts'

/**
 * Advances the items in the vaults of cards and bank accounts that requests have left, and the
 * customers there. Call this about every minute. Several instances may call it at once.
 * @returns how many items and customers it ended
 * @throws {VaultUnavailable} if some could not be advanced; they and all other items of their users
 *   wait for another sweep, behind the rest
 */
export async function sweepVault({ db, vault }: Custody): Promise<number> {
  await removeInBatches((limit) => store.removeEnded(db, limit))
  const { accounts } = vault
  const vaults =
    accounts !== undefined && accounts.name !== vault.name ? [vault, accounts] : [vault]
  let ended = 0
  let failure: VaultUnavailable | undefined
  for (const each of vaults) {
    const custody = { db, vault: each }
    for (const step of [advanceDue, finishCustomers, removeRetiredCustomers]) {
      const done = await step(custody)
      ended += done.ended
      failure ??= done.failure
      if (done.isAway) break
    }
  }
  if (failure !== undefined) throw failure
  return ended
}

const advanceDue = (custody: Custody) => advanceEach(dueItems(custody), stepsOf(custody))

/**
 * Advances the items of a user that are due.
 * @throws {VaultUnavailable} if some could not be advanced
 */
export async function advanceDueOf(custody: Custody, userId: number): Promise<void> {
  const { db, vault } = custody
  const items = await store.listDueOf(db, userId, vault.name)
  const { failure } = await advanceEach(items, stepsOf(custody))
  if (failure !== undefined) throw failure
}

const stepsOf = (custody: Custody) => ({
  advance: (item: Item) => advance(custody, item),
  postpone: ({ user_id, id }: Item) => store.postpone(custody.db, user_id, id),
})

/** Lists due items page by page. What was postponed is not due any more. */
async function* dueItems({ db, vault }: Custody) {
  for (;;) {
    const items = await store.listDue(db, vault.name)
    if (items.length === 0) return
    // The last bank account is removed with its connected account, if nothing is added to it.
    yield* items.toSorted((a, b) => Number(a.state === 'unwanted') - Number(b.state === 'unwanted'))
  }
}
