import { open } from 'node:fs/promises'
import type { Queryable } from '../../platform/database/db.ts'
import { type Breach, breachOf } from './chain.ts'
import { hashFile } from './retention.ts'
import { type Batch, isExport, type StoredRecord } from './store.ts'

/**
 * `unknown`: no export with this SHA-256 is in the trail, or it is not the expected one.
 * `unreadable`: a line is not one of an export, or is not in its place.
 */
export type FileFault = 'unknown' | 'unreadable'

export interface FileVerdict {
  readonly records: number
  readonly batches: number
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  readonly breaches: readonly Breach[]
  readonly faults: readonly FileFault[]
}

/**
 * Checks an exported file: every hash, and that it is the file of an export.
 * @param expected its SHA-256 in hex; if omitted, a record of the trail must have it
 */
export async function verifyFile(
  db: Queryable,
  path: string,
  expected?: string,
): Promise<FileVerdict> {
  const breaches: Breach[] = []
  const faults = new Set<FileFault>()
  let [count, batches] = [0, 0]
  let before: Batch | undefined
  let records: StoredRecord[] = []
  const file = await open(path)
  for await (const text of file.readLines()) {
    const line = parse(text)
    if (line === undefined || (before === undefined && 'seq' in line)) faults.add('unreadable')
    else if ('seq' in line) records.push(line)
    else {
      const batch = { ...line, hash: Buffer.from(line.hash, 'hex') }
      if (before !== undefined) {
        const breach = breachOf({ batch, before, records })
        if (breach !== undefined) breaches.push(breach)
        batches++
        count += records.length
      }
      before = batch
      records = []
    }
  }
  if (records.length > 0) faults.add('unreadable')
  const sha256 = await hashFile(path)
  const isKnown = expected ? expected.toLowerCase() === sha256 : await isExport(db, sha256)
  if (!isKnown) faults.add('unknown')
  return { records: count, batches, sha256, breaches, faults: [...faults] }
}

/** A line of the file: see `retention.ts`. */
type Line = (Omit<Batch, 'hash'> & { readonly hash: string }) | StoredRecord

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line | null
    return line !== null && ('hash' in line || 'seq' in line) ? line : undefined
  } catch {
    return undefined
  }
}
