import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { programFingerprint, removeOld } from './bundle.ts'
import { cache, databaseFingerprint } from './database.ts'
import { newDirectory, preparedDirectory, Service } from './program.ts'

/**
 * Makes a data directory with the demo, for a test that needs the demo but is not about its first
 * start. A start there keeps the passwords and secrets, and renews the tokens and the URLs.
 */
export async function demoDirectory(): Promise<string> {
  const folder = newDirectory()
  await copyDemoInto(folder)
  return folder
}

/** Copies a data directory with the demo to a place. */
export async function copyDemoInto(dataDir: string): Promise<void> {
  cpSync(await madeDemo(), dataDir, { recursive: true })
}

/** What a service that has stopped leaves in its data directory, apart from its lock. */
const files = ['database', 'secret.key', 'demo.json', 'ballast']

/** The directory to copy. It is made once for each state of the program, and once a day. */
async function madeDemo(): Promise<string> {
  program ??= fingerprint()
  const today = new Date().toISOString().slice(0, 10)
  const place = join(cache, `demo-${program}-${today}`)
  if (existsSync(place)) return place
  const dataDir = await preparedDirectory()
  const service = await Service.start({ DATA_DIR: dataDir, PROBE_PORT: 'off' })
  if ((await service.stop()) !== 0) throw new Error(service.output)
  mkdirSync(dirname(place), { recursive: true })
  const unfinished = mkdtempSync(`${place}.`)
  for (const name of files) cpSync(join(dataDir, name), join(unfinished, name), { recursive: true })
  removeOld('demo-*')
  try {
    renameSync(unfinished, place)
  } catch (error) {
    // Another process may have finished first. Its demo is as good.
    if (!existsSync(place)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return place
}

let program: string | undefined

/** A digest of the program, its migrations and this file. */
const fingerprint = (): string =>
  createHash('sha256')
    .update(programFingerprint())
    .update(databaseFingerprint())
    .update(readFileSync(import.meta.filename))
    .digest('hex')
    .slice(0, 12)
