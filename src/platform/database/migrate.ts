import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../errors/start-refused.ts'
import { type OpenDatabase, type Queryable, Unavailable } from './db.ts'
import { sql } from './sql.ts'
import { isConflict, isDuplicate, sqlState } from './sqlstate.ts'

interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  /**
   * The number of an earlier migration. Programs that have that one work with a database that has
   * this one. Null if no program without this one works with it.
   */
  readonly works_with: number | null
  readonly text: string
}

/**
 * How often a migration that cannot get its locks is tried, and the pause between, in milliseconds.
 */
const maxAttempts = 5
const pauseMs = 500

/**
 * Brings the schema up to date: applies each missing `NNNN_name.sql` of `directory`, in order. Each
 * runs in one transaction with its row in `schema_migrations`. The transaction locks that table
 * first, so of two instances that start at the same time the second waits for the first, and then
 * skips the migration.
 * @throws {StartRefused} when the database is newer than the program and does not work with it, or
 * an applied file has changed. With `onlyNew`, also when a database that is not new lacks a
 * migration.
 * @throws {Unavailable} when a migration does not get its locks in time.
 */
export async function migrate(
  db: OpenDatabase,
  directory: URL,
  { onlyNew = false } = {},
): Promise<Migrated> {
  const migrations = await readMigrations(directory)
  const known = await applied(db)
  refuseMismatches(migrations, known)
  const pending = migrations.filter(({ version }) => !known.has(version))
  if (onlyNew && known.size > 0 && pending.length > 0)
    throw new StartRefused(
      `Migrations are not applied yet: ${pending.map(nameOf).join(', ')}. Run "foyer migrate" first.`,
    )
  const done: string[] = []
  for (const migration of pending) if (await apply(db, migration)) done.push(migration.name)
  return { applied: done, unknown: unknownAmong(known.values(), migrations).map(nameOf) }
}

/** The result of a call. The names of migrations. */
export interface Migrated {
  /** Those that this call applied. */
  readonly applied: readonly string[]
  /** Those that this program lacks. It works with the database all the same. */
  readonly unknown: readonly string[]
}

/** How a database and the migrations of this program differ. The names of migrations. */
export interface MigrationState {
  /** Migrations that the database lacks. */
  readonly pending: readonly string[]
  /** Migrations of the database that this program does not have: the database is newer. */
  readonly unknown: readonly string[]
  /** Those of them that do not work with this program. */
  readonly unusable: readonly string[]
  /** Applied migrations whose file has changed since. */
  readonly changed: readonly string[]
}

/** Compares a database with the migrations of a directory. Changes nothing. */
export async function compareMigrations(db: Queryable, directory: URL): Promise<MigrationState> {
  const ours = await readMigrations(directory)
  const known = new Map((await listApplied(db)).map((row) => [row.version, row]))
  const unknown = unknownAmong(known.values(), ours)
  return {
    pending: ours.filter(({ version }) => !known.has(version)).map(nameOf),
    unknown: unknown.map(nameOf),
    unusable: unknown.filter((row) => !worksWith(row, ours)).map(nameOf),
    changed: ours
      .filter(({ version, checksum }) => (known.get(version)?.checksum ?? checksum) !== checksum)
      .map(nameOf),
  }
}

/** Those of the applied migrations that a program with `ours` does not have. */
function unknownAmong(known: Iterable<Applied>, ours: readonly Migration[]): Applied[] {
  const versions = new Set(ours.map(({ version }) => version))
  return [...known].filter(({ version }) => !versions.has(version))
}

/** Whether a program with `ours` works with an applied migration that it does not have. */
const worksWith = ({ works_with }: Applied, ours: readonly Migration[]): boolean =>
  ours.some(({ version }) => version === works_with)

const nameOf = ({ name }: Pick<Migration, 'name'>): string => name

/** Older databases do not have the column `works_with`. */
const selectApplied = sql`
  select version, name, checksum, (to_jsonb(m) ->> 'works_with')::integer as works_with
  from schema_migrations m order by version`

/** Lists the applied migrations. Empty if the database has no table of them. */
export async function listApplied(db: Queryable): Promise<Applied[]> {
  try {
    return await db.query<Applied>(selectApplied)
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error
    return []
  }
}

const undefinedTable = '42P01'

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
  const [, worksWith] = /^-- Works with programs that have (\d{4})\.$/m.exec(text) ?? []
  const works_with = worksWith === undefined ? null : Number(worksWith)
  return { version: Number(version), name, checksum, works_with, text }
}

const asDirectory = (url: URL) => (url.href.endsWith('/') ? url : new URL(`${url.href}/`))

export type Applied = Omit<Migration, 'text'>

async function applied(db: OpenDatabase): Promise<Map<number, Applied>> {
  const list = () => db.query<Applied>(selectApplied)
  const rows = await list().catch(async (error) => {
    if (sqlState(error) !== '42P01') throw error
    await createLedger(db)
    return list()
  })
  return new Map(rows.map((row) => [row.version, row]))
}

/** The errors of a session that creates what another session has just created. */
const alreadyExists = ['23505', '42P07', '42710']

/**
 * Creates the table of applied migrations. `if not exists` alone is not safe with two sessions: the
 * slower one can fail on the unique keys of PostgreSQL's catalogue, or on the type of the rows.
 */
async function createLedger(db: OpenDatabase): Promise<void> {
  const create = () =>
    db.script(`create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      works_with integer
    )`)
  await create().catch((error) => {
    if (!alreadyExists.includes(sqlState(error) ?? '')) throw error
    return create()
  })
}

function refuseMismatches(
  migrations: readonly Migration[],
  known: ReadonlyMap<number, Applied>,
): void {
  const ours = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const row of known.values()) {
    const mine = ours.get(row.version)
    if (mine === undefined && !worksWith(row, migrations))
      throw new StartRefused(
        `The database has the migration ${row.name}, which this version of Foyer does not have. Use a newer version.`,
      )
    if (mine !== undefined && mine.checksum !== row.checksum)
      throw new StartRefused(
        `The migration ${mine.name} was changed after it was applied. Undo the change and add a new migration.`,
      )
  }
}

/**
 * Retries until the migration gets its locks. A deadlock with requests of other instances is such a
 * failure, too.
 * @returns `false` if another instance applied it
 */
async function apply(db: OpenDatabase, migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.script(inOneTransaction(migration))
      return true
    } catch (error) {
      if (isAlreadyApplied(error)) return false
      const mayRetry = error instanceof Unavailable || isConflict(error)
      if (!mayRetry || attempt === maxAttempts) throw error
      await pause(pauseMs * (1 + Math.random()))
    }
  }
}

/**
 * Several statements sent as one text run in one transaction. The lock of the table may wait for
 * the migration of another instance. If the insert waited instead, it would hold a weaker lock, and
 * a migration that alters this table would end in a deadlock. The other statements wait only
 * briefly for locks, because all later statements on a table queue behind a waiting `alter table`.
 */
function inOneTransaction({ version, name, checksum, works_with, text }: Migration): string {
  // Older databases do not have the column yet.
  const [column, value] = works_with === null ? ['', ''] : [', works_with', `, ${works_with}`]
  return `
    set local lock_timeout = '60s';
    lock table schema_migrations in share row exclusive mode;
    insert into schema_migrations (version, name, checksum${column})
      values (${version}, '${name}', '${checksum}'${value});
    set local lock_timeout = '2s';
    ${text}
    ;`
}

const isAlreadyApplied = (error: unknown): boolean => isDuplicate(error, 'schema_migrations_pkey')
