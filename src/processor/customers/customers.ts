import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { type Vault, VaultUnavailable } from '../vault.ts'
import * as store from './store.ts'

export {
  findCustomer,
  hasCustomers,
  listUsersSharing,
  removeCustomer,
  renewRequest,
  requestCustomer,
  retireCustomers,
  saveCustomer,
} from './store.ts'

/** The sweep stops after this many failures that do not concern one customer alone. */
const maxFailures = 3

interface CustomerDeps {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/**
 * Finishes customers whose creation was begun some time ago, and whose answers were lost. Without
 * that, the vault would have a customer that no row refers to.
 * @returns how many it finished
 * @throws {VaultUnavailable} if some could not be finished
 */
export const finishCustomers = async (
  { db, vault }: CustomerDeps,
  minAgeMs: number,
): Promise<number> =>
  endAll(await store.listRequestedCustomers(db, vault.name, minAgeMs), {
    end: ({ user_id }) => vault.finishCustomer(user_id),
    postpone: ({ user_id }) => store.postponeRequest(db, user_id, vault.name),
  })

/**
 * Removes the vault's customers of erased users whose cards are removed. A customer that another
 * user has stays. One that cannot be removed waits for another sweep, behind the rest.
 * @returns how many it removed
 * @throws {VaultUnavailable} if some could not be removed
 */
export const removeRetiredCustomers = async ({ db, vault, clock }: CustomerDeps): Promise<number> =>
  endAll(await store.listRetiredCustomers(db, vault.name), {
    async end({ user_id, customer_id, is_shared }) {
      if (!is_shared) await vault.removeCustomer(customer_id)
      await store.removeCustomer(db, user_id, vault.name, customer_id)
    },
    postpone: ({ user_id }) =>
      store.postponeCustomer(db, user_id, vault.name, new Date(clock.now())),
  })

/** Ends pieces of work one after the other. What fails is postponed. */
async function endAll<T>(
  works: readonly T[],
  { end, postpone }: { end(work: T): Promise<void>; postpone(work: T): Promise<void> },
): Promise<number> {
  let failure: VaultUnavailable | undefined
  let failures = 0
  let ended = 0
  for (const work of works) {
    if (failures === maxFailures) break
    try {
      await end(work)
      ended++
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failure ??= error
      if (!error.concernsOne) failures++
      await postpone(work)
    }
  }
  if (failure !== undefined) throw failure
  return ended
}
