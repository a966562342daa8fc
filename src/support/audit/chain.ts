import { createHash } from 'node:crypto'
import type { OpenDatabase, Queryable } from '../../platform/database/db.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import * as store from './store.ts'

/*
 * A change adds its record as a plain row. Within a second, one instance puts the new records in a
 * batch. Each batch has a hash over the batch before and its own records.
 */

/**
 * Puts all records that have their final place in batches. Several instances may call this at once:
 * one of them does the work.
 */
export async function chainRecords(db: OpenDatabase): Promise<void> {
  if ((await store.findOldestWaiting(db)) === undefined) return
  let closed: number
  do closed = await db.bulkTransaction((tx) => tx.commitWith(store.closeBatch(tx)))
  while (closed >= store.maxRecordsPerBatch)
}

/** Registers the metric of records that wait for a batch. It is the same on every instance. */
export const measureChain = (metrics: Metrics, db: Queryable): void =>
  metrics.gauge({
    name: 'foyer_audit_oldest_unchained_seconds',
    help: 'For how long the first record of the audit trail has waited to become part of the chain. 0 if none waits.',
    read: async () => (await store.findOldestWaiting(db)) ?? 0,
  })

/** Before the first batch. */
export const noBatch: store.Batch = {
  no: 0,
  at: '',
  last_seq: 0,
  records: 0,
  hash: Buffer.alloc(32),
}

/** A batch as it is stored, with its records and the batch before. */
export interface StoredBatch {
  readonly batch: store.Batch
  readonly before: store.Batch
  readonly records: readonly store.StoredRecord[]
}

const batchesPerPage = 500
const recordsPerPage = 2_000

/** Reads all batches after one, with their records. */
export async function* readBatches(db: Queryable, after: store.Batch): AsyncGenerator<StoredBatch> {
  for (let before = after; ; ) {
    const batches = await store.listBatches(db, before.no, batchesPerPage)
    const upTo = batches.at(-1)?.last_seq ?? before.last_seq
    let read = before.last_seq
    let waiting: store.StoredRecord[] = []
    for (const batch of batches) {
      while (read < batch.last_seq) {
        const page = await store.listRecords(db, { after: read, upTo }, recordsPerPage)
        waiting = [...waiting, ...page]
        read = page.length < recordsPerPage ? upTo : (page.at(-1)?.seq ?? upTo)
      }
      const next = waiting.findIndex(({ seq }) => seq > batch.last_seq)
      const records = waiting.splice(0, next < 0 ? waiting.length : next)
      yield { batch, before, records }
      before = batch
    }
    if (batches.length < batchesPerPage) return
  }
}

/** A batch whose records are not those that it was closed with. */
export interface Breach {
  readonly batch: number
  /** The records are after this number, up to `last`. */
  readonly after: number
  readonly last: number
  /**
   * `gone`: the batch itself is missing. Else, what is wrong with one of its records: `missing`,
   * `altered` (or the batch was), or `surplus`, which was not in the batch.
   */
  readonly fault: 'gone' | 'missing' | 'altered' | 'surplus'
  /** The altered record and its user, if the batch has no other record. */
  readonly record: number | null
  readonly user: number | null
}

/** Computes the hash of a batch again, without trusting the stored hash. */
export function breachOf({ batch, before, records }: StoredBatch): Breach | undefined {
  const { no, last_seq: last } = batch
  const place = { batch: no, after: before.last_seq, last, record: null, user: null }
  // Without the batch before, the hash cannot be computed.
  if (no !== before.no + 1) return { ...place, batch: before.no + 1, fault: 'gone' }
  if (records.length < batch.records) return { ...place, fault: 'missing' }
  if (records.length > batch.records) return { ...place, fault: 'surplus' }
  const isWhole = records.at(-1)?.seq === last && hashOf(before, batch, records).equals(batch.hash)
  if (isWhole) return undefined
  const [only] = records.length === 1 ? records : []
  const { seq: record, user_id: user } = only ?? { seq: null, user_id: null }
  return { ...place, fault: 'altered', record, user }
}

/** Computes the hash as the function `audit_chain` of the database does. */
const hashOf = (
  before: store.Batch,
  { no, at }: store.Batch,
  records: readonly store.StoredRecord[],
): Buffer =>
  createHash('sha256')
    .update(before.hash)
    .update(['foyer audit 2', no, at, ...records.map(lineOf)].join('\n'))
    .digest()

const lineOf = (record: store.StoredRecord): string =>
  [
    record.seq,
    record.user_id,
    record.at,
    record.action,
    record.actor,
    record.application_id ?? '-',
    record.request_id ?? '-',
    record.details,
  ].join(' ')
