import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { OpenDatabase, Queryable } from '../../platform/database/db.ts'
import { syncDirectory } from '../../platform/database/embedded/sync-directory.ts'
import { record } from './audit.ts'
import { breachOf, noBatch, readBatches } from './chain.ts'
import * as store from './store.ts'

export { isSettled } from './store.ts'

/*
 * Old batches are exported to a file, and their records are deleted. The last exported batch stays
 * without its records: there the verification starts. The record `audit.exported` of each export
 * covers the file and this batch.
 *
 * A file has JSON lines. The line of a batch comes after the lines of its records. It has all values
 * of the batch, with its hash in hex. The first line is the batch before. The line of a record has
 * all values that the hash covers. `details` is a text, as PostgreSQL writes it, because the hash
 * covers this text.
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
  readonly batches: number
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  readonly dropped: number
}

/** Rows per statement. The number is small, so that no statement holds locks for long. */
const rowsPerBatch = 2_000

/**
 * Exports all batches that were closed before a time to a file, and then deletes their records. A
 * run that was interrupted has deleted nothing, or only records that are in its file: the next run
 * deletes the rest.
 * @throws {DamagedTrail} if a record or a batch is missing or changed. Nothing is deleted then
 */
export async function retain({ db, before, path, signal }: Retention): Promise<Retained> {
  const start = (await store.findLastExported(db)) ?? noBatch
  if (!(await verifyStart(db)).isWhole) throw new DamagedTrail('The start was changed.')
  const unfinished = `${path}.unfinished`
  // Another file is never replaced.
  await (await open(path, 'wx', 0o600)).close()
  let isWhole = false
  try {
    const { end, ...told } = await writeBatches(db, unfinished, { start, before, signal })
    if ((await hashFile(unfinished)) !== told.sha256)
      throw new DamagedTrail(`${path} is not what was written.`)
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    isWhole = true
    await db.bulkTransaction(async (tx) => {
      await store.lockExports(tx)
      if (((await store.findLastExported(tx)) ?? noBatch).no !== start.no)
        throw new DamagedTrail('Another export has just ended. Try again.')
      await store.markExported(tx, end.no)
      const details = { before, ...told, batch: end.no, batch_sha256: end.hash.toString('hex') }
      await record(tx, { userId: null, action: 'audit.exported', details })
    })
    const dropped = await removeInBatches((limit) => store.removeExported(db, limit), rowsPerBatch)
    await removeInBatches((limit) => store.removeExportedBatches(db, limit), rowsPerBatch)
    return { ...told, dropped }
  } finally {
    await rm(unfinished, { force: true })
    // Once the file is whole it stays: the answer of a commit may be lost.
    if (!isWhole) await rm(path, { force: true })
  }
}

interface Exported extends Omit<Retained, 'dropped'> {
  /** The last batch of the file, or the one before the file. */
  readonly end: store.Batch
}

/** Writes all batches after one, from before a time, to a file. Checks their hashes. */
async function writeBatches(
  db: Queryable,
  path: string,
  { start, before, signal }: Pick<Retention, 'before' | 'signal'> & { readonly start: store.Batch },
): Promise<Exported> {
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  const write = async (lines: readonly object[]): Promise<void> => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    hash.update(text)
    await file.write(text)
  }
  let [records, batches] = [0, 0]
  let end = start
  try {
    await write([lineOf(start)])
    for await (const stored of readBatches(db, start)) {
      signal.throwIfAborted()
      if (stored.batch.at >= before) break
      const breach = breachOf(stored)
      if (breach !== undefined) throw new DamagedTrail(`Batch ${breach.batch} was changed.`)
      await write([...stored.records, lineOf(stored.batch)])
      records += stored.records.length
      batches++
      end = stored.batch
    }
    signal.throwIfAborted()
    await file.sync()
  } finally {
    await file.close()
  }
  return { records, batches, sha256: hash.digest('hex'), end }
}

const lineOf = (batch: store.Batch): object => ({ ...batch, hash: batch.hash.toString('hex') })

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Checks that the batches start where the record of the last export says. */
export async function verifyStart(
  db: Queryable,
): Promise<{ readonly before: string | undefined; readonly isWhole: boolean }> {
  const exported = await store.findLastExport(db)
  const { no, hash } = (await store.findLastExported(db)) ?? noBatch
  const { batch, batch_sha256 } = exported ?? {
    batch: 0,
    batch_sha256: noBatch.hash.toString('hex'),
  }
  const isWhole = no === batch && hash.toString('hex') === batch_sha256
  return { before: exported?.before, isWhole }
}
