import type { OpenDatabase } from '../../platform/database/db.ts'
import { type Breach, breachOf, chainRecords, noBatch, readBatches } from './chain.ts'
import * as store from './store.ts'

export type { Breach } from './chain.ts'

export interface Verdict {
  /** How many records the batches have, without those that are exported. */
  readonly records: number
  readonly batches: number
  /** Records that are in no batch yet. Nobody would notice a change of them. */
  readonly unchained: number
  readonly breaches: readonly Breach[]
  /**
   * The time up to which the digest covers batches: ISO 8601 with microseconds, in UTC. Null if
   * there is no batch.
   */
  readonly until: string | null
  /**
   * The hash of the last batch that was closed by then, in hex. It covers all batches before. A
   * later verification up to the same time returns the same digest.
   */
  readonly digest: string
}

export interface VerifyOptions {
  /**
   * The time up to which the digest covers batches, not before that of the last export. If omitted,
   * the time of the last batch.
   */
  readonly until?: string | undefined
  readonly signal?: AbortSignal
  progress?(done: number, total: number): void
}

/**
 * Puts the records that wait in batches, reads all batches and computes every hash again. Records
 * may be added meanwhile.
 */
export async function verifyTrail(db: OpenDatabase, options: VerifyOptions = {}): Promise<Verdict> {
  const { until, signal, progress } = options
  await chainRecords(db)
  const start = (await store.findLastExported(db)) ?? noBatch
  const total = await store.countInBatches(db, start.no)
  const breaches: Breach[] = []
  let [records, batches] = [0, 0]
  let last = start
  let covered = start
  for await (const stored of readBatches(db, start)) {
    if (signal?.aborted) break
    const breach = breachOf(stored)
    if (breach !== undefined) breaches.push(breach)
    last = stored.batch
    if (until === undefined || last.at <= until) covered = last
    batches++
    records += stored.records.length
    progress?.(Math.min(records, total), total)
  }
  return {
    records,
    batches,
    unchained: await store.countAfter(db, last.last_seq),
    breaches,
    until: until ?? (covered.at || null),
    digest: covered.hash.toString('hex'),
  }
}
