import type { Config } from '../config.ts'
import { type OpenDatabase, Unavailable } from '../platform/db.ts'
import { DirectoryInUse } from '../platform/lock.ts'
import { migrate } from '../platform/migrate.ts'
import { openEmbedded } from '../platform/pglite.ts'
import { openPostgres, type PostgresOptions } from '../platform/postgres.ts'
import { checkSecretKey, developmentSecretKey, refuseOtherKey } from './installation.ts'

/** A database that is up to date, and the key to what is sealed in it. */
export interface Installation {
  readonly db: OpenDatabase
  readonly secretKey: string
  /** The names of the migrations that opening it has applied. */
  readonly migrated: readonly string[]
}

/** The database cannot be opened; the message says why, in one line. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

const migrations = new URL('../../migrations/', import.meta.url)

/**
 * Opens the database that is configured and brings it up to date. A refusal leaves it as it was.
 * @throws {DirectoryInUse} when another process has the embedded one open
 * @throws {DatabaseRefused} when it cannot be reached or does not let us in
 * @throws {WrongSecretKey}
 * @throws {MigrationRefused} when it does not fit this program
 */
export async function openInstallation(config: Config): Promise<Installation> {
  const { databaseUrl: url, databaseConnections, dataDir } = config
  const db = await (url ? openRemote({ url, ...databaseConnections }) : openLocal(dataDir))
  try {
    const secretKey = config.secretKey ?? developmentSecretKey(dataDir)
    await refuseOtherKey(db, secretKey)
    const migrated = await migrate(db, migrations)
    await checkSecretKey(db, secretKey)
    return { db, secretKey, migrated }
  } catch (error) {
    await db.close()
    throw error
  }
}

async function openRemote(options: PostgresOptions): Promise<OpenDatabase> {
  try {
    return await openPostgres(options)
  } catch (error) {
    const { host, pathname } = new URL(options.url)
    const failed = error instanceof Unavailable ? 'cannot be reached' : 'does not let us in'
    throw new DatabaseRefused(`The database ${host}${pathname} ${failed}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

async function openLocal(dataDir: string): Promise<OpenDatabase> {
  try {
    return await openEmbedded({ dataDir })
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error
    throw new DatabaseRefused(
      `The embedded database in ${dataDir} cannot be opened: ${reasonOf(error)}`,
      { cause: error },
    )
  }
}

/** The first line of what went wrong at the bottom: no part of an address with its password. */
const reasonOf = (error: unknown): string => new Unavailable(error).reason
