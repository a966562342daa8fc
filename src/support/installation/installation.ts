import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/database/db.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { deriveKey } from '../../platform/secrets/seal.ts'
import { newSecret } from '../../platform/secrets/secrets.ts'
import { findCheckValue, saveCheckValue } from './store.ts'

const wrongSecretKey = (): StartRefused =>
  new StartRefused('SECRET_KEY is not the key that this database was created with.')

/**
 * Returns the key for development. The first call creates it in the file `secret.key` of the data
 * directory, which only its owner can read.
 */
export function developmentSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) createKeyFile(file)
  return readFileSync(file, 'utf8').trim()
}

/**
 * Writes the key to a temporary file and links it to its name, so that another process that starts
 * at the same time never reads half of the key.
 */
function createKeyFile(file: string): void {
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, `${newSecret()}\n`, { mode: 0o600 })
  try {
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
}

/**
 * Compares the key with the check value in the database, if there is one. Changes nothing.
 * @throws {StartRefused} if the database was set up with another key
 */
export async function refuseOtherKey(db: Database, secretKey: string): Promise<void> {
  const saved = await findCheckValue(db)
  if (saved !== undefined && saved !== checkValueOf(secretKey)) throw wrongSecretKey()
}

/**
 * Compares the key with the check value in the database. The first start saves that value. All
 * instances must have the same key, because they read what the others encrypt.
 * @throws {StartRefused} if the database was set up with another key
 */
export async function checkSecretKey(db: Database, secretKey: string): Promise<void> {
  const check = checkValueOf(secretKey)
  if ((await saveCheckValue(db, check)) !== check) throw wrongSecretKey()
}

const checkValueOf = (secretKey: string): string =>
  deriveKey(secretKey, 'key check').toString('base64url')
