import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { newSecret } from '../../platform/secrets/secrets.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'secret.key')
const formerFileIn = (dataDir: string): string => join(dataDir, 'secret.key.former')

/**
 * Returns the keys for development: that in the file `secret.key` of the data directory, and the
 * former one during a rotation. The first call creates the file, which only its owner can read.
 */
export function readKeyFiles(dataDir: string): readonly string[] {
  const file = fileIn(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) createKeyFile(file)
  const files = [file, formerFileIn(dataDir)].filter((path) => existsSync(path))
  return files.map((path) => readFileSync(path, 'utf8').trim())
}

/**
 * Replaces the key in the file by a new one. The former key is in a second file before that, so it
 * is not lost if the process ends at any moment.
 */
export function replaceKeyFile(dataDir: string): void {
  const file = fileIn(dataDir)
  const former = `${formerFileIn(dataDir)}.${randomUUID()}`
  copyFileSync(file, former)
  renameSync(former, formerFileIn(dataDir))
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, `${newSecret()}\n`, { mode: 0o600, flush: true })
  renameSync(temporary, file)
}

/** Deletes the former key, if it is there. */
export const removeFormerKeyFile = (dataDir: string): void =>
  rmSync(formerFileIn(dataDir), { force: true })

/**
 * Writes the key to a temporary file and links it to its name, so that another process that starts
 * at the same time never reads half of the key.
 */
function createKeyFile(file: string): void {
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, `${newSecret()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
}
