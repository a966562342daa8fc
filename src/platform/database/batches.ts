import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type OpenDatabase, Unavailable } from './db.ts'

/** Rows per statement. The number is small, so that no statement holds locks for long. */
export const rowsPerBatch = 5_000

/**
 * Deletes rows in batches until a batch is not full. Every clean-up uses this, so that a large
 * backlog does not block the database. Several instances may run the same clean-up at once.
 * @param removeBatch deletes up to `limit` rows and returns how many it deleted
 * @param limit rows per batch; use a smaller number if each row needs more work than its deletion
 * @returns how many rows were deleted in all
 */
export async function removeInBatches(
  removeBatch: (limit: number) => Promise<number>,
  limit: number = rowsPerBatch,
): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await removeBatch(limit)
    total += removed
    if (removed < limit) return total
  }
}

/**
 * Deletes rows in one transaction, unless they are too many. Then most of them are deleted in
 * batches first. These stay deleted if the time of a request ends meanwhile, so the next request
 * has less to do.
 * @param remove runs the transaction. It calls `tooMany`, which rolls back
 * @param reduce deletes rows in batches, each in a transaction of its own. Before that, it ends in
 *   a transaction what must not continue without these rows
 */
export async function removeLarge<T>(
  remove: (tooMany: () => never) => Promise<T>,
  reduce: () => Promise<unknown>,
): Promise<T> {
  const large = new Error('There is too much to delete in one transaction.')
  const tooMany = (): never => {
    throw large
  }
  for (;;) {
    try {
      return await remove(tooMany)
    } catch (error) {
      if (error !== large) throw error
    }
    await reduce()
  }
}

/** Runs a step until the database is not too busy for it. */
export type RetryStep = <T>(step: (isFirst: boolean) => Promise<T>) => Promise<T>

export interface RetryOptions {
  /** Stops the retries. */
  readonly signal?: AbortSignal
  /** Called before each pause, with the reason why the database is busy. */
  onWait?(reason: string): void
}

/** The database for bulk work. Its transactions have more time than those of requests. */
export function forBulkWork(db: OpenDatabase): Database {
  return {
    query: (statement) => db.query(statement),
    transaction: (work) => db.bulkTransaction(work),
    transactionFor: (_userId, work) => db.bulkTransaction(work),
    assertCapacity: () => {},
  }
}

/**
 * How long a step is retried while the database is busy, and the longest pause, in milliseconds.
 */
const maxWaitMs = 300_000
const maxPauseMs = 4_000

/** Makes a function that retries a step while the database is too busy, for up to five minutes. */
export function retryWhileBusy({ signal, onWait }: RetryOptions): RetryStep {
  return async (step) => {
    const deadline = performance.now() + maxWaitMs
    for (let waitMs = 0; ; ) {
      try {
        return await step(waitMs === 0)
      } catch (error) {
        const isOver = signal?.aborted || performance.now() > deadline
        if (!(error instanceof Unavailable) || isOver) throw error
        onWait?.(error.reason)
        waitMs = Math.min(2 * waitMs + 250, maxPauseMs)
        await pause(waitMs)
      }
    }
  }
}
