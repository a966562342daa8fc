import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { Client } from 'pg'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { templateFile, unpackTemplate } from '../../src/platform/database/embedded/template.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import type { PostgresOptions } from '../../src/platform/database/postgres/postgres.ts'
import type { OpenDatabase } from './inside.ts'
import { openPatiently } from './open-postgres.ts'
import { startCluster } from './postgres.ts'

export const migrations = new URL('../../migrations/', import.meta.url)

/** A database to run a suite on. */
export interface TestDatabase {
  readonly name: 'embedded' | 'PostgreSQL'
  /** Opens a migrated, otherwise empty one. Close it: an open one keeps its process alive. */
  open(): Promise<OpenDatabase>
  /** The same without any table. */
  openEmpty(): Promise<OpenDatabase>
}

const embedded: TestDatabase = {
  name: 'embedded',
  open: openTemplate,
  openEmpty: () => openEmbedded({ memory: true }),
}

const postgres: TestDatabase = {
  name: 'PostgreSQL',
  open: async () => openPostgresOn(await newDatabase()),
  openEmpty: async () => openPostgresOn(await newEmptyDatabase()),
}

/**
 * The databases that there are: always the embedded database, and PostgreSQL unless the machine has
 * none, or FOYER_TEST_DATABASES=embedded leaves it out.
 */
export async function databases(): Promise<TestDatabase[]> {
  return (await findServer()) ? [embedded, postgres] : [embedded]
}

/**
 * The databases of a suite: PostgreSQL, or the embedded database on a machine without it. The code
 * above the database is the same. FOYER_TEST_DATABASES=both runs every suite on both.
 */
export async function suiteDatabases(): Promise<readonly TestDatabase[]> {
  const found = await databases()
  return process.env.FOYER_TEST_DATABASES === 'both' ? found : found.slice(-1)
}

/** The database of a test that needs only one: PostgreSQL if available, because it costs less. */
export async function anyOne(): Promise<TestDatabase> {
  return (await findServer()) ? postgres : embedded
}

let image: Blob | undefined

/** Opens a new migrated embedded database in memory. */
export async function openTemplate(): Promise<OpenDatabase> {
  image ??= new Blob([zstdDecompressSync(readFileSync(templateFile()))])
  const db = await openEmbedded({ memory: true, template: image })
  await migrate(db, migrations)
  return db
}

/** Makes a migrated embedded database without users in a data directory. */
export function copyDatabaseInto(dataDir: string): void {
  unpackTemplate(join(dataDir, 'database'))
}

/** @returns the address of a new migrated database on the tests' PostgreSQL. */
export async function newDatabase(): Promise<string> {
  await findServer()
  return createDatabase(process.env.FOYER_TEST_TEMPLATE)
}

/** @returns the address of a new database without any table on the tests' PostgreSQL. */
export const newEmptyDatabase = (): Promise<string> => createDatabase('template0')

async function createDatabase(template = ''): Promise<string> {
  const server = await findServer()
  if (server === null) throw new Error('There is no PostgreSQL to test on.')
  const name = `foyer_test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes half of the processor time of logging all pages.
  await command(server, `create database ${name} template ${template} strategy file_copy`)
  return withDatabase(server, name)
}

export function openPostgresOn(
  url: string,
  options: Omit<PostgresOptions, 'url'> = { lanes: 2, transactions: 10 },
): Promise<OpenDatabase> {
  return openPatiently({ url, ...options })
}

let server: Promise<string | null> | undefined

/**
 * Finds the PostgreSQL of the tests: that of TEST_DATABASE_URL (with a role that may create
 * databases), otherwise one that this process starts. The processes of a run get it from
 * `global-setup.ts`. Without either, the tests on PostgreSQL are skipped with a warning. With CI
 * set, they fail.
 */
export function findServer(): Promise<string | null> {
  server ??= prepareServer()
  return server
}

async function prepareServer(): Promise<string | null> {
  const { FOYER_TEST_DATABASES, FOYER_TEST_TEMPLATE, TEST_DATABASE_URL } = process.env
  if (FOYER_TEST_DATABASES === 'embedded') return null
  // Autovacuum examines each of a hundred databases once a minute. None of them lives that long.
  const settings = { autovacuum: process.env.FOYER_SOAK === 'true' ? 'on' : 'off' }
  const url = TEST_DATABASE_URL ?? (await startCluster({ settings }))?.url()
  if (url === undefined) return null
  process.env.TEST_DATABASE_URL = url
  process.env.FOYER_TEST_TEMPLATE = FOYER_TEST_TEMPLATE ?? (await makeTemplate(url))
  return url
}

async function makeTemplate(url: string): Promise<string> {
  const name = `foyer_template_${process.pid}`
  await command(url, `create database ${name}`)
  const db = await openPatiently({ url: withDatabase(url, name), lanes: 1 })
  await migrate(db, migrations)
  await db.close()
  return name
}

/** Removes the template from a PostgreSQL that outlives the run. */
export async function dropTemplate(): Promise<void> {
  const { FOYER_TEST_TEMPLATE, TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL && FOYER_TEST_TEMPLATE)
    await command(TEST_DATABASE_URL, `drop database if exists ${FOYER_TEST_TEMPLATE}`)
}

async function command(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}
