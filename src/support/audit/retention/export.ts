import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Queryable } from '../../../platform/database/db.ts'
import { chainPages, firstHash, hashOf, type StoredRecord } from '../verify.ts'
import type { Start } from './checkpoint.ts'

/*
 * The format of an export: JSON lines. Before the records of a chain, a line says after which
 * record they come: {"chain", "after", "hash"}. A line of a record has all values that its hash
 * covers, and the hash: {"user_id", "seq", "at", "action", "actor", "application_id", "request_id",
 * "details", "hash"}. `details` is a text, as PostgreSQL writes it, because the hash covers this
 * text. The last line has the signed checkpoint: {"checkpoint", "signature", "public_key"}.
 */

/** What was written. */
export interface Exported {
  readonly records: number
  /** SHA-256 of the lines, in hex. */
  readonly linesSha256: string
  /** The last exported record of each chain. */
  readonly ends: readonly Start[]
  /** How many chains there are, with those that have no exported record. */
  readonly allChains: number
}

/** A record is missing or changed, so nothing can be exported. */
export class DamagedTrail extends Error {
  override name = 'DamagedTrail'
}

/**
 * Writes all records from before a time to a file, and checks their hashes.
 * @param before ISO 8601 with microseconds, in UTC
 * @throws {DamagedTrail}
 */
export async function writeRecords(
  db: Queryable,
  file: FileHandle,
  before: string,
  signal: AbortSignal,
): Promise<Exported> {
  const hash = createHash('sha256')
  const ends: Start[] = []
  let records = 0
  let allChains = 0
  for await (const { heads, starts, pages } of chainPages(db)) {
    const startOf = new Map(starts.map((start) => [start.user_id, start]))
    const chains = new Map(heads.map(({ user_id }) => [user_id, newChain(startOf.get(user_id))]))
    allChains += chains.size
    for await (const page of pages) {
      const lines = page.flatMap((record) => linesOf(record, chains, before))
      records += lines.filter((line) => 'user_id' in line).length
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      hash.update(text)
      await file.write(text)
      signal.throwIfAborted()
    }
    for (const [user_id, { seq, hash, isExported }] of chains)
      if (isExported) ends.push({ user_id, seq: String(seq), hash })
  }
  return { records, linesSha256: hash.digest('hex'), ends, allChains }
}

interface Chain {
  seq: bigint
  hash: Buffer
  isExported: boolean
  isOver: boolean
}

const newChain = (start: Start | undefined): Chain => ({
  seq: BigInt(start?.seq ?? 0),
  hash: start?.hash ?? firstHash,
  isExported: false,
  isOver: false,
})

function linesOf(
  record: StoredRecord,
  chains: ReadonlyMap<number, Chain>,
  before: string,
): readonly object[] {
  const chain = chains.get(record.user_id)
  // A chain that has begun since, or a record that is exported already.
  if (chain === undefined || BigInt(record.seq) <= chain.seq) return []
  if (chain.isOver || record.at >= before) {
    chain.isOver = true
    return []
  }
  const hash = hashOf(chain.hash, record)
  if (BigInt(record.seq) !== chain.seq + 1n || !hash.equals(record.hash))
    throw new DamagedTrail(`User ${record.user_id}: record ${record.seq}.`)
  const after = {
    chain: record.user_id,
    after: String(chain.seq),
    hash: chain.hash.toString('hex'),
  }
  const lines = chain.isExported ? [] : [after]
  Object.assign(chain, { seq: BigInt(record.seq), hash, isExported: true })
  return [...lines, { ...record, hash: hash.toString('hex') }]
}
