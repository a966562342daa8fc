import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { lockDirectory } from '../../platform/database/embedded/lock.ts'
import { openCopy, restoringName } from '../../platform/database/embedded/pglite.ts'
import { syncDirectory } from '../../platform/database/embedded/sync-directory.ts'
import { migrationNames } from '../../platform/database/migrate.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { SecretKeys } from '../../platform/secrets/keys.ts'
import { isoTime } from '../../platform/text/iso-time.ts'
import { record } from '../audit/audit.ts'
import { migrations } from '../installation/open.ts'
import { refuseOtherKeys } from '../secret-key/secret-key.ts'
import { bufferOf, readArchive } from './archive.ts'
import { besideDatabase } from './backup.ts'
import { type Manifest, manifestName, readManifest } from './manifest.ts'
import { damaged, type Entry } from './tar.ts'

export interface RestoreOptions {
  readonly path: string
  readonly dataDir: string
  /** The settings SECRET_KEY and SECRET_KEY_PREVIOUS. If empty, the keys in the backup are used. */
  readonly secretKeys: readonly string[]
  readonly clock: Clock
  /** Whether to replace a database that is in the data directory. */
  readonly force: boolean
}

/** A restored backup. */
export interface Restored {
  readonly manifest: Manifest
  /** Where the database that was replaced is now. Undefined if there was none. */
  readonly replaced: string | undefined
  /** Whether the secret key was checked, or must still be given: it was no part of the backup. */
  readonly checkedKey: boolean
}

/** What a data directory may have before a restore: what does not belong to a database. */
const harmless = new Set(['lock', 'lock.pid', 'ballast', 'foyer.sock', 'lost+found'])

/**
 * Restores a backup into a data directory that no service uses. It first reads the whole file, and
 * checks that it is complete, unchanged and not newer than this program. The database is unpacked
 * beside its place, opened and checked there, and renamed at the end. If this is interrupted, the
 * service refuses to start in this directory until the restore is repeated.
 * @throws {StartRefused} which says why, in one line; nothing has changed then
 * @throws {DirectoryInUse}
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { path } = options
  const dataDir = resolve(options.dataDir)
  const manifest = await checkBackup(path)
  const wasAbsent = !existsSync(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    refuseOverwriting(dataDir, options.force)
    const { beside, checkedKey } = await prepare(join(dataDir, restoringName), options)
    const replaced = moveIntoPlace(dataDir, beside, options.clock.now())
    await syncDirectory(dataDir)
    return { manifest, replaced, checkedKey }
  } catch (error) {
    if (wasAbsent) rmSync(dataDir, { recursive: true, force: true })
    throw error
  } finally {
    unlock()
  }
}

/** Reads a whole backup. @throws {StartRefused} if it is damaged, or newer than this program */
async function checkBackup(path: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  try {
    await readFiles(path, async ({ name }, content) => {
      if (manifest === undefined) manifest = await manifestOf(name, content)
      else for await (const _ of content);
    })
    if (manifest !== undefined) return manifest
  } catch (error) {
    // A refusal of our own, or an error of the file system, which names the file.
    if (error instanceof StartRefused || (error instanceof Error && 'syscall' in error)) throw error
  }
  throw new StartRefused(`${path} is damaged, or is not a backup of Foyer.`)
}

/** @throws {StartRefused} if the backup is newer than this program */
async function manifestOf(name: string, content: AsyncIterable<Buffer>): Promise<Manifest> {
  const read =
    name === manifestName ? readManifest((await bufferOf(content)).toString()) : undefined
  if (read === undefined) throw damaged()
  if ('newer' in read)
    throw new StartRefused(`The backup has version ${read.newer} of the format. Use a newer Foyer.`)
  const known = new Set(await migrationNames(migrations))
  const unknown = read.migrations.find((migration) => !known.has(migration))
  if (unknown !== undefined)
    throw new StartRefused(
      `The backup has the migration ${unknown}, which this version of Foyer does not have. ` +
        `Use Foyer ${read.foyer} or newer.`,
    )
  return read
}

/** @throws {StartRefused} if the directory has anything that a restore would replace */
function refuseOverwriting(dataDir: string, force: boolean): void {
  const present = readdirSync(dataDir).filter((name) => !harmless.has(name))
  const isInterrupted = present.includes(restoringName) && !present.includes('database')
  if (force || isInterrupted || present.every((name) => name === restoringName)) return
  throw new StartRefused(
    `The data directory ${dataDir} is not empty. ` +
      'With --force, the restore replaces its database and keeps the old one beside it.',
  )
}

