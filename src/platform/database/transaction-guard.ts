import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ database: object; open: boolean }>()

/**
 * Runs the work of a transaction on `database` so that `assertOutside` knows of it. The outer database
 * inside its own transaction waits for itself: for ever on one connection, under load on several.
 */
export async function guardTransaction<T>(database: object, work: () => Promise<T>): Promise<T> {
  const scope = { database, open: true }
  try {
    return await current.run(scope, work)
  } finally {
    scope.open = false
  }
}

/** @throws {Error} when called from the work of a transaction on the same database. */
export function assertOutsideTransaction(database: object): void {
  const scope = current.getStore()
  if (scope?.open && scope.database === database)
    throw new Error('Inside a transaction, statements go through tx, never through the outer db.')
}
