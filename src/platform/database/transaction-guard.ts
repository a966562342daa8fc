import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ database: object; open: boolean }>()

/**
 * Runs the work of a transaction on `database`, so that `assertOutsideTransaction` detects it. A
 * statement on the database inside its own transaction can wait for that transaction and never end:
 * always with one connection, under load with several.
 */
export async function guardTransaction<T>(database: object, work: () => Promise<T>): Promise<T> {
  const scope = { database, open: true }
  try {
    return await current.run(scope, work)
  } finally {
    scope.open = false
  }
}

/** @throws {Error} when the caller runs inside a transaction on the same database. */
export function assertOutsideTransaction(database: object): void {
  const scope = current.getStore()
  if (scope?.open && scope.database === database)
    throw new Error('Inside a transaction, statements go through tx, never through the outer db.')
}
