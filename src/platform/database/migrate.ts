import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../errors/start-refused.ts'
import { type OpenDatabase, type Queryable, Unavailable } from './db.ts'
import { sql } from './sql.ts'
import { isDuplicate, sqlState } from './sqlstate.ts'

interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly text: string
}

/**
 * How often a migration that cannot get its locks is tried, and the pause between, in milliseconds.
 */
const maxAttempts = 5
const pauseMs = 500

/**
 * Brings the schema up to date: applies each missing `NNNN_name.sql` of `directory`, in order. Each
 * runs in one transaction with its row in `schema_migrations`. The row is inserted first, so of two
 * instances that start at the same time the second waits for the first, and then skips the
 * migration.
 * @returns the names of the migrations that this call applied.
 * @throws {StartRefused} when the database is newer than the program, or an applied file has
 * changed.
 * @throws {Unavailable} when a migration does not get its locks in time.
 */
export async function migrate(db: OpenDatabase, directory: URL): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const known = await applied(db)
  refuseMismatches(migrations, known)
  const done: string[] = []
  for (const migration of migrations)
    if (!known.has(migration.version) && (await apply(db, migration))) done.push(migration.name)
  return done
}

/** How a database and the migrations of this program differ. The names of migrations. */
export interface MigrationState {
  /** Migrations that the database lacks. */
  readonly pending: readonly string[]
  /** Migrations of the database that this program does not have: the database is newer. */
  readonly unknown: readonly string[]
  /** Applied migrations whose file has changed since. */
  readonly changed: readonly string[]
}

/** Compares a database with the migrations of a directory. Changes nothing. */
export async function compareMigrations(db: Queryable, directory: URL): Promise<MigrationState> {
  const ours = await readMigrations(directory)
  const known = new Map((await listApplied(db)).map((row) => [row.version, row]))
  const versions = new Set(ours.map(({ version }) => version))
  return {
    pending: ours.filter(({ version }) => !known.has(version)).map(({ name }) => name),
    unknown: [...known.values()].filter(({ version }) => !versions.has(version)).map(nameOf),
    changed: ours
      .filter(({ version, checksum }) => (known.get(version)?.checksum ?? checksum) !== checksum)
      .map(nameOf),
  }
}

const nameOf = ({ name }: Pick<Migration, 'name'>): string => name

/** Lists the applied migrations. Empty if the database has no table of them. */
export async function listApplied(db: Queryable): Promise<Applied[]> {
  try {
    return await db.query<Applied>(sql`
      select version, name, checksum from schema_migrations order by version`)
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error
    return []
  }
}

const undefinedTable = '42P01'

/** The names of the migrations in a directory, in order. */
export const migrationNames = async (directory: URL): Promise<string[]> =>
  (await readMigrations(directory)).map(nameOf)

async function readMigrations(directory: URL): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(directory, file)))
  const versions = new Set(migrations.map(({ version }) => version))
  if (versions.size < migrations.length)
    throw new StartRefused('Two migrations have the same number.')
  return migrations
}

async function readMigration(directory: URL, file: string): Promise<Migration> {
  const [, name, version] = /^((\d{4})_[a-z0-9_]+)\.sql$/.exec(file) ?? []
  if (name === undefined)
    throw new StartRefused(`The migration file ${file} must have a name such as 0001_users.sql.`)
  const text = (await readFile(new URL(file, asDirectory(directory)), 'utf8')).replaceAll(
    '\r\n',
    '\n',
  )
  const checksum = createHash('sha256').update(text).digest('hex')
  return { version: Number(version), name, checksum, text }
}

const asDirectory = (url: URL) => (url.href.endsWith('/') ? url : new URL(`${url.href}/`))

export type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>

async function applied(db: OpenDatabase): Promise<Map<number, Applied>> {
  const list = () => db.query<Applied>(sql`select version, name, checksum from schema_migrations`)
  const rows = await list().catch(async (error) => {
    if (sqlState(error) !== '42P01') throw error
    await createLedger(db)
    return list()
  })
  return new Map(rows.map((row) => [row.version, row]))
}

/**
 * Creates the table of applied migrations. `if not exists` alone is not safe with two sessions: the
 * slower one can fail on the unique keys of PostgreSQL's catalogue.
 */
async function createLedger(db: OpenDatabase): Promise<void> {
  const create = () =>
    db.script(`create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  await create().catch((error) => {
    if (sqlState(error) !== '23505' && sqlState(error) !== '42P07') throw error
    return create()
  })
}

function refuseMismatches(
  migrations: readonly Migration[],
  known: ReadonlyMap<number, Applied>,
): void {
  const ours = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of known.values()) {
    const mine = ours.get(version)
    if (mine === undefined)
      throw new StartRefused(
        `The database has the migration ${name}, which this version of Foyer does not have. Use a newer version.`,
      )
    if (mine.checksum !== checksum)
      throw new StartRefused(
        `The migration ${mine.name} was changed after it was applied. Undo the change and add a new migration.`,
      )
  }
}

/** Retries until the migration gets its locks. @returns `false` if another instance applied it */
async function apply(db: OpenDatabase, migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.script(inOneTransaction(migration))
      return true
    } catch (error) {
      if (isAlreadyApplied(error)) return false
      if (!(error instanceof Unavailable) || attempt === maxAttempts) throw error
      await pause(pauseMs * (1 + Math.random()))
    }
  }
}

/**
 * Several statements sent as one text run in one transaction. The first one may wait for the
 * migration of another instance. The others wait only briefly for locks, because all later
 * statements on a table queue behind a waiting `alter table`.
 */
function inOneTransaction({ version, name, checksum, text }: Migration): string {
  return `
    set local lock_timeout = '60s';
    insert into schema_migrations (version, name, checksum) values (${version}, '${name}', '${checksum}');
    set local lock_timeout = '2s';
    ${text}
    ;`
}

const isAlreadyApplied = (error: unknown): boolean => isDuplicate(error, 'schema_migrations_pkey')
