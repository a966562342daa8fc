import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import type { PostgresOptions } from '../../src/platform/database/postgres/postgres.ts'
import { forSuite } from './both-databases.ts'
import { openKept } from './kept-database.ts'
import { openPatiently } from './open-postgres.ts'
import { startCluster } from './postgres.ts'
import { empty, schemaOf } from './reset.ts'
import { retryBusy } from './retry-busy.ts'

export const migrations = new URL('../../migrations/', import.meta.url)

/** Where tests keep what they make once. */
export const cache = join(import.meta.dirname, '../../node_modules/.cache/foyer')

/** A database to run a suite on. */
export interface TestDatabase {
  readonly name: 'embedded' | 'PostgreSQL'
  /**
   * Opens a migrated, otherwise empty one. Close it: an open one keeps its process alive, and the
   * next test file can use a closed one again.
   */
  open(): Promise<OpenDatabase>
  /** The same without any table. */
  openEmpty(): Promise<OpenDatabase>
}

/**
 * The databases that every suite runs on: always the embedded database, and PostgreSQL if there is
 * one, unless FOYER_TEST_DATABASES=embedded excludes it.
 */
export async function databases(): Promise<TestDatabase[]> {
  const embedded: TestDatabase = {
    name: 'embedded',
    open: openMigratedEmbedded,
    openEmpty: () => openEmbeddedLike('empty', async () => {}),
  }
  const postgres: TestDatabase = {
    name: 'PostgreSQL',
    open: openMigratedPostgres,
    openEmpty: async () => openPostgresOn(await newEmptyDatabase()),
  }
  return (await serverUrl()) ? [embedded, postgres] : [embedded]
}

/**
 * The databases of a suite that runs on each database: both, or PostgreSQL alone
 * (`both-databases.ts`).
 */
export const suiteDatabases = async (): Promise<readonly TestDatabase[]> =>
  forSuite(await databases())

/** The database of a test that needs only one: PostgreSQL if available, because it costs less. */
export async function anyOne(): Promise<TestDatabase> {
  const database = (await databases()).at(-1)
  if (database === undefined) throw new Error('There is no database to test on.')
  return database
}

/** Opens a new migrated embedded database. */
export const openTemplate = (): Promise<OpenDatabase> =>
  openEmbeddedLike('migrated', (db) => migrate(db, migrations))

/** Whether other test files follow in this process. */
const isWorker = process.env.FOYER_TEST_QUEUE !== undefined

function openMigratedEmbedded(): Promise<OpenDatabase> {
  return isWorker ? openKept(openTemplate) : openTemplate()
}

/** Databases on PostgreSQL that no test uses at the moment, with their schemas. */
const unused: { url: string; schema: string }[] = []

async function openMigratedPostgres(): Promise<OpenDatabase> {
  for (let known = unused.pop(); known; known = unused.pop()) {
    const db = await openPostgresOn(known.url)
    await retryBusy(() => empty(db))
    if ((await retryBusy(() => schemaOf(db))) === known.schema) return reusable(db, known)
    await db.close()
  }
  const url = await newDatabase()
  const db = await openPostgresOn(url)
  return reusable(db, { url, schema: await retryBusy(() => schemaOf(db)) })
}

function reusable(db: OpenDatabase, known: (typeof unused)[number]): OpenDatabase {
  let isOpen = true
  const close = async () => {
    await db.close()
    if (isOpen) unused.push(known)
    isOpen = false
  }
  return { ...db, close }
}

/** @returns the address of a new migrated database on the tests' PostgreSQL. */
export async function newDatabase(): Promise<string> {
  const template = `foyer_template_${databaseFingerprint()}`
  return createDatabase(template, async (client, server) => {
    // Only one test process at a time does this, so that the template is made once.
    await client.query('select pg_advisory_lock(70177)')
    const known = await client.query('select 1 from pg_database where datname = $1', [template])
    if (known.rowCount === 0) await makeTemplate(client, server, template)
  })
}

/** @returns the address of a new database without any table on the tests' PostgreSQL. */
export function newEmptyDatabase(): Promise<string> {
  return createDatabase('template0', async () => {})
}

