import { open } from 'node:fs/promises'
import type { Queryable } from '../../platform/database/db.ts'
import { hashFile } from './retention.ts'
import { isExport, type StoredRecord } from './store.ts'
import { type Breach, hashOf } from './verify.ts'

/**
 * `unknown`: no export with this SHA-256 is in the trail, or it is not the expected one.
 * `unreadable`: a line is not one of an export.
 */
export type FileFault = 'unknown' | 'unreadable'

export interface FileVerdict {
  readonly records: number
  readonly chains: number
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  /** The first breach of each chain. */
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
  const breaches = new Map<number, Breach>()
  const faults = new Set<FileFault>()
  let [records, chains] = [0, 0]
  let last = { user: -1, seq: 0n, hash: Buffer.alloc(0) }
  const file = await open(path)
  for await (const text of file.readLines()) {
    const line = parse(text)
    if (line === undefined) faults.add('unreadable')
    else if ('chain' in line) {
      chains++
      last = { user: line.chain, seq: BigInt(line.after), hash: Buffer.from(line.hash, 'hex') }
    } else {
      records++
      const record = { ...line, hash: Buffer.from(line.hash, 'hex') }
      const fault = faultOf(last, record)
      const { user_id: user, seq } = record
      if (fault !== undefined && !breaches.has(user))
        breaches.set(user, {
          user,
          record: fault === 'missing' ? String(last.seq + 1n) : seq,
          fault,
        })
      last = { ...last, seq: BigInt(seq), hash: record.hash }
    }
  }
  const sha256 = await hashFile(path)
  const isKnown = expected ? expected.toLowerCase() === sha256 : await isExport(db, sha256)
  if (!isKnown) faults.add('unknown')
  return { records, chains, sha256, breaches: [...breaches.values()], faults: [...faults] }
}

function faultOf(
  last: { readonly user: number; readonly seq: bigint; readonly hash: Buffer },
  record: StoredRecord,
): Breach['fault'] | undefined {
  if (record.user_id !== last.user) return 'surplus'
  if (BigInt(record.seq) !== last.seq + 1n) return 'missing'
  return hashOf(last.hash, record).equals(record.hash) ? undefined : 'altered'
}

/** A line of the file: see `retention.ts`. */
type Line =
  | { readonly chain: number; readonly after: string; readonly hash: string }
  | (Omit<StoredRecord, 'hash'> & { readonly hash: string })

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line | null
    return line !== null && ('chain' in line || 'user_id' in line) ? line : undefined
  } catch {
    return undefined
  }
}
