import { createHash } from 'node:crypto'
import type { Queryable } from '../../platform/database/db.ts'
import * as store from './store.ts'

/** The first record of a chain that is missing or not as it was written. */
export interface Breach {
  /** The id of the user; 0 for the chain of records that concern no user. */
  readonly user: number
  readonly record: string
  /** `surplus`: the record comes after the known end of the chain. */
  readonly fault: 'missing' | 'altered' | 'surplus'
}

export interface Verdict {
  readonly records: number
  readonly chains: number
  readonly breaches: readonly Breach[]
  /** ISO 8601 with microseconds, in UTC. */
  readonly until: string
  /**
   * SHA-256 in hex over the last record of each chain up to `until`. A later verification up to the
   * same time returns the same digest.
   */
  readonly digest: string
}

export interface VerifyOptions {
  /**
   * The time up to which the digest covers records, not before that of the last export. If
   * omitted, one minute ago: by then all records are committed.
   */
  readonly until?: string
  readonly signal?: AbortSignal
  progress?(done: number, total: number): void
}

const headsPerPage = 500
const recordsPerPage = 2_000
const maxUserId = 2_147_483_647
const maxSeq = String(2n ** 63n - 1n)

/** The hash before the first record of a chain. */
export const firstHash: Buffer = Buffer.alloc(32)

/** The chains of some users, with their records. */
export interface ChainPage {
  readonly heads: readonly store.Head[]
  readonly starts: readonly store.Head[]
  /** The records of these users, sorted by user and number. */
  readonly pages: AsyncGenerator<store.StoredRecord[]>
}

/** Reads all chains. Read the records of each page before the next one. */
export async function* chainPages(db: Queryable): AsyncGenerator<ChainPage> {
  for (let after = -1; after < maxUserId; ) {
    const heads = await store.listHeads(db, after, headsPerPage)
    const upTo = heads.length < headsPerPage ? maxUserId : (heads.at(-1)?.user_id ?? maxUserId)
    const starts = await store.listStartsBetween(db, after, upTo)
    yield { heads, starts, pages: pagesOf(db, after, upTo) }
    after = upTo
  }
}

/**
 * Reads all chains from their starts and computes every hash again. Records may be added
 * meanwhile: the heads are read before the records, so the new records follow the heads.
 */
export async function verifyTrail(db: Queryable, options: VerifyOptions = {}): Promise<Verdict> {
  const { total, settledUntil } = await store.summarize(db)
  const { until = settledUntil, signal, progress } = options
  const digest = createHash('sha256')
  const breaches: Breach[] = []
  let records = 0
  let chains = 0
  for await (const { heads, starts, pages } of chainPages(db)) {
    if (signal?.aborted) break
    const walks = new Map<number, Walk>()
    for (const start of starts) walks.set(start.user_id, startOf(start.user_id, undefined, start))
    for (const head of heads)
      walks.set(head.user_id, { ...(walks.get(head.user_id) ?? startOf(head.user_id)), head })
    for await (const page of pages) {
      for (const record of page) {
        const walk = walks.get(record.user_id) ?? startOf(record.user_id)
        walks.set(record.user_id, walk)
        step(walk, record, until)
      }
      records += page.length
      progress?.(Math.min(records, total), total)
    }
    for (const walk of [...walks.values()].sort((a, b) => a.user - b.user)) {
      const breach = await breachOf(db, walk)
      if (breach) breaches.push(breach)
      if (walk.lastCovered) digest.update(`${walk.user} ${walk.lastCovered}\n`)
    }
    chains += walks.size
  }
  return { records, chains, breaches, until, digest: digest.digest('hex') }
}

async function* pagesOf(db: Queryable, after: number, upTo: number) {
  let previous: Pick<store.Head, 'user_id' | 'seq'> = { user_id: after, seq: maxSeq }
  for (;;) {
    const page = await store.listRecords(db, previous, upTo, recordsPerPage)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < recordsPerPage) return
    previous = last
  }
}

/** The verification of one chain: the last record that was read, and the first fault. */
interface Walk {
  readonly user: number
  readonly head: store.Head | undefined
  /** The last record that was exported; 0 if there is none. */
  readonly first: bigint
  seq: bigint
  hash: Buffer
  /** The number and the hash of the last record that the digest covers. */
  lastCovered?: string
  breach?: Breach
}

const startOf = (user: number, head?: store.Head, start?: store.Head): Walk => ({
  user,
  head,
  first: BigInt(start?.seq ?? 0),
  seq: BigInt(start?.seq ?? 0),
  hash: start?.hash ?? firstHash,
  ...(start && { lastCovered: `${start.seq} ${start.hash.toString('hex')}` }),
})

function step(walk: Walk, record: store.StoredRecord, until: string): void {
  // An exported record that is not deleted yet is in the file.
  if (walk.breach || BigInt(record.seq) <= walk.first) return
  const { user, head } = walk
  const next = walk.seq + 1n
  if (BigInt(record.seq) !== next) {
    walk.breach = { user, record: String(next), fault: 'missing' }
    return
  }
  const hash = hashOf(walk.hash, record)
  const isLast = head?.seq === record.seq
  if (!hash.equals(record.hash) || (isLast && !hash.equals(head.hash))) {
    walk.breach = { user, record: record.seq, fault: 'altered' }
    return
  }
  walk.seq = next
  walk.hash = hash
  if (record.at <= until) walk.lastCovered = `${record.seq} ${hash.toString('hex')}`
}

/** Computes the hash of a record as the database does, without trusting the stored hash. */
export const hashOf = (before: Buffer, record: store.StoredRecord): Buffer =>
  createHash('sha256')
    .update(before)
    .update(
      [
        'foyer audit 1',
        record.user_id,
        record.seq,
        record.at,
        record.action,
        record.actor,
        record.application_id ?? '',
        record.request_id ?? '',
        record.details,
      ].join('\n'),
    )
    .digest()

async function breachOf(db: Queryable, walk: Walk): Promise<Breach | undefined> {
  const { user, head, seq, breach } = walk
  if (breach) return breach
  if (head && seq < BigInt(head.seq)) return { user, record: String(seq + 1n), fault: 'missing' }
  if (head && seq === BigInt(head.seq))
    return head.hash.equals(walk.hash) ? undefined : { user, record: head.seq, fault: 'altered' }
  // Records may have been added since the heads were read. Then the head is newer now.
  const now = await store.findHead(db, user)
  if (now && seq <= BigInt(now.seq)) return undefined
  return { user, record: String(seq), fault: 'surplus' }
}
