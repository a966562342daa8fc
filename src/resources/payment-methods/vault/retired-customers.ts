import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import * as store from './store.ts'
import { type CardVault, VaultUnavailable } from './vault.ts'

/** The sweep stops after this many failures, because then the vault is at fault. */
const maxFailures = 3

/**
 * Removes the vault's customers of erased users whose cards are removed. A customer that cannot be
 * removed waits for another sweep, behind the rest.
 * @returns how many it removed
 * @throws {VaultUnavailable} if some could not be removed
 */
export async function removeRetiredCustomers({
  db,
  vault,
  clock,
}: {
  readonly db: Database
  readonly vault: CardVault
  readonly clock: Clock
}): Promise<number> {
  const failures: VaultUnavailable[] = []
  let removed = 0
  for (const { user_id, customer_id } of await store.listRetiredCustomers(db, vault.name)) {
    if (failures.length === maxFailures) break
    try {
      await vault.removeCustomer(customer_id)
      await store.removeCustomer(db, user_id, vault.name, customer_id)
      removed++
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failures.push(error)
      await store.postponeCustomer(db, user_id, vault.name, new Date(clock.now()))
    }
  }
  if (failures[0] !== undefined) throw failures[0]
  return removed
}
