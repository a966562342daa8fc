import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Move, TableDigest } from '../../platform/database/embedded/move.ts'
import type { AloneContext, Command, Outcome } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { pairs } from '../terminal/layout.ts'

/** Copies everything from the embedded database to PostgreSQL. */
export const move: Command = {
  name: 'move',
  summary: 'Copy everything from the embedded database to a new PostgreSQL database',
  acts: true,
  options: {
    to: {
      value: 'URL',
      required: true,
      help: 'The new database, as DATABASE_URL, with a role that may create tables in it',
    },
  },
  notes: [
    'Stop the service first. The copy is compared with the original before anything is committed, so',
    'after an interruption the new database is empty: run the command again. The embedded database',
    'stays as it is.',
  ],
  stopsOnInterrupt: true,
  example: '--to postgres://foyer_owner@db.example/foyer',
  alone: (values, context) => moveTo(values.required('to'), context),
  async run(db) {
    throw commandRefused(
      db.kind === 'postgres'
        ? isConfigured
        : 'Stop the service first: what it writes meanwhile would be missing in the copy.',
    )
  },
}

const isConfigured = 'DATABASE_URL is set. Leave it out: this command copies the embedded database.'

/** The SQLSTATE of a row whose key is there already. */
const uniqueViolation = '23505'

async function moveTo(to: string, { env, signal, progress }: AloneContext): Promise<Outcome> {
  const { readConfig } = await import('../../config/config.ts')
  const { checkDatabaseUrl } = await import('../../config/values.ts')
  const { moveLimits } = await import('../../platform/database/embedded/move.ts')
  const { openDatabase } = await import('../../support/installation/open.ts')
  const { databaseUrl: url, secretKey, ...settings } = readConfig(env)
  if (url !== undefined) throw commandRefused(isConfigured)
  checkDatabaseUrl('--to', to)
  const { dataDir } = settings
  if (!existsSync(join(dataDir, 'database')))
    throw commandRefused(`There is no database in ${dataDir}.`)
  const from = await openDatabase({ ...settings, databaseUrl: undefined })
  try {
    const databaseConnections = { ...settings.databaseConnections, bulkLimits: moveLimits }
    const target = await openDatabase({ ...settings, databaseUrl: to, databaseConnections })
    try {
      return outcomeOf(await copy({ from, to: target, signal, progress }), secretKey !== undefined)
    } finally {
      await target.close()
    }
  } finally {
    await from.close()
  }
}

/** Copies everything, unless it is there already. */
async function copy(work: Move): Promise<readonly TableDigest[]> {
  const { from, to } = work
  const { migrations } = await import('../../support/installation/open.ts')
  const { migrate } = await import('../../platform/database/migrate.ts')
  const { digestDatabase, moveRows, RowsDiffer } = await import(
    '../../platform/database/embedded/move.ts'
  )
  const { sqlState } = await import('../../platform/database/sqlstate.ts')
  const { record } = await import('../../support/audit/audit.ts')
  await migrate(from, migrations)
  await migrate(to, migrations, { onlyNew: true })
  const there = await digestDatabase(to)
  const filled = there.filter(({ rows }) => rows > 0).map(({ table }) => table)
  if (filled.length > 0) {
    if (isDeepStrictEqual(there, await digestDatabase(from))) return there
    throw commandRefused(`The new database is not empty: ${filled.join(', ')}. Create another one.`)
  }
  await from.transaction((tx) => record(tx, { userId: null, action: 'database.moved' }))
  try {
    return await moveRows(work)
  } catch (error) {
    if (sqlState(error) === uniqueViolation)
      throw commandRefused(
        'The new database got rows from elsewhere meanwhile. Nothing was copied.',
      )
    if (!(error instanceof RowsDiffer)) throw error
    throw commandRefused(`${error.message} Nothing was copied.`)
  }
}

function outcomeOf(tables: readonly TableDigest[], hasKeySetting: boolean): Outcome {
  const counts = {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  }
  const key = hasKeySetting
    ? 'the same SECRET_KEY.'
    : 'the same DATA_DIR, for its secret.key. In production, SECRET_KEY is the content of that file.'
  const text = `Both databases are equal. Start the service with the new DATABASE_URL and ${key}`
  return { json: counts, text: [pairs(counts), '', text].join('\n') }
}
