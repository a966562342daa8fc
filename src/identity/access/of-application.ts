import { removeInBatches, rowsPerBatch } from '../../platform/database/batches.ts'
import { type Queryable, Unavailable } from '../../platform/database/db.ts'
import * as store from './store.ts'

export { removeConsentsOfApplication } from './store.ts'

/**
 * Ends all tokens and grants of an application, on every instance. However many there are, this
 * takes no longer. Call this in a transaction, and `beginToRemoveEnded` after it.
 */
export async function endTokensOfApplication(tx: Queryable, applicationId: number): Promise<void> {
  await store.endGeneration(tx, applicationId)
  await store.notifyAnyEnded(tx)
}

/** How long a request deletes void rows before it leaves the rest to the chore. */
const removalMs = 500

/**
 * Deletes rows of tokens and grants that have ended with `endTokensOfApplication`, for half a
 * second. The tokens have ended already. So this does not fail if the database is busy.
 */
export async function beginToRemoveEnded(db: Queryable): Promise<void> {
  try {
    await removeEnded(db, performance.now() + removalMs)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}

/**
 * Deletes the rows of all tokens and grants that have ended with `endTokensOfApplication`. Call
 * this every minute.
 * @param deadline when to stop, by `performance.now()`
 */
export async function removeEnded(
  db: Queryable,
  deadline = Number.POSITIVE_INFINITY,
): Promise<void> {
  const isOver = () => performance.now() > deadline
  for (const ended of await store.listEndedGenerations(db)) {
    await removeInBatches(async (limit) =>
      isOver() ? 0 : store.removeGrantsBelow(db, ended.applicationId, ended.below, limit),
    )
    await removeInBatches(async (limit) =>
      isOver() ? 0 : store.removeTokensBelow(db, ended, limit),
    )
    if (isOver()) return
    await store.forgetGeneration(db, ended)
  }
}

/** Whether the consents of all users to an application need more than one batch. */
export const hasManyConsents = (db: Queryable, applicationId: number): Promise<boolean> =>
  store.hasManyConsents(db, applicationId, rowsPerBatch)

/** Deletes the consents of all users to an application in batches, one transaction each. */
export const reduceConsentsOfApplication = (
  db: Queryable,
  applicationId: number,
): Promise<number> =>
  removeInBatches((limit) => store.removeSomeConsentsOfApplication(db, applicationId, limit))
