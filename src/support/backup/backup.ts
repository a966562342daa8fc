import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import project from '../../../package.json' with { type: 'json' }
import type { Clock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { listApplied } from '../../platform/database/migrate.ts'
import { isoTime } from '../../platform/text/iso-time.ts'
import { record } from '../audit/audit.ts'
import { type ArchivedFile, fileOf, writeArchive } from './archive.ts'
import { formatVersion, type Manifest, manifestName } from './manifest.ts'

/** The files of the data directory, beside the database, that a backup has. */
export const besideDatabase = ['secret.key.former', 'secret.key', 'demo.json'] as const

/** A written backup. */
export interface Backup {
  readonly manifest: Manifest
  /** The size of the file, in bytes. */
  readonly bytes: number
}

export interface BackupDeps {
  readonly db: OpenDatabase
  readonly clock: Clock
  readonly dataDir: string
}

/**
 * Backs up the embedded database while it is in use. The backup has every change that was
 * acknowledged before the call, and the files beside the database: the secret keys of
 * development, and the demo. The setting SECRET_KEY is not in it.
 * @param path the file, which is replaced if it exists
 * @throws {Error} for a database on PostgreSQL
 */
export async function writeBackup(
  { db, clock, dataDir }: BackupDeps,
  path: string,
): Promise<Backup> {
  const { backUp } = db
  if (backUp === undefined) throw new Error('Only an embedded database can be backed up.')
  await db.transaction((tx) => record(tx, { userId: null, action: 'backup.made' }))
  const manifest: Manifest = {
    format: 'foyer-backup',
    version: formatVersion,
    foyer: project.version,
    created_at: isoTime(clock.now()),
    postgres: readFileSync(join(dataDir, 'database', 'PG_VERSION'), 'utf8').trim(),
    migrations: (await listApplied(db)).map(({ name }) => name),
    has_secret_key: existsSync(join(dataDir, 'secret.key')),
  }
  await writeArchive(path, filesOf(manifest, dataDir, backUp.call(db)))
  return { manifest, bytes: statSync(path).size }
}

async function* filesOf(
  manifest: Manifest,
  dataDir: string,
  database: AsyncIterable<ArchivedFile>,
): AsyncGenerator<ArchivedFile> {
  yield fileOf(manifestName, `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of besideDatabase) {
    const path = join(dataDir, name)
    if (existsSync(path)) yield fileOf(name, readFileSync(path, 'utf8'))
  }
  for await (const file of database) yield { ...file, name: `database/${file.name}` }
}