async function createDatabase(
  template: string,
  prepare: (client: Client, server: string) => Promise<void>,
): Promise<string> {
  const server = await serverUrl()
  if (!server) throw new Error('There is no PostgreSQL to test on.')
  const name = `foyer_test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await prepare(client, server)
    // Copying the files takes half of the processor time of logging all pages.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  return withDatabase(server, name)
}

export function openPostgresOn(
  url: string,
  options: Omit<PostgresOptions, 'url'> = { lanes: 2, transactions: 10 },
): Promise<OpenDatabase> {
  return openPatiently({ url, ...options })
}

/**
 * Makes the template under another name until it is complete, so an unfinished template is never
 * used.
 */
async function makeTemplate(client: Client, server: string, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`
  await client.query(`drop database if exists ${unfinished}`)
  await client.query(`create database ${unfinished}`)
  const db = await openPatiently({ url: withDatabase(server, unfinished), lanes: 1 })
  await migrate(db, migrations)
  await db.close()
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}

/**
 * The PostgreSQL of TEST_DATABASE_URL (with a role that may create databases), otherwise one that
 * this process starts. Without either, the tests on PostgreSQL are skipped with a warning. With CI
 * set, they fail.
 */
let server: Promise<string | null> | undefined

function serverUrl(): Promise<string | null> {
  server ??= findServer()
  return server
}

async function findServer(): Promise<string | null> {
  if (process.env.FOYER_TEST_DATABASES === 'embedded') return null
  const given = process.env.TEST_DATABASE_URL
  if (given) return given
  const cluster = await startCluster()
  return cluster === null ? null : cluster.url()
}

/**
 * Opens an embedded database with stored initial contents. Creating these takes seconds, loading
 * them less than a second, so they are kept between runs.
 */
async function openEmbeddedLike(
  name: string,
  prepare: (db: OpenDatabase) => Promise<unknown>,
): Promise<OpenDatabase> {
  const file = join(cache, `${name}-${databaseFingerprint()}.tar`)
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true })
    const db = await openEmbedded({ memory: true })
    await prepare(db)
    await dropTemplates(db)
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await (await db.dump()).arrayBuffer()))
    publish(unfinished, file)
    await db.close()
  }
  return openEmbedded({ memory: true, template: await openAsBlob(file) })
}

/**
 * Gives a finished file its name, unless another process was faster. An existing file is not
 * replaced, because processes that have opened it could no longer read it.
 */
function publish(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  rmSync(unfinished)
}

/**
 * Copies a migrated embedded database without users into a data directory. A first start then takes
 * half the time.
 */
export async function copyDatabaseInto(dataDir: string): Promise<void> {
  image ??= makeImage()
  cpSync(await image, join(dataDir, 'database'), { recursive: true })
}

/** The directory to copy. Several tests of a file may request it at the same time. */
let image: Promise<string> | undefined

async function makeImage(): Promise<string> {
  const place = join(cache, `directory-${databaseFingerprint()}`)
  if (existsSync(place)) return place
  const unfinished = `${place}.${process.pid}`
  const db = await openEmbedded({ dataDir: unfinished })
  await migrate(db, migrations)
  await dropTemplates(db)
  await db.close()
  try {
    renameSync(join(unfinished, 'database'), place)
  } catch (error) {
    // Another process may have finished first. Its copy is the same.
    if (!existsSync(place)) throw error
  }
  rmSync(unfinished, { recursive: true })
  return place
}

/** Removes PostgreSQL's template databases: they are two thirds of all files, and never used. */
async function dropTemplates(db: OpenDatabase): Promise<void> {
  await db.script('update pg_database set datistemplate = false, datallowconn = true')
  for (const name of ['template0', 'template1']) await db.script(`drop database if exists ${name}`)
}

/**
 * A digest of the migrations and of the embedded database's version. When it changes, a new
 * template is made.
 */
export function databaseFingerprint(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrations).sort())
    hash.update(file).update(readFileSync(new URL(file, migrations)))
  hash.update(readFileSync(new URL('../../package-lock.json', import.meta.url)))
  return hash.digest('hex').slice(0, 12)
}
