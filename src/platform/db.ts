import type { Statement } from './sql.ts'

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

/** A transaction under way. */
export interface Transaction extends Queryable {
  /**
   * Commits along with the last statements, which have been sent: COMMIT travels with them, which saves a round
   * trip. Nothing can be asked afterwards, and no refusal undoes it. Where one of them fails, nothing is
   * committed.
   * @param last what they all give
   */
  commitWith<R>(last: Promise<R>): Promise<R>
}

/** The methods behind which PostgreSQL and the embedded PGlite hide. */
export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it resolves, rolled back when it
   * throws. Serialisation failures and deadlocks (SQLSTATE 40001, 40P01) run `work` again, three times
   * at most, with jitter; so `work` has no effect outside `tx`.
   * @throws {Unavailable} at once when too many wait for it to end in time.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * The same for a transaction that locks rows of this one user. A user's transactions run one after the other, in
   * order, and users take turns: neither one user's writes nor a row of theirs that somebody else has locked
   * holds up other users. `null` is for what turns out to concern no user.
   */
  transactionFor<T>(userId: number | null, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Checks whether a transaction of this user would have its turn in time.
   * @param deadline of `performance.now()`
   * @throws {Unavailable} when it would not
   */
  assertRoom(userId: number, deadline: number): void
}

/** An opened database: the two methods, and what only the program around it needs. */
export interface OpenDatabase extends Database {
  readonly kind: 'postgres' | 'embedded'
  /** Runs statements separated by semicolons, without parameters: migrations. */
  script(text: string): Promise<void>
  /** Calls `heard` for every NOTIFY on `channel`, and once after a lost connection is back. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  /** Why nothing can be written now, in one line; undefined where it can, or where only the server knows. */
  whyReadOnly?(): string | undefined
  close(): Promise<void>
}

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
    super('The database cannot answer now.', { cause })
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

/** Too many wait for the database already. There may be thousands a second, so there is no stack. */
export class Overloaded extends Unavailable {
  override name = 'Overloaded'
  constructor(reason: string, retryAfterSeconds: number) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(new Error(reason), retryAfterSeconds)
    Error.stackTraceLimit = stackTraceLimit
  }
}
