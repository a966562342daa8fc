import { ApplicationRefused } from '../applications/applications.ts'
import { ConfigError } from '../config.ts'
import { WrongSecretKey } from '../installation/installation.ts'
import { DatabaseRefused } from '../installation/open.ts'
import { LineRefused } from '../listings/listings.ts'
import { VaultRefused } from '../payment-methods/vault.ts'
import { CardNumberRefused } from '../platform/card-number-guard.ts'
import { Unavailable } from '../platform/db.ts'
import { DirectoryInUse } from '../platform/lock.ts'
import { MigrationRefused } from '../platform/migrate.ts'
import { FilesDamaged } from '../platform/pglite.ts'
import { PortRefused } from '../platform/port.ts'
import { permissionDenied, sqlState } from '../platform/sqlstate.ts'
import { AccountRefused } from '../user/accounts.ts'

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
  CardNumberRefused,
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
