import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { OpenDatabase, Queryable } from '../../platform/database/db.ts'
import { syncDirectory } from '../../platform/database/embedded/sync-directory.ts'
import { record } from './audit.ts'
import * as store from './store.ts'
import { chainPages, firstHash, hashOf } from './verify.ts'

export { isSettled } from './store.ts'

/*
 * Old records are exported to a file and deleted. The row of a chain in `audit_starts` has its last
 * exported record, where its verification starts. The record `audit.exported` of each export covers
 * the file and all starts.
 *
 * A file has JSON lines. Before the records of a chain, a line says after which record they come:
 * {"chain", "after", "hash"}. The line of a record has all values that its hash covers, and the
 * hash. `details` is a text, as PostgreSQL writes it, because the hash covers this text.
 */

/** A record is missing or changed, so nothing can be exported. */
export class DamagedTrail extends Error {
  override name = 'DamagedTrail'
}

export interface Retention {
  readonly db: OpenDatabase
  /** ISO 8601 with microseconds, in UTC. At least a minute ago. */
  readonly before: string
  /** The path of the new file. */
  readonly path: string
  readonly signal: AbortSignal
}

/** What was exported, and how many records were deleted, with those that an earlier run left. */
export interface Retained {
  readonly records: number
  readonly chains: number
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  readonly dropped: number
}

/** Rows per statement. The number is small, so that no statement holds locks for long. */
const rowsPerBatch = 2_000
const startsPerPage = 500
const startsPerStatement = 5_000

/**
 * How long the transaction of an export may take, in milliseconds. A second is enough for about
 * 60,000 chains on a small machine, and this is ten times as long.
 */
const timeoutMs = (chains: number): number => 60_000 + chains / 6

/**
 * Exports all records from before a time to a file, and then deletes them. A run that was
 * interrupted has deleted nothing, or only records that are in its file: the next run deletes the
 * rest.
 * @throws {DamagedTrail} if a record or a start is missing or changed. Nothing is deleted then
 */
export async function retain({ db, before, path, signal }: Retention): Promise<Retained> {
  const starts = await hashStarts(db)
  if (!(await findAnchor(db)).covers(starts)) throw new DamagedTrail('The starts were changed.')
  const unfinished = `${path}.unfinished`
  // Another file is never replaced.
  await (await open(path, 'wx', 0o600)).close()
  let isWhole = false
  try {
    const { ends, allChains, ...told } = await writeRecords(db, unfinished, before, signal)
    if ((await hashFile(unfinished)) !== told.sha256)
      throw new DamagedTrail(`${path} is not what was written.`)
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    isWhole = true
    await db.bulkTransaction(async (tx) => {
      await store.lockExports(tx)
      if ((await hashStarts(tx)) !== starts)
        throw new DamagedTrail('Another export has just ended. Try again.')
      for (let from = 0; from < ends.length; from += startsPerStatement)
        await store.saveStarts(tx, ends.slice(from, from + startsPerStatement))
      const details = { before, ...told, starts_sha256: await hashStarts(tx) }
      await record(tx, { userId: null, action: 'audit.exported', details })
    }, timeoutMs(allChains))
    return { ...told, dropped: await removeExported(db) }
  } finally {
    await rm(unfinished, { force: true })
    // Once the file is whole it stays: the answer of a commit may be lost.
    if (!isWhole) await rm(path, { force: true })
  }
}

interface Exported extends Omit<Retained, 'dropped'> {
  /** The last exported record of each chain. */
  readonly ends: readonly store.Head[]
  /** How many chains there are, with those that have no exported record. */
  readonly allChains: number
}

