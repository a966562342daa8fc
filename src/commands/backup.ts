import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import type { OpenDatabase } from '../platform/database/db.ts'
import { argument, type Command, type Outcome, type Values } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'

/** PostgreSQL has tools of its own, which know all of its files. */
const postgresTools =
  'With PostgreSQL, use its own tools: pg_dump --format=custom --file=foyer.dump ' +
  '"$DATABASE_URL", or pg_basebackup for the whole server. Keep SECRET_KEY elsewhere.'
const postgresRestore =
  'With PostgreSQL, use its own tools: pg_restore --clean --if-exists ' +
  '--dbname="$DATABASE_URL" foyer.dump.'

const backup: Command = {
  name: 'backup',
  summary: 'Back up the embedded database to a file, also while the service runs',
  argument: 'FILE',
  acts: true,
  options: {},
  notes: [
    'The file has the database, and in development the secret key and the demo. It does not have the',
    'setting SECRET_KEY. Only its owner can read it. An existing file is replaced.',
  ],
  example: 'foyer.backup',
  async alone(values, { env, directory }) {
    const { readConfig } = await import('../config/config.ts')
    const config = readConfig(env)
    if (config.databaseUrl !== undefined) throw commandRefused(postgresTools)
    if (!existsSync(join(config.dataDir, 'database')))
      throw commandRefused(`There is no database in ${config.dataDir}.`)
    const { openEmbedded } = await import('../platform/database/embedded/pglite.ts')
    const db = await openEmbedded({ dataDir: config.dataDir })
    try {
      return await writeTo(db, values, { config, directory })
    } finally {
      await db.close()
    }
  },
  run: (db, values, context) => writeTo(db, values, context),
}

async function writeTo(
  db: OpenDatabase,
  values: Values,
  { config, directory }: { readonly config: Config; readonly directory: string },
): Promise<Outcome> {
  const { writeBackup } = await import('../support/backup/backup.ts')
  const file = resolve(directory, values.required(argument))
  const { dataDir, secretKey } = config
  const deps = { db, clock: systemClock, dataDir, secretKey }
  const { manifest, bytes } = await writeBackup(deps, file)
  const key = manifest.has_secret_key
    ? 'The secret key of this data directory is in the file.'
    : 'SECRET_KEY is not in the file. You need it to use the backup: keep it elsewhere.'
  return { json: { file, bytes, ...manifest }, text: `Wrote ${file} (${bytes} bytes).\n${key}` }
}

const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup of the embedded database into DATA_DIR; stop the service first',
  argument: 'FILE',
  acts: true,
  options: {
    force: { help: 'Replace the database in DATA_DIR. The old one is kept beside it' },
  },
  notes: ['With the setting SECRET_KEY, it also checks that the backup belongs to this key.'],
  example: 'foyer.backup',
  async alone(values, { env, directory }) {
    const { readConfig } = await import('../config/config.ts')
    const { DirectoryInUse } = await import('../platform/database/embedded/lock.ts')
    const { restoreBackup } = await import('../support/backup/restore.ts')
    const { databaseUrl, dataDir, secretKey, formerSecretKey } = readConfig(env)
    if (databaseUrl !== undefined) throw commandRefused(postgresRestore)
    const path = resolve(directory, values.required(argument))
    const force = values.has('force')
    try {
      const secretKeys = [secretKey, formerSecretKey].filter((key) => key !== undefined)
      const options = { path, dataDir, secretKeys, force, clock: systemClock }
      const { manifest, replaced, checkedKey } = await restoreBackup(options)
      const lines = [
        `Restored the backup of ${manifest.created_at} into ${resolve(dataDir)}.`,
        ...(replaced === undefined ? [] : [`The old database is in ${replaced}.`]),
        ...(checkedKey ? [] : ['Start the service with the SECRET_KEY of this backup.']),
      ]
      const json = { ...manifest, replaced: replaced ?? null, checked_key: checkedKey }
      return { json, text: lines.join('\n') }
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      throw commandRefused(`${error.message} Stop the service first.`)
    }
  },
  run: () => Promise.reject(commandRefused('Stop the service before you restore a backup.')),
}

/** Backups of the embedded database. */
export const backupCommands: readonly Command[] = [backup, restore]
