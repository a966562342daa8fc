import { type OpenDatabase, Unavailable } from '../../platform/database/db.ts'
import { DirectoryInUse } from '../../platform/database/embedded/lock.ts'
import { filesDamaged, openEmbedded } from '../../platform/database/embedded/pglite.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openPostgres, type PostgresOptions } from '../../platform/database/postgres/postgres.ts'
import { permissionDenied, sqlState } from '../../platform/database/sqlstate.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { checkSecretKey, developmentSecretKey, refuseOtherKey } from './installation.ts'

/** A database that is up to date, and the key to what is sealed in it. */
export interface Installation {
  readonly db: OpenDatabase
  readonly secretKey: string
  /** The names of the migrations that opening it has applied. */
  readonly migrated: readonly string[]
}

/** Which database to open, and with which key. */
export interface InstallationSettings {
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: Omit<PostgresOptions, 'url'>
  readonly dataDir: string
  /** Absent in development: one is made and kept in `dataDir`. */
  readonly secretKey: string | undefined
}

const migrations = new URL('../../../migrations/', import.meta.url)

/**
 * Opens the database that is configured and brings it up to date. A refusal leaves it as it was.
 * @throws {DirectoryInUse} when another process has the embedded one open
 * @throws {StartRefused} when it cannot be reached, does not let us in, does not fit this program, or was set up with
 *   another key
 */
export async function openInstallation(settings: InstallationSettings): Promise<Installation> {
  const { databaseUrl: url, databaseConnections, dataDir } = settings
  const db = await (url ? openRemote({ url, ...databaseConnections }) : openLocal(dataDir))
  try {
    const secretKey = settings.secretKey ?? developmentSecretKey(dataDir)
    await refuseOtherKey(db, secretKey)
    const migrated = await migrate(db, migrations)
    await checkSecretKey(db, secretKey)
    return { db, secretKey, migrated }
  } catch (error) {
    await db.close()
    throw url === undefined ? localRefusal(dataDir, error) : remoteRefusal(url, error)
  }
}

async function openRemote(options: PostgresOptions): Promise<OpenDatabase> {
  try {
    return await openPostgres(options)
  } catch (error) {
    const failed = error instanceof Unavailable ? 'cannot be reached' : 'refuses the connection'
    const reason = `${reasonOf(error)}${advice(error, options.url)}`
    throw new StartRefused(`The database ${placeOf(options.url)} ${failed}: ${reason}`, {
      cause: error,
    })
  }
}

async function openLocal(dataDir: string): Promise<OpenDatabase> {
  try {
    return await openEmbedded({ dataDir })
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error
    throw new StartRefused(
      `The embedded database in ${dataDir} cannot be opened: ${reasonOf(error)}`,
      { cause: error },
    )
  }
}

const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Explains a missing right in one line. Returns other errors unchanged. */
function remoteRefusal(url: string, error: unknown): unknown {
  if (sqlState(error) !== permissionDenied) return error
  const reason = `${reasonOf(error)}${advice(error, url)}`
  return new StartRefused(`The database ${placeOf(url)} refused this: ${reason}`, { cause: error })
}

/** PostgreSQL's class XX, such as a corrupt page or index. */
function localRefusal(dataDir: string, error: unknown): unknown {
  return sqlState(error)?.startsWith('XX') ? filesDamaged(dataDir, error) : error
}

/** How to grant a missing right: PostgreSQL's message only names the object. */
function advice(error: unknown, url: string): string {
  if (sqlState(error) !== permissionDenied) return ''
  const { username, pathname } = new URL(url)
  const [role, database] = [username, pathname.slice(1)].map(decodeURIComponent)
  const { message } = error as Error
  if (/for database/.test(message))
    return `. Its owner allows it: grant connect on database "${database}" to "${role}"`
  if (/for schema|must be owner/.test(message))
    return `. Tables are made by their owner: run "foyer migrate" once with the owner's DATABASE_URL, or, to make "${role}" the owner: grant usage, create on schema public to "${role}"`
  return `. The rights that "${role}" needs are in docs/service-role.sql; the owner of the tables grants them`
}

/** The first line of the underlying error. It contains no part of a URL with a password. */
const reasonOf = (error: unknown): string => new Unavailable(error).reason
