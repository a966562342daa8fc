import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { DiskRoom } from './disk-room.ts'
import { Embedded } from './embedded.ts'
import { readTemplate } from './embedded-template.ts'
import { lockDirectory } from './lock.ts'
import { isFatal } from './sqlstate.ts'

/** In a directory, or in memory, which may begin as what another one dumped. */
export type EmbeddedOptions =
  | { readonly dataDir: string; readonly reserve?: number }
  | { readonly memory: true; readonly template?: Blob }

/** Free bytes of the disk below which nothing is written: PGlite does not outlive a full disk. */
const defaultReserve = 64 * 1024 * 1024

const text = (value: string) => value
/** The JavaScript types that `pg` gives, so that code cannot tell the two databases apart. */
const parsers = {
  [types.INT8]: text,
  [types.DATE]: text,
  [types.TIMESTAMP]: text,
  [types.TIMESTAMPTZ]: text,
  [types.BYTEA]: (value: string) => Buffer.from(value.slice('\\x'.length), 'hex'),
}

/**
 * Opens the database that runs inside this process: PGlite, one connection, one statement at a time.
 * What it acknowledged is with the operating system: it survives a killed process, not a power cut.
 * With less than `reserve` bytes free on the disk (64 MiB) it reads, and refuses to write.
 * @throws {DiskFull} when there is no room for a new one.
 * @throws {DirectoryInUse} when the directory is open already, here or in another process.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if ('memory' in options)
    return new Embedded(await start(options.template ? { loadDataDir: options.template } : {}))
  const { dataDir, reserve = defaultReserve } = options
  const directory = resolve(dataDir)
  const unlock = lockDirectory(directory)
  try {
    const room = new DiskRoom(directory, reserve)
    const database = join(directory, 'database')
    if (!existsSync(database)) room.refuseFull()
    const startWithRoom = () => {
      room.prepareStart()
      return startIn(database)
    }
    return new Embedded(await startWithRoom(), {
      restart: startWithRoom,
      fullDisk: () => room.check(),
      release: unlock,
    })
  } catch (error) {
    unlock()
    throw error
  }
}

/** A first start is made aside and renamed once whole: cut short, it leaves nothing that looks like data. */
async function startIn(directory: string): Promise<PGlite> {
  if (!existsSync(directory)) {
    const unfinished = `${directory}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    const template = readTemplate()
    const first = await start({
      dataDir: unfinished,
      ...(template && { loadDataDir: template }),
    })
    await first.close()
    chmodSync(unfinished, 0o700)
    renameSync(unfinished, directory)
  }
  return start({ dataDir: directory })
}

async function start(options: PGliteOptions): Promise<PGlite> {
  const engine = new Engine({ ...options, parsers, relaxedDurability: false })
  await engine.waitReady
  return engine
}

/** After a PANIC PGlite goes on to send a Sync, and spins on it for ever: a dead engine takes nothing more. */
class Engine extends PGlite {
  #death: unknown

  override async execProtocolStream(...args: Parameters<PGlite['execProtocolStream']>) {
    if (this.#death) throw this.#death
    try {
      return await super.execProtocolStream(...args)
    } catch (error) {
      if (isFatal(error)) this.#death = error
      throw error
    }
  }
}