/** Writes all records from before a time to a file, and checks their hashes. */
async function writeRecords(
  db: Queryable,
  path: string,
  before: string,
  signal: AbortSignal,
): Promise<Exported> {
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  const ends: store.Head[] = []
  let [records, allChains] = [0, 0]
  try {
    for await (const { heads, starts, pages } of chainPages(db)) {
      const chains = new Map(heads.map(({ user_id }) => [user_id, new OldRecords(user_id)]))
      for (const start of starts) chains.get(start.user_id)?.startAfter(start)
      allChains += chains.size
      for await (const page of pages) {
        const lines = page.flatMap((each) => chains.get(each.user_id)?.export(each, before) ?? [])
        records += lines.filter((line) => 'user_id' in line).length
        await append(file, hash, lines)
        signal.throwIfAborted()
      }
      for (const { end } of chains.values()) if (end !== undefined) ends.push(end)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { records, chains: ends.length, sha256: hash.digest('hex'), ends, allChains }
}

async function append(
  file: FileHandle,
  hash: ReturnType<typeof createHash>,
  lines: readonly object[],
): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  hash.update(text)
  await file.write(text)
}

/** The records of a chain that an export writes: those from before a time, in order. */
class OldRecords {
  /** The last one that is written. */
  end: store.Head | undefined
  #isOver = false
  #last: store.Head

  constructor(user_id: number) {
    this.#last = { user_id, seq: '0', hash: firstHash }
  }

  startAfter(start: store.Head): void {
    this.#last = start
  }

  /** @returns the lines of a record: none if it is not old, or exported already */
  export(record: store.StoredRecord, before: string): readonly object[] {
    const [seq, last] = [BigInt(record.seq), BigInt(this.#last.seq)]
    if (seq <= last) return []
    this.#isOver ||= record.at >= before
    if (this.#isOver) return []
    const { user_id } = record
    const hash = hashOf(this.#last.hash, record)
    if (seq !== last + 1n || !hash.equals(record.hash))
      throw new DamagedTrail(`User ${user_id}: record ${record.seq}.`)
    const after = { chain: user_id, after: String(last), hash: this.#last.hash.toString('hex') }
    const lines = [...(this.end ? [] : [after]), { ...record, hash: hash.toString('hex') }]
    this.end = { user_id, seq: record.seq, hash }
    this.#last = this.end
    return lines
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** SHA-256 over the starts: `user seq hash` and a line feed for each, sorted by user. */
async function hashStarts(db: Queryable): Promise<string> {
  const hash = createHash('sha256')
  for (let after = -1; ; ) {
    const starts = await store.listStarts(db, after, startsPerPage)
    for (const start of starts)
      hash.update(`${start.user_id} ${start.seq} ${start.hash.toString('hex')}\n`)
    after = starts.at(-1)?.user_id ?? after
    if (starts.length < startsPerPage) return hash.digest('hex')
  }
}

interface Anchor {
  /** The time before which records are in files. Undefined if nothing was exported. */
  readonly before: string | undefined
  /** Whether the last export left these starts. */
  covers(startsSha256: string): boolean
}

/** Finds what the record of the last export says. Its chain protects it, as every record. */
async function findAnchor(db: Queryable): Promise<Anchor> {
  const details = await store.findLastExport(db)
  const starts = details?.starts_sha256 ?? createHash('sha256').digest('hex')
  return { before: details?.before, covers: (startsSha256) => startsSha256 === starts }
}

/** Checks that the chains start where the last export ended. */
export async function verifyStarts(
  db: Queryable,
): Promise<{ readonly before: string | undefined; readonly isWhole: boolean }> {
  const { before, covers } = await findAnchor(db)
  return { before, isWhole: covers(await hashStarts(db)) }
}

/** Deletes the records that are exported, chain by chain. @returns how many there were */
async function removeExported(db: Queryable): Promise<number> {
  let removed = 0
  for (let after = -1; ; ) {
    const upTo = (await store.listStarts(db, after, startsPerPage)).at(-1)?.user_id
    if (upTo === undefined) return removed
    const range = { after, upTo }
    removed += await removeInBatches(
      (limit) => store.removeExported(db, range, limit),
      rowsPerBatch,
    )
    after = upTo
  }
}
