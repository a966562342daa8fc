import { existsSync, readdirSync } from 'node:fs'
import { copyFile, cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { syncDirectory } from '../../platform/database/embedded/sync-directory.ts'
import { argument, type Command, type Outcome, type Values } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'

/** PostgreSQL has tools of its own, which know all of its files. */
const postgresTools =
  'With PostgreSQL, use its own tools: pg_dump --format=custom --file=foyer.dump ' +
  '"$DATABASE_URL", or pg_basebackup for the whole server. Keep SECRET_KEY elsewhere.'

const keyFiles = ['secret.key', 'secret.key.former']

/** Copies the data directory of the embedded database. */
export const backup: Command = {
  name: 'backup',
  summary: 'Copy the data directory of the embedded database to a new folder',
  argument: 'FOLDER',
  acts: true,
  options: {},
  notes: [
    'A running service goes on afterwards; its requests wait while the files are copied. To use the',
    'copy, start a service with DATA_DIR=FOLDER. The setting SECRET_KEY is not in it.',
  ],
  example: './backup',
  async alone(values, { env, directory }) {
    const { readConfig } = await import('../../config/config.ts')
    const { databaseUrl, dataDir, secretKey } = readConfig(env)
    if (databaseUrl !== undefined) throw commandRefused(postgresTools)
    if (!existsSync(join(dataDir, 'database')))
      throw commandRefused(`There is no database in ${dataDir}.`)
    const { openEmbedded } = await import('../../platform/database/embedded/pglite.ts')
    const db = await openEmbedded({ dataDir })
    try {
      return await copyTo(db, values, { dataDir, secretKey, directory })
    } finally {
      await db.close()
    }
  },
  run: (db, values, { config: { dataDir, secretKey }, directory }) =>
    copyTo(db, values, { dataDir, secretKey, directory }),
}

interface Source {
  readonly dataDir: string
  /** The setting SECRET_KEY. With it, key files of the data directory are not used. */
  readonly secretKey: string | undefined
  /** The directory in which the command was called. */
  readonly directory: string
}

/** Makes the copy beside its place, and renames it when it is on the disk. */
async function copyTo(
  db: OpenDatabase,
  values: Values,
  { dataDir, secretKey, directory }: Source,
): Promise<Outcome> {
  if (db.whileIdle === undefined) throw commandRefused(postgresTools)
  const folder = resolve(directory, values.required(argument))
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw commandRefused(`${folder} is not empty. Name a new folder.`)
  const { record } = await import('../../support/audit/audit.ts')
  await db.transaction((tx) => record(tx, { userId: null, action: 'backup.made' }))
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    await db.whileIdle(async (database) => {
      await cp(database, join(unfinished, 'database'), { recursive: true })
      for (const name of [...(secretKey === undefined ? keyFiles : []), 'demo.json'])
        if (existsSync(join(dataDir, name)))
          await copyFile(join(dataDir, name), join(unfinished, name))
    })
    await syncAll(unfinished)
    await rename(unfinished, folder)
    await syncDirectory(dirname(folder))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  const hasSecretKey = existsSync(join(folder, 'secret.key'))
  const key = hasSecretKey
    ? 'It has the secret key of this data directory.'
    : 'SECRET_KEY is not in it. You need it to use the copy: keep it elsewhere.'
  return {
    json: { folder, has_secret_key: hasSecretKey },
    text: `Copied ${dataDir} to ${folder}.\n${key}`,
  }
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(join(entry.parentPath, entry.name))
    await file.sync()
    await file.close()
  }
}
