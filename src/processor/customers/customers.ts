import type { Database } from '../../platform/database/db.ts'
import { type Advanced, advanceEach } from '../advance-each.ts'
import type { Vault } from '../vault.ts'
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

/** What the sweep of customers needs. */
interface CustomerDeps {
  readonly db: Database
  readonly vault: Vault
}

/**
 * Finishes customers whose creation was begun some minutes ago, and whose answers were lost. Without
 * that, the vault would have a customer that no row refers to.
 */
export const finishCustomers = async ({ db, vault }: CustomerDeps): Promise<Advanced> =>
  advanceEach(await store.listRequestedCustomers(db, vault.name), {
    async advance({ user_id }) {
      await vault.finishCustomer(user_id)
      return true
    },
    postpone: ({ user_id }) => store.postponeRequest(db, user_id, vault.name),
  })

/**
 * Removes the vault's customers of erased users whose items have ended. A customer that another user
 * has stays. One that cannot be removed waits for another sweep, behind the rest.
 */
export const removeRetiredCustomers = async ({ db, vault }: CustomerDeps): Promise<Advanced> =>
  advanceEach(await store.listRetiredCustomers(db, vault.name), {
    async advance({ user_id, customer_id, is_shared }) {
      if (!is_shared) await vault.removeCustomer(customer_id)
      await store.removeCustomer(db, user_id, vault.name, customer_id)
      return true
    },
    postpone: ({ user_id }) => store.postponeCustomer(db, user_id, vault.name),
  })