/** Unpacks and checks the database in its temporary place. Leaves nothing there if this fails. */
async function prepare(
  restoring: string,
  { path, secretKeys: given }: RestoreOptions,
): Promise<{ beside: ReadonlyMap<string, Buffer>; checkedKey: boolean }> {
  rmSync(restoring, { recursive: true, force: true })
  mkdirSync(restoring, { mode: 0o700 })
  try {
    const beside = await unpack(path, restoring)
    const inBackup = ['secret.key', 'secret.key.former'].flatMap((name) => beside.get(name) ?? [])
    const keys = given.length > 0 ? given : inBackup.map((key) => key.toString().trim())
    await checkDatabase(restoring, keys)
    await syncFiles(restoring)
    return { beside, checkedKey: keys.length > 0 }
  } catch (error) {
    rmSync(restoring, { recursive: true, force: true })
    throw error
  }
}

/** Writes the database of a backup. @returns the other files, by name */
async function unpack(path: string, directory: string): Promise<Map<string, Buffer>> {
  const beside = new Map<string, Buffer>()
  await readFiles(path, async (entry, content) => {
    if (entry.name.startsWith(databaseFolder))
      return writeEntry(entry, join(directory, entry.name.slice(databaseFolder.length)), content)
    const file = await bufferOf(content)
    if (entry.name !== manifestName) beside.set(entry.name, file)
  })
  return beside
}

const databaseFolder = 'database/'

/**
 * The names that PostgreSQL gives to files and folders: none leads out of the folder, on Windows
 * neither, where a backslash separates names, too, and a colon ends a drive or begins a stream.
 */
const databaseFile = /^database\/(?:(?!\.+(?:\/|$))[\w.-]+(?:\/|$))+$/

/** Reads the files of a backup. @throws {Error} if it has a file that a backup does not have */
function readFiles(path: string, take: Parameters<typeof readArchive>[1]): Promise<void> {
  return readArchive(path, (entry, content) => {
    const { name } = entry
    if (
      !databaseFile.test(name) &&
      name !== manifestName &&
      !besideDatabase.some((each) => each === name)
    )
      throw damaged()
    return take(entry, content)
  })
}

async function writeEntry(
  { name }: Entry,
  path: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  if (name.endsWith('/')) return void (await mkdir(path, { recursive: true, mode: 0o700 }))
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
  } finally {
    await file.close()
  }
}

/**
 * Opens the unpacked database, which completes it from its write-ahead log, and records the
 * restore.
 * @throws {StartRefused} if it cannot be opened, or belongs to another secret key
 */
async function checkDatabase(directory: string, keys: readonly string[]): Promise<void> {
  const db = await openCopy(directory)
  try {
    if (keys.length > 0) await refuseOtherKeys(db, new SecretKeys(() => keys))
    await db.transaction((tx) => record(tx, { userId: null, action: 'backup.restored' }))
  } finally {
    await db.close()
  }
}

/** Makes the files survive a power cut. */
async function syncFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = await open(join(entry.parentPath, entry.name), 'r+')
    await file.sync()
    await file.close()
  }
}

/**
 * Renames the restored files to their places. The database comes last: until then the service
 * refuses to start.
 * @returns where the replaced database is now
 */
function moveIntoPlace(
  dataDir: string,
  beside: ReadonlyMap<string, Buffer>,
  now: number,
): string | undefined {
  const suffix = `replaced-${isoTime(now).replace(/[-:]|\.\d+/g, '')}`
  const keep = (path: string): string | undefined => {
    if (!existsSync(path)) return undefined
    const kept = `${path}.${suffix}`
    renameSync(path, kept)
    return kept
  }
  for (const [name, content] of beside) {
    const path = join(dataDir, name)
    if (existsSync(path) && readFileSync(path).equals(content)) continue
    const unfinished = `${path}.unfinished`
    writeFileSync(unfinished, content, { mode: 0o600, flush: true })
    keep(path)
    renameSync(unfinished, path)
  }
  const database = join(dataDir, 'database')
  const replaced = keep(database)
  renameSync(join(dataDir, restoringName), database)
  return replaced
}
