import type { Queryable, Transaction } from '../../platform/database/db.ts'

/**
 * Runs the transaction that makes a change. `Database` is one. For a request with an
 * Idempotency-Key, the transaction also stores the response to its result.
 */
export interface Writer<T> {
  /**
   * See `Database.transactionFor`. Call it for the last transaction of the operation, and again
   * only if that was rolled back.
   */
  transactionFor<R extends T>(userId: number, work: (tx: Transaction) => Promise<R>): Promise<R>
  /** Set if the request has an Idempotency-Key. */
  readonly attempt?: Attempt
}

/** One of the requests with the same key. Operations with effects outside the database need it. */
export interface Attempt {
  /** A keyed hash of key and body: equal for all requests that repeat one another. */
  readonly hash: Buffer
  /**
   * Call it before an effect outside the database. To exclude requests that run at the same time,
   * call it in a transaction that has locked the user's row.
   * @throws if an earlier request has stored its response. The caller must not catch this.
   */
  assertFirst(tx?: Queryable): Promise<void>
}
