import { ConfigError } from '../../config/config.ts'
import { AccountRefused } from '../../identity/accounts/accounts.ts'
import { ApplicationRefused } from '../../identity/applications/applications.ts'
import { Unavailable } from '../../platform/database/db.ts'
import { DirectoryInUse } from '../../platform/database/embedded/lock.ts'
import { FilesDamaged } from '../../platform/database/embedded/pglite.ts'
import { MigrationRefused } from '../../platform/database/migrate.ts'
import { permissionDenied, sqlState } from '../../platform/database/sqlstate.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { PortRefused } from '../../platform/process/port.ts'
import { LineRefused } from '../../resources/listings/listings.ts'
import { VaultRefused } from '../../resources/payment-methods/vault/vault.ts'
import { WrongSecretKey } from '../../support/installation/installation.ts'
import { DatabaseRefused } from '../../support/installation/open.ts'

/** What was asked for cannot be done; the message says why, in one line. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

const foreseen = [
  CommandRefused,
  ConfigError,
  PortRefused,
  VaultRefused,
  DatabaseRefused,
  DirectoryInUse,
  WrongSecretKey,
  MigrationRefused,
  ApplicationRefused,
  AccountRefused,
  LineRefused,
  Refused,
  FilesDamaged,
]

/** The one line for an error that was to be expected; undefined for one that was not. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Unavailable) return `${error.message} ${error.reason}`
  if (sqlState(error) === permissionDenied)
    return `The database refuses: ${error.message}. The rights that its role needs are in docs/service-role.sql.`
  // An error of the file system, such as a missing right. The message names the path.
  if ('syscall' in error && 'path' in error) return error.message
  return foreseen.some((kind) => error instanceof kind) ? error.message : undefined
}
