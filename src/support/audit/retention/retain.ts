import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { OpenDatabase, Queryable } from '../../../platform/database/db.ts'
import { syncDirectory } from '../../../platform/database/embedded/sync-directory.ts'
import type { SecretKey } from '../../../platform/secrets/keys.ts'
import { record } from '../audit.ts'
import {
  type Checkpoint,
  hashStarts,
  sha256,
  signContent,
  verifyCheckpoints,
} from './checkpoint.ts'
import { DamagedTrail, type Exported, writeRecords } from './export.ts'
import * as store from './store.ts'
import { type FileVerdict, readRecords, verdictOf } from './verify-file.ts'

export { DamagedTrail } from './export.ts'
export { isSettled } from './store.ts'

export interface Retention {
  readonly db: OpenDatabase
  readonly secretKey: SecretKey
  /** ISO 8601 with microseconds, in UTC. At least a minute ago. */
  readonly before: string
  /** The path of the new file. */
  readonly path: string
  readonly signal: AbortSignal
}

/** What was exported, and how many records were deleted, with those that an earlier run left. */
export interface Retained extends FileVerdict {
  readonly dropped: number
}

/** Rows per statement. The number is small, so that no statement holds locks for long. */
const rowsPerBatch = 2_000
const startsPerPage = 500
/** Starts per statement that saves them. */
const startsPerStatement = 5_000

/**
 * How long the transaction of an export may take, in milliseconds. A second is enough for about
 * 60,000 chains on a small machine, and this is ten times as long. What it locks until its last
 * statements, only exports use.
 */
const timeoutMs = (chains: number): number => 60_000 + chains / 6

/**
 * Exports all records from before a time to a file, and then deletes them. If it is interrupted
 * before the checkpoint is committed, nothing has changed. If it is interrupted later, the next run
 * deletes the rest.
 * @throws {DamagedTrail} if a record or a checkpoint is missing or changed. Nothing is deleted then
 */
export async function retain(retention: Retention): Promise<Retained> {
  const { db, secretKey, before, path, signal } = retention
  const { faults } = await verifyCheckpoints(db, secretKey)
  if (faults.length > 0) throw new DamagedTrail(`The checkpoints: ${faults.join(', ')}.`)
  const last = await store.findLastCheckpoint(db)
  const unfinished = `${path}.unfinished`
  // Another file is never replaced.
  await (await open(path, 'wx', 0o600)).close()
  const file = await open(unfinished, 'w+', 0o600)
  let content: string | undefined
  let isWritten = false
  let hasCommitted = false
  try {
    const exported = await writeRecords(db, file, before, signal)
    await file.sync()
    const { size } = await file.stat()
    // Before the transaction, because a large file takes longer than a transaction may take.
    const reading = await readRecords(unfinished)
    const isWhole = reading.sha256() === exported.linesSha256 && !reading.isUnreadable
    if (!isWhole || reading.breaches.size > 0) throw notWhatWasWritten(path)
    const verdict = await db.bulkTransaction(async (tx) => {
      await store.lockCheckpoints(tx)
      if ((await store.findLastCheckpoint(tx))?.id !== last?.id)
        throw new DamagedTrail('Another export has just ended. Try again.')
      for (let from = 0; from < exported.ends.length; from += startsPerStatement)
        await store.saveStarts(tx, exported.ends.slice(from, from + startsPerStatement))
      // At this position, because a transaction may run again after a deadlock.
      const { checkpoint, key, line } = await signCheckpoint(tx, retention, exported, last)
      content = checkpoint
      await file.truncate(size)
      await file.write(line, size)
      await file.sync()
      const { records } = exported
      await record(tx, { userId: null, action: 'audit.exported', details: { records } })
      const verdict = verdictOf(reading, (await textFrom(file, size)).trimEnd(), [key])
      if (verdict.faults.length > 0) throw notWhatWasWritten(path)
      if (!isWritten) await rename(unfinished, path)
      isWritten = true
      await syncDirectory(dirname(path))
      return verdict
    }, timeoutMs(exported.allChains))
    hasCommitted = true
    return { ...verdict, dropped: await removeExported(db) }
  } catch (error) {
    // The answer of the commit may be lost. As long as nobody knows, the file stays.
    if (isWritten && !hasCommitted)
      isWritten = await hasCheckpoint(db, last?.id ?? 0, content).catch(() => true)
    throw error
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
    if (!isWritten) await rm(path, { force: true })
  }
}

const notWhatWasWritten = (path: string) => new DamagedTrail(`${path} is not what was written.`)

/** The text of a file from a position on. */
async function textFrom(file: FileHandle, position: number): Promise<string> {
  const { size } = await file.stat()
  const buffer = Buffer.alloc(size - position)
  await file.read(buffer, 0, buffer.length, position)
  return buffer.toString()
}

/**
 * Whether the checkpoint after another one has this content. Waits for a transaction that is
 * committing. Another export may have added a later one.
 */
const hasCheckpoint = (
  db: OpenDatabase,
  after: number,
  content: string | undefined,
): Promise<boolean> =>
  db.bulkTransaction(async (tx) => {
    await store.lockCheckpoints(tx)
    const [next] = await store.listCheckpoints(tx, after, 1)
    return next?.content === content
  })

/** @returns the content of the checkpoint, the public key, and the last line of the file */
async function signCheckpoint(
  tx: Queryable,
  { secretKey, before }: Retention,
  { records, linesSha256, ends }: Exported,
  last: store.StoredCheckpoint | undefined,
): Promise<{ checkpoint: string; key: string; line: string }> {
  const checkpoint: Checkpoint = {
    version: 1,
    before,
    records,
    chains: ends.length,
    lines_sha256: linesSha256,
    starts_sha256: await hashStarts(tx),
    previous_sha256: last === undefined ? null : sha256(last.content),
  }
  const content = JSON.stringify(checkpoint)
  const { keyId, publicKey, signature } = await signContent(tx, secretKey, content)
  await store.addCheckpoint(tx, { content, signature, key_id: keyId })
  const line = {
    checkpoint: content,
    signature: signature.toString('base64'),
    public_key: publicKey.toString('base64'),
  }
  return { checkpoint: content, key: line.public_key, line: `${JSON.stringify(line)}\n` }
}

/** Deletes the records that are exported, chain by chain. @returns how many there were */
async function removeExported(db: Queryable): Promise<number> {
  let removed = 0
  for (let after = -1; ; ) {
    const starts = await store.listStarts(db, after, startsPerPage)
    const upTo = starts.at(-1)?.user_id
    if (upTo === undefined) return removed
    const range = { after, upTo }
    removed += await removeInBatches(
      (limit) => store.removeExported(db, range, limit),
      rowsPerBatch,
    )
    after = upTo
  }
}
