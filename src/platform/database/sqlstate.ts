import { Overloaded, Unavailable } from './db.ts'

/** Shutdown, crash, start-up, statement timeout, lock timeout, read-only after a fail-over. */
const unavailable = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '55P03',
  '25006',
  '25P03',
])
/**
 * Connection lost, out of memory, disk space or connections, and errors of the operating system.
 */
const unavailableClasses = new Set(['08', '53', '58'])

/** The audit trail of a user has too many records of today. `audit_append` raises it. */
const tooManyRecords = '53FY1'

/** Whether a change was rolled back because an application has made too many in a day. */
export const hasTooManyRecords = (error: unknown): boolean => sqlState(error) === tooManyRecords

/** The role lacks a privilege. */
export const permissionDenied = '42501'

/**
 * The SQLSTATE of an error: five characters (PostgreSQL, Appendix A). PGlite uses the same ones.
 */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether the same transaction is likely to succeed if it runs again: after a serialisation
 * failure, a deadlock, a plan that a migration made stale, or a statement that was not prepared as
 * `pg` assumed.
 */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01' || isMisprepared(state) || isStalePlan(error)
}

/** Whether a statement waited too long for a lock (`lock_timeout`). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Unavailable && sqlState(error.cause) === '55P03'
}

/**
 * Whether a transaction was rolled back, perhaps because it had too much to do. It did not wait for
 * a lock or for its turn.
 */
export const mayBeTooLarge = (error: unknown): boolean =>
  error instanceof Unavailable &&
  !(error instanceof Overloaded) &&
  !error.mayHaveCommitted &&
  !isLockTimeout(error)

/**
 * A prepared statement that does not exist, or already exists. `pg` sends a statement once with its
 * text, and at once further ones that refer to it by name. If the preparation fails (it waits for
 * locks), all of them fail, and the database executes none of them.
 */
function isMisprepared(state: string | undefined): boolean {
  return state === '26000' || state === '42P05'
}

/** A migration changed the columns of a prepared statement. It always fails on this connection. */
export function isStalePlan(error: unknown): boolean {
  return (
    sqlState(error) === '0A000' &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  )
}

/** Whether `begin read write` failed because the server is a standby, raw or translated. */
export function isOfStandby(error: unknown): boolean {
  const raw = error instanceof Unavailable ? error.cause : error
  return (
    sqlState(raw) === '0A000' &&
    raw instanceof Error &&
    'routine' in raw &&
    raw.routine === 'call_bool_check_hook'
  )
}

/** Whether a statement was refused because it writes, raw or translated. It was not executed. */
export const isReadOnly = (error: unknown): boolean =>
  sqlState(error instanceof Unavailable ? error.cause : error) === '25006'

/** Whether the error ended the session or the server, not only the statement. */
export function isFatal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'severity' in error &&
    (error.severity === 'FATAL' || error.severity === 'PANIC')
  )
}

/**
 * Marks the error of a transaction whose COMMIT was sent, if the outcome is unknown. It is known if
 * the database refused a statement or COMMIT itself: then nothing was committed.
 */
export function markCommitSent(error: unknown): void {
  if (!(error instanceof Unavailable)) return
  const isRefused = sqlState(error.cause) !== undefined && !isFatal(error.cause)
  error.mayHaveCommitted = !isRefused
}

/**
 * Whether a row could not be written because its user does not exist: the user was erased during
 * the request. By default PostgreSQL names a foreign key after its table and column.
 */
export const isUserGone = (error: unknown): boolean =>
  sqlState(error) === '23503' &&
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string' &&
  error.constraint.endsWith('_user_id_fkey')

/** Whether a row could not be inserted because there is one with the same key. */
export const isDuplicate = (error: unknown, constraint: string): boolean =>
  sqlState(error) === '23505' &&
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === constraint

/** Whether a row could not be written because this column has no value. */
export const isMissing = (error: unknown, table: string, column: string): boolean =>
  sqlState(error) === '23502' &&
  error instanceof Error &&
  'table' in error &&
  error.table === table &&
  'column' in error &&
  error.column === column

/**
 * Translates a database error for callers: to `Unavailable` if the database could not execute the
 * statement, else to the same error. Removes the properties that quote user input, because errors
 * are logged.
 */
export function translateError(error: unknown): unknown {
  const state = sqlState(error)
  if (state === undefined) return error
  Object.assign(error as Error, { detail: undefined, where: undefined, params: undefined })
  if (hasTooManyRecords(error)) return error
  const away =
    unavailable.has(state) || unavailableClasses.has(state.slice(0, 2)) || isOfStandby(error)
  return away ? new Unavailable(error) : error
}
