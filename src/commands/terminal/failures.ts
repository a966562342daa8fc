import { Unavailable } from '../../platform/database/db.ts'
import { permissionDenied, sqlState } from '../../platform/database/sqlstate.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'

/** @param text why the command fails, in one line */
export const commandRefused = (text: string): Refused =>
  new Refused(refusals.validation_failed, { text })

/** The message for an expected error, in one line. Undefined for an unexpected error. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Unavailable) return `${error.message} ${error.reason}`
  if (sqlState(error) === permissionDenied)
    return (
      `The database refused this: ${error.message}. ` +
      'See docs/service-role.sql for the privileges that the role needs.'
    )
  // An error of the file system, such as a missing right. The message names the path.
  if ('syscall' in error && 'path' in error) return error.message
  const isExpected = error instanceof Refused || error instanceof StartRefused
  return isExpected ? error.message : undefined
}
