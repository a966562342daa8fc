import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import project from '../../../package.json' with { type: 'json' }
import type { Clock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { listApplied } from '../../platform/database/migrate.ts'
import { SecretKeys } from '../../platform/secrets/keys.ts'
import { isoTime } from '../../platform/text/iso-time.ts'
import { record } from '../audit/audit.ts'
import { hasKeyInUse } from '../secret-key/secret-key.ts'
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
  /** The setting SECRET_KEY. With it, the key files of the data directory are not used. */
  readonly secretKey?: string | undefined
}

/**
 * Backs up the embedded database while it is in use. The backup has every change that was
 * acknowledged before the call, and the files beside the database: the secret keys of
 * development, if the database belongs to them, and the demo. The setting SECRET_KEY is not in it.
 * @param path the file, which is replaced if it exists
 * @throws {Error} for a database on PostgreSQL
 */
export async function writeBackup(
  { db, clock, dataDir, secretKey }: BackupDeps,
  path: string,
): Promise<Backup> {
  const { backUp } = db
  if (backUp === undefined) throw new Error('Only an embedded database can be backed up.')
  await db.transaction((tx) => record(tx, { userId: null, action: 'backup.made' }))
  const keys = secretKey === undefined ? await usefulKeys(db, dataDir) : undefined
  const manifest: Manifest = {
    format: 'foyer-backup',
    version: formatVersion,
    foyer: project.version,
    created_at: isoTime(clock.now()),
    postgres: readFileSync(join(dataDir, 'database', 'PG_VERSION'), 'utf8').trim(),
    migrations: (await listApplied(db)).map(({ name }) => name),
    has_secret_key: keys !== undefined,
  }
  await writeArchive(path, filesOf(manifest, { dataDir, keys }, backUp.call(db)))
  return { manifest, bytes: statSync(path).size }
}

/** The contents of `secret.key` and of `secret.key.former`. */
interface KeyFiles {
  readonly key: string | undefined
  readonly former: string | undefined
}

/** Reads the key files. @returns undefined if they do not have the keys of this database */
async function usefulKeys(db: OpenDatabase, dataDir: string): Promise<KeyFiles | undefined> {
  // A rotation may begin after the first reading. It has replaced the files before that.
  const first = readKeys(dataDir)
  if (await belongTo(db, first)) return first
  const second = readKeys(dataDir)
  return (await belongTo(db, second)) ? second : undefined
}

async function belongTo(db: OpenDatabase, { key, former }: KeyFiles): Promise<boolean> {
  if (key === undefined) return false
  const keys = [key, former].flatMap((content) => content?.trim() ?? [])
  return hasKeyInUse(db, new SecretKeys(() => keys))
}

const readKeys = (dataDir: string): KeyFiles => ({
  key: contentOf(join(dataDir, 'secret.key')),
  former: contentOf(join(dataDir, 'secret.key.former')),
})

async function* filesOf(
  manifest: Manifest,
  { dataDir, keys }: { readonly dataDir: string; readonly keys: KeyFiles | undefined },
  database: AsyncIterable<ArchivedFile>,
): AsyncGenerator<ArchivedFile> {
  yield fileOf(manifestName, `${JSON.stringify(manifest, null, 2)}\n`)
  for await (const file of database) yield { ...file, name: `database/${file.name}` }
  const beside: Partial<Record<(typeof besideDatabase)[number], string | undefined>> = {
    ...(keys && keysDuring(keys, readKeys(dataDir))),
    'demo.json': contentOf(join(dataDir, 'demo.json')),
  }
  for (const name of besideDatabase) {
    const content = beside[name]
    if (content !== undefined) yield fileOf(name, content)
  }
}

/**
 * Returns the key files for a copy of the database that was made between two readings. If a
 * rotation has begun or ended meanwhile, the copy may need the key before it and the one after it.
 */
function keysDuring(before: KeyFiles, after: KeyFiles) {
  const key = after.key ?? before.key
  const former = after.former ?? (before.key === key ? before.former : before.key)
  return { 'secret.key': key, 'secret.key.former': former }
}

/** @returns undefined if there is no such file */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
