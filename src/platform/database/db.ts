import type { Metrics } from '../metrics/metrics.ts'
import { type Statement, sql } from './sql.ts'

/**
 * A row, the same from both databases: `int4` is a number, `int8` and `numeric` are strings
 * (exact), dates and times are text (in UTC), `bytea` is a `Buffer`, `jsonb` is parsed.
 */
export type Row = Record<string, unknown>

/** Something that runs one statement: the database itself, or a transaction on it. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows.
   * @throws {Unavailable} when the database cannot be reached, is too slow, or did not get a lock
   * in time.
   */
  query<R = Row>(statement: Statement): Promise<R[]>
}

/** An open transaction. */
export interface Transaction extends Queryable {
  /**
   * Sends COMMIT together with the last statements, which saves a round trip. No statement can
   * follow, and a later error does not roll back. If one of the statements fails, nothing is
   * committed.
   * @param last the pending results of the last statements; COMMIT travels with them
   */
  commitWith<R>(last: Promise<R>): Promise<R>
  /**
   * Like `commitWith`, if the result of the transaction does not depend on the last statements.
   * Resolves with `result`.
   */
  commitAfter<R>(last: Promise<unknown>, result: R): Promise<R>
  /**
   * Notifies everybody who listens on `channel`, soon after the transaction has committed. If this
   * process ends in between, nobody is notified. A NOTIFY inside the transaction would be slower:
   * PostgreSQL commits such transactions one after the other, and each waits for the disk.
   */
  notifyAfterCommit(channel: string): void
}

/** The interface that PostgreSQL and the embedded PGlite share. */
export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction. Commits when `work` resolves, rolls back when it
   * throws. After a serialisation failure or a deadlock (SQLSTATE 40001, 40P01) `work` runs again,
   * at most three times, with jitter. So `work` must have no effect outside `tx`.
   * @throws {Unavailable} at once, if so many transactions wait that this one would not end in
   * time.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, for a transaction that locks rows of one user. A user's transactions run
   * one after the other, in order, and users take turns. So many writes of one user, or a locked
   * row of that user, do not delay other users. `null` means that the transaction concerns no user.
   */
  transactionFor<T>(userId: number | null, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Checks whether a transaction of this user would get its turn in time.
   * @param deadline of `performance.now()`
   * @throws {Unavailable} when it would not
   */
  assertCapacity(userId: number, deadline: number): void
}

/** An open database, with methods that only the start and the end of the program use. */
export interface OpenDatabase extends Database {
  readonly kind: 'postgres' | 'embedded'
  /**
   * Runs one transaction of bulk work, which no request waits for. It has a minute instead of the
   * time of a request, and on PostgreSQL connections of its own.
   * @param timeoutMs more than a minute, if it locks nothing that a request waits for. A statement
   *   still has less than a minute, unless the database was opened with other limits
   * @throws {Unavailable}
   */
  bulkTransaction<T>(work: (tx: Transaction) => Promise<T>, timeoutMs?: number): Promise<T>
  /** Runs statements separated by semicolons, without parameters: migrations. */
  script(text: string): Promise<void>
  /** Calls `onNotify` for every NOTIFY on `channel`, and once with '' after each reconnection. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<void>
  /**
   * The reason why the database is read-only now, in one line. Undefined if it is not read-only, or
   * if only the server knows.
   */
  readOnlyReason?(): string | undefined
  /** Registers the metrics of its queues and connections. */
  measure?(metrics: Metrics): void
  /**
   * How many more connections a connection pooler gives now, at most `most`. Undefined if there is
   * no pooler.
   */
  countFree?(most: number): Promise<number>
  /**
   * Runs `work` while the embedded database does nothing and all changes are in its files. Other
   * work waits. Undefined for PostgreSQL, which has tools of its own.
   */
  whileIdle?<T>(work: (directory: string) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Resolves when the database responds. @throws {Unavailable} */
export const ping = (db: Queryable): Promise<unknown> => db.query(sql`select 1`)

/** The row of a statement that always returns exactly one, such as `insert … returning`. */
export function one<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error('a statement gave no row')
  return row
}

/**
 * The database cannot be reached, or is too slow, too busy or out of space. The response is a 503.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** The time to wait before the next attempt. */
  readonly retryAfterSeconds: number
  /**
   * Whether COMMIT was sent without a response. Then nobody knows whether the transaction took
   * effect. Work that must not be done twice cannot be repeated.
   */
  mayHaveCommitted = false
  constructor(cause: unknown, retryAfterSeconds = 1) {
    super('The database is not available.', { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The reason, in one line. */
  get reason(): string {
    const { cause } = this
    if (cause instanceof Unavailable) return cause.reason
    // Node.js tries each address of a host and collects the failures in one error.
    const [first] = cause instanceof AggregateError ? cause.errors : [cause]
    return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? ''
  }
}

/**
 * Too many requests wait for the database. There may be thousands of these errors a second, so they
 * have no stack.
 */
export class Overloaded extends Unavailable {
  override name = 'Overloaded'
  constructor(reason: string, retryAfterSeconds: number) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(new Error(reason), retryAfterSeconds)
    Error.stackTraceLimit = stackTraceLimit
  }
}
