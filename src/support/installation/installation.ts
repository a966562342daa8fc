import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/database/db.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { deriveKey } from '../../platform/secrets/seal.ts'
import { newSecret } from '../../platform/secrets/secrets.ts'
import { find, keepFirst } from './store.ts'

const wrongSecretKey = (): StartRefused =>
  new StartRefused('SECRET_KEY is not the key that this database was created with.')

/** Development's key: made once, in a file of the data directory that only its owner can read. */
export function developmentSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) makeKey(file)
  return readFileSync(file, 'utf8').trim()
}

/** Written elsewhere first: whoever starts at the same time sees a whole key, or none. */
function makeKey(file: string): void {
  const whole = `${file}.${randomUUID()}`
  writeFileSync(whole, `${newSecret()}\n`, { mode: 0o600 })
  try {
    linkSync(whole, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(whole)
  }
}

/**
 * Holds the key against the database's check value, where there is one, and changes nothing.
 * @throws {StartRefused} if it is another key
 */
export async function refuseOtherKey(db: Database, secretKey: string): Promise<void> {
  const kept = await find(db)
  if (kept !== undefined && kept !== checkOf(secretKey)) throw wrongSecretKey()
}

/**
 * Holds the key against the database's check value, which the first start leaves there. All instances must
 * have the same key, or what one encrypts the other cannot read.
 * @throws {StartRefused} if it is another key
 */
export async function checkSecretKey(db: Database, secretKey: string): Promise<void> {
  const check = checkOf(secretKey)
  if ((await keepFirst(db, check)) !== check) throw wrongSecretKey()
}

const checkOf = (secretKey: string): string =>
  deriveKey(secretKey, 'key check').toString('base64url')
