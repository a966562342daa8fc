import { type Statement, sql } from './sql.ts'

/**
 * What both databases give back: `int4` is a number, `int8` and `numeric` are strings (exact), dates and times are left
 * as text (in UTC), `bytea` is a `Buffer`, `jsonb` is parsed.
 */
export type Row = Record<string, unknown>

/** Something that runs one statement: the database itself, or a transaction on it. */
export interface Queryable {
  /**
   * Runs one statement and gives its rows.
   * @throws {Unavailable} when the database is away, too slow, or gave up on a lock.
   */
  query<R = Row>(statement: Statement): Promise<R[]>
}

/** An open transaction. */
export interface Transaction extends Queryable {
  /**
   * Sends COMMIT together with the last statements, which saves a round trip. No statement can follow, and an error
   * that is thrown afterwards does not roll back. If one of the statements fails, nothing is committed.
   * @param last the results of the last statements, which have been sent
   */
  commitWith<R>(last: Promise<R>): Promise<R>
}

/** The interface that PostgreSQL and the embedded PGlite share. */
export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it resolves, rolled back when it throws.
   * Serialisation failures and deadlocks (SQLSTATE 40001, 40P01) run `work` again, three times at most, with jitter; so
   * `work` has no effect outside `tx`.
   * @throws {Unavailable} at once, when too many transactions wait for this one to end in time.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * The same for a transaction that locks rows of this one user. A user's transactions run one after the other, in
   * order, and users take turns. So many writes of one user, or a locked row of theirs, do not delay other users.
   * `null` means that the transaction concerns no user.
   */
  transactionFor<T>(userId: number | null, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Checks whether a transaction of this user would get its turn in time.
   * @param deadline of `performance.now()`
   * @throws {Unavailable} when it would not
   */
  assertCapacity(userId: number, deadline: number): void
}

/** An opened database: the two methods, and what only the program around it needs. */
export interface OpenDatabase extends Database {
  readonly kind: 'postgres' | 'embedded'
  /** Runs statements separated by semicolons, without parameters: migrations. */
  script(text: string): Promise<void>
  /** Calls `heard` for every NOTIFY on `channel`, and once after a lost connection is back. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  /** Why the database is read-only now, in one line; undefined if it is not, or if only the server knows. */
  readOnlyReason?(): string | undefined
  close(): Promise<void>
}

/** Resolves when the database answers. @throws {Unavailable} */
export const ping = (db: Queryable): Promise<unknown> => db.query(sql`select 1`)

/** The row of a statement that always gives one, as `insert … returning` does. */
export function one<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error('a statement gave no row')
  return row
}

/** The database cannot answer now: away, too slow, too busy, or out of room. Becomes 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** When to try again. */
  readonly retryAfterSeconds: number
  constructor(cause: unknown, retryAfterSeconds = 1) {
    super('The database is not available.', { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Why, in one line. */
  get reason(): string {
    const { cause } = this
    if (cause instanceof Unavailable) return cause.reason
    // Node tries each address of a host, and names the failures together.
    const [first] = cause instanceof AggregateError ? cause.errors : [cause]
    return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? ''
  }
}

/** Too many requests wait for the database. There may be thousands of these errors a second, so they have no stack. */
export class Overloaded extends Unavailable {
  override name = 'Overloaded'
  constructor(reason: string, retryAfterSeconds: number) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(new Error(reason), retryAfterSeconds)
    Error.stackTraceLimit = stackTraceLimit
  }
}
