import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LineChange, LineFault } from '../../src/commands/import/parse-line.ts'
import type { ImportCounts } from '../../src/commands/import/run-import.ts'
import {
  importUsers,
  type UserImportOptions,
} from '../../src/commands/import/users/import-users.ts'
import { openFingerprintKey } from '../../src/resources/payment-methods/wallet/fingerprints.ts'
import { secretKey } from './foyer.ts'
import type { OpenDatabase } from './inside.ts'

/** The results of an import, with its refusals. */
export interface Imported extends ImportCounts {
  readonly faults: readonly LineFault[]
  /** The faults as `line property: message`. */
  readonly texts: readonly string[]
  readonly changes: readonly LineChange[]
}

/** Writes a file with these lines, which are objects or texts, while `work` runs. */
export async function withFile<T>(
  lines: readonly (object | string | Buffer)[],
  work: (path: string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-import-'))
  const path = join(directory, 'lines.jsonl')
  const parts = lines.flatMap((line) => [
    Buffer.isBuffer(line)
      ? line
      : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)),
    Buffer.from('\n'),
  ])
  writeFileSync(path, Buffer.concat(parts))
  try {
    return await work(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Imports users as `foyer user import` does. */
export const importLines = (
  db: OpenDatabase,
  lines: readonly (object | string | Buffer)[],
  options: Partial<Omit<UserImportOptions, 'path'>> = {},
): Promise<Imported> =>
  withFile(lines, async (path) => {
    const faults: LineFault[] = []
    const changes: LineChange[] = []
    const counts = await importUsers(db, {
      path,
      dryRun: false,
      onProgress() {},
      onRefused: (found) => faults.push(...found),
      onChanged: (found) => changes.push(...found),
      now: Date.now(),
      vault: 'local',
      fingerprintKey: openFingerprintKey(secretKey),
      ...options,
    })
    const texts = faults.map(({ line, property, message }) => `${line} ${property}: ${message}`)
    return { ...counts, faults, texts, changes }
  })
