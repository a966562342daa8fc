import { Unavailable } from './db.ts'

/** Shutdown, crash, start-up, cancelled by a time-out, no lock in time, read-only after a fail-over. */
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
/** Connection lost, out of room or connections, and the operating system's own errors. */
const unavailableClasses = new Set(['08', '53', '58'])

/** The role lacks a right. */
export const permissionDenied = '42501'

/** The five characters with which PostgreSQL, and PGlite likewise, names an error (its Appendix A). */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether running the same transaction again may well succeed: a serialisation failure, a deadlock, a plan
 * that a migration made stale, or a statement that was not prepared as `pg` thought.
 */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01' || isMisprepared(state) || isStalePlan(error)
}

/**
 * A prepared statement that does not exist, or exists already. Behind a statement that `pg` has sent for
 * preparation it sends others of the same name without; preparation can fail (it waits for locks), and all of them
 * with it. None was carried out.
 */
function isMisprepared(state: string | undefined): boolean {
  return state === '26000' || state === '42P05'
}

/** A prepared statement whose columns a migration has changed; on its connection it always fails. */
export function isStalePlan(error: unknown): boolean {
  return (
    sqlState(error) === '0A000' &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  )
}

/** Whether the error ended the session or the server, not only the statement. */
export function isFatal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'severity' in error &&
    (error.severity === 'FATAL' || error.severity === 'PANIC')
  )
}

/**
 * The error as callers are to see it: `Unavailable` when the database could not, else itself, without the
 * parts that quote what people wrote, for errors end in logs.
 */
export function translateError(error: unknown): unknown {
  const state = sqlState(error)
  if (state === undefined) return error
  Object.assign(error as Error, { detail: undefined, where: undefined, params: undefined })
  const away = unavailable.has(state) || unavailableClasses.has(state.slice(0, 2))
  return away ? new Unavailable(error) : error
}
