import { type OpenDatabase, Unavailable } from '../../platform/database/db.ts'
import { DirectoryInUse } from '../../platform/database/embedded/lock.ts'
import { filesDamaged, openEmbedded } from '../../platform/database/embedded/pglite.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { placeOf, splitHosts } from '../../platform/database/postgres/hosts.ts'
import type { PostgresOptions } from '../../platform/database/postgres/postgres.ts'
import { connectPatiently } from '../../platform/database/retry.ts'
import { permissionDenied, sqlState } from '../../platform/database/sqlstate.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { SecretKeys } from '../../platform/secrets/keys.ts'
import { readKeyFiles, removeFormerKeyFile } from '../secret-key/key-file.ts'
import { needsFormerKey, openSecretKeys, refuseOtherKeys } from '../secret-key/secret-key.ts'

/** An open database with all migrations applied, and the keys for the encrypted values in it. */
export interface Installation {
  readonly db: OpenDatabase
  readonly secretKey: SecretKeys
  /** The names of the migrations that were applied when it was opened. */
  readonly migrated: readonly string[]
  /** For people, in one line: the database is newer than the program. */
  readonly warning: string | undefined
}

/** Which database to open, and with which key. */
export interface InstallationSettings {
  /** If undefined, the embedded database in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: Omit<PostgresOptions, 'url'>
  readonly dataDir: string
  /** If undefined, as in development, a key is created and saved in `dataDir`. */
  readonly secretKey: string | undefined
  /** The former key, while a rotation needs it. */
  readonly formerSecretKey: string | undefined
}

/** The directory of the migrations. */
export const migrations = new URL('../../../migrations/', import.meta.url)

/** How the database is opened. */
export interface Opening {
  /** Whether it also migrates a PostgreSQL database that has migrations. */
  readonly migrates?: boolean
  /** How long to wait for a PostgreSQL that cannot be reached, in milliseconds. */
  readonly waitMs?: number
  /** Is called with a line for the log: while it waits, and when writes stop and continue. */
  readonly notice?: (text: string) => void
}

/** How often a start that waits says so, in milliseconds. */
const noticeEveryMs = 5_000

/**
 * Opens the configured database and applies the missing migrations. A refusal leaves the database
 * unchanged.
 * @throws {DirectoryInUse} if another process has the embedded database open
 * @throws {StartRefused} if the database cannot be reached, refuses the connection, does not fit
 *   this version of Foyer, lacks migrations that it does not apply, or was set up with another key
 */
export async function openInstallation(
  settings: InstallationSettings,
  opening: Opening = {},
): Promise<Installation> {
  const { waitMs = 0, notice } = opening
  const ends = performance.now() + waitMs
  let nextNotice = 0
  return connectPatiently(
    () => openOnce(settings, opening),
    (error) => {
      const reason = error instanceof StartRefused ? error.cause : error
      const now = performance.now()
      if (settings.databaseUrl === undefined || !(reason instanceof Unavailable) || now > ends)
        return false
      if (now > nextNotice) {
        nextNotice = now + noticeEveryMs
        const place = placeOf(settings.databaseUrl)
        notice?.(`Waiting for the database ${place}: ${reason.reason}`)
      }
      return true
    },
  )
}

async function openOnce(
  settings: InstallationSettings,
  { migrates = true, notice }: Opening,
): Promise<Installation> {
  const { databaseUrl: url, dataDir } = settings
  const db = await openDatabase(settings, notice)
  try {
    const secretKey = openKeys(settings)
    await refuseOtherKeys(db, secretKey)
    const onlyNew = !migrates && db.kind === 'postgres'
    const { applied: migrated, unknown } = await migrate(db, migrations, { onlyNew })
    await openSecretKeys(db, secretKey)
    // A rotation may have ended after the command that began it.
    if (settings.secretKey === undefined && !(await needsFormerKey(db, secretKey)))
      removeFormerKeyFile(dataDir)
    return { db, secretKey, migrated, warning: warningOf(unknown) }
  } catch (error) {
    await db.close()
    throw url === undefined ? refusalOfLocal(dataDir, error) : refusalOfRemote(url, error)
  }
}

const warningOf = (unknown: readonly string[]): string | undefined =>
  unknown.length === 0
    ? undefined
    : `The database is newer: it has ${unknown.join(', ')}, and still works with this version.`

/**
 * Opens the configured database, and changes nothing.
 * @throws {DirectoryInUse} if another process has the embedded database open
 * @throws {StartRefused} if the database cannot be reached or refuses the connection
 */
export const openDatabase = (
  settings: Pick<InstallationSettings, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  notice?: Opening['notice'],
): Promise<OpenDatabase> => {
  const { databaseUrl: url, databaseConnections, dataDir } = settings
  return url
    ? openRemote({ url, ...databaseConnections, ...(notice && { notice }) })
    : openLocal(dataDir)
}

/** Reads the configured keys. In development, it creates one if there is none. */
export const openKeys = (settings: InstallationSettings): SecretKeys =>
  new SecretKeys(() => configuredKeys(settings))

const configuredKeys = (settings: InstallationSettings): readonly string[] => {
  const { secretKey, formerSecretKey, dataDir } = settings
  if (secretKey === undefined) return readKeyFiles(dataDir)
  return formerSecretKey === undefined ? [secretKey] : [secretKey, formerSecretKey]
}

async function openRemote(options: PostgresOptions): Promise<OpenDatabase> {
  // Imported here, because with the embedded database nothing needs its 40 modules.
  const { openPostgres } = await import('../../platform/database/postgres/postgres.ts')
  try {
    return await openPostgres(options)
  } catch (error) {
    if (error instanceof StartRefused) throw error
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

/** Turns a missing privilege into a refusal with advice. Returns other errors unchanged. */
function refusalOfRemote(url: string, error: unknown): unknown {
  if (sqlState(error) !== permissionDenied) return error
  const reason = `${reasonOf(error)}${advice(error, url)}`
  return new StartRefused(`The database ${placeOf(url)} refused this: ${reason}`, { cause: error })
}

/**
 * Turns an error of PostgreSQL's class XX, such as a corrupt page or index, into a refusal. Returns
 * other errors unchanged.
 */
function refusalOfLocal(dataDir: string, error: unknown): unknown {
  return sqlState(error)?.startsWith('XX') ? filesDamaged(dataDir, error) : error
}

/** Returns how to grant a missing privilege. PostgreSQL's message names only the object. */
function advice(error: unknown, url: string): string {
  if (sqlState(error) !== permissionDenied) return ''
  const { username, pathname } = new URL(splitHosts(url).urls[0] ?? url)
  const [role, database] = [username, pathname.slice(1)].map(decodeURIComponent)
  const { message } = error as Error
  if (/for database/.test(message))
    return `. As its owner, run: grant connect on database "${database}" to "${role}"`
  if (/for schema|must be owner/.test(message))
    return (
      `. Only the owner can change tables: run "foyer migrate" once with the owner's DATABASE_URL. ` +
      `To make "${role}" the owner instead, run: grant usage, create on schema public to "${role}"`
    )
  return `. docs/service-role.sql lists the privileges that "${role}" needs. The owner of the tables grants them`
}

/** Returns the first line of the underlying error. It contains no part of a URL with a password. */
const reasonOf = (error: unknown): string => new Unavailable(error).reason
