import { Unavailable } from '../../platform/database/db.ts'
import { permissionDenied, sqlState } from '../../platform/database/sqlstate.ts'
import { type Faults, Refused, refusals } from '../../platform/errors/refusals.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { escapeForbidden } from '../../platform/text/text.ts'

/** @param text why the command fails, in one line */
export const commandRefused = (text: string): Refused =>
  new Refused(refusals.validation_failed, { text })

/** What is wrong with each property, in one line. */
const faultLine = (faults: Faults): string =>
  [...faults]
    .map(([name, messages]) => [name, messages.map((message) => say('en', ...message)).join(' ')])
    .map(([name, texts]) => (name === '' ? texts : `${name}: ${texts}`))
    .join(' ')

/** The message for an expected error, in one line. Undefined for an unexpected error. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Unavailable) return `${error.message} ${error.reason}`
  if (sqlState(error) === permissionDenied)
    return (
      `The database refused this: ${error.message}. ` +
      'See docs/service-role.sql for the privileges that the role needs.'
    )
  // An error of the file system, such as a missing permission. The message names the path.
  if ('syscall' in error && 'path' in error) return error.message
  if (error instanceof Refused && error.details.faults !== undefined)
    return escapeForbidden(faultLine(error.details.faults))
  const isExpected = error instanceof Refused || error instanceof StartRefused
  return isExpected ? error.message : undefined
}
