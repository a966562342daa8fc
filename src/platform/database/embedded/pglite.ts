import { accessSync, chmodSync, constants, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PGliteOptions } from '@electric-sql/pglite'
import { StartRefused } from '../../errors/start-refused.ts'
import { DiskSpace } from './disk-space.ts'
import { Embedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { lockDirectory } from './lock.ts'
import { unpackTemplate } from './template.ts'

/** A database in a directory, or one in memory, which may start from the dump of another. */
export type EmbeddedOptions =
  | { readonly dataDir: string; readonly reserveBytes?: number }
  | { readonly memory: true; readonly template?: Blob }

/** With fewer free bytes on the disk nothing is written, because PGlite crashes on a full disk. */
const defaultReserveBytes = 64 * 1024 * 1024

/**
 * Opens the database that runs inside this process: PGlite, with one connection and one statement
 * at a time. The operating system has every acknowledged write, so it survives a killed process,
 * but not a power cut. With less than `reserveBytes` free on the disk (64 MiB) the database only
 * reads.
 * @throws {DiskFull} when there is no space for a new database.
 * @throws {StartRefused} when the files are damaged
 * @throws {DirectoryInUse} when this or another process has already opened the directory.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if ('memory' in options)
    return new Embedded(
      await startEngine(options.template ? { loadDataDir: options.template } : {}),
    )
  const { dataDir, reserveBytes = defaultReserveBytes } = options
  const directory = resolve(dataDir)
  const unlock = lockDirectory(directory)
  try {
    const space = new DiskSpace(directory, reserveBytes)
    const database = join(directory, 'database')
    if (existsSync(database)) refuseDamaged(database)
    else space.assertSpace()
    const startWithRoom = async () => {
      space.prepareStart()
      try {
        return await startIn(database)
      } catch (error) {
        space.assertSpace()
        // PGlite's own message is "Aborted()" for every cause.
        throw existsSync(database) ? filesDamaged(database, error) : error
      }
    }
    return new Embedded(await startWithRoom(), {
      restart: startWithRoom,
      fullDisk: () => space.check(),
      release: unlock,
      directory: database,
    })
  } catch (error) {
    unlock()
    throw error
  }
}

/** Says that the files of the embedded database cannot be used, and what to do. */
export const filesDamaged = (directory: string, cause?: unknown): StartRefused =>
  new StartRefused(
    `The files in ${directory} are damaged. ` +
      'Restore the data directory from a backup, or move it away to start with an empty one.',
    { cause },
  )

/** Without the file PG_VERSION, PGlite would create a new database over the old one. */
function refuseDamaged(directory: string): void {
  if (!existsSync(join(directory, 'PG_VERSION'))) throw filesDamaged(directory)
  // Files of another user are not damaged. The error of the operating system names the problem.
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  const control = join(directory, 'global/pg_control')
  if (existsSync(control)) accessSync(control, constants.R_OK | constants.W_OK)
}

/**
 * Starts PGlite in a directory. A new database is created in a temporary directory and renamed when
 * it is complete, so an interrupted first start leaves nothing that looks like a database.
 */
async function startIn(directory: string): Promise<Engine> {
  if (!existsSync(directory)) {
    const unfinished = `${directory}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    if (!unpackTemplate(unfinished)) await (await startEngine({ dataDir: unfinished })).close()
    chmodSync(unfinished, 0o700)
    renameSync(unfinished, directory)
  }
  return startEngine({ dataDir: directory })
}

/** Imports PGlite when it is needed: not for a command while the service has the database open. */
async function startEngine(options: PGliteOptions): Promise<Engine> {
  const { startEngine } = await import('./engine.ts')
  return startEngine(options)
}
