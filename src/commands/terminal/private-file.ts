import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs'
import { commandRefused } from './failures.ts'

/**
 * Writes a file. Only its owner can read it, even if it already existed.
 * @throws {Refused}
 */
export function writePrivateFile(path: string, text: string): void {
  try {
    const file = openSync(path, 'w', 0o600)
    try {
      fchmodSync(file, 0o600)
      writeFileSync(file, text)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw commandRefused(`Cannot write ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
