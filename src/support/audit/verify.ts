import { createHash } from 'node:crypto'
import type { Queryable } from '../../platform/database/db.ts'
import * as store from './store.ts'

/** The first record of a chain that is not as it was written. */
export interface Breach {
  /** 0 for the chain of what concerns no user. */
  readonly user: number
  readonly record: string
  /** `surplus`: the chain is not known to be so long. */
  readonly fault: 'missing' | 'altered' | 'surplus'
}

export interface Verdict {
  readonly records: number
  readonly chains: number
  readonly breaches: readonly Breach[]
  /** ISO 8601 with microseconds, in UTC. */
  readonly until: string
  /** SHA-256 in hex over the last record of each chain up to `until`: the same at any later time. */
  readonly digest: string
}

export interface VerifyOptions {
  /** Up to when the digest goes; unsaid, a minute ago, where no more is added. */
  readonly until?: string
  readonly signal?: AbortSignal
  progress?(done: number, total: number): void
}

const headsAtOnce = 500
const recordsAtOnce = 2_000
const lastUser = 2_147_483_647
const lastRecord = String(2n ** 63n - 1n)

/**
 * Walks all chains from their beginnings and computes every hash anew. Records that are added meanwhile do no harm: the
 * heads are read before what they lead to.
 */
export async function verifyTrail(db: Queryable, options: VerifyOptions = {}): Promise<Verdict> {
  const { total, settled } = await store.survey(db)
  const { until = settled, signal, progress } = options
  const digest = createHash('sha256')
  const breaches: Breach[] = []
  let records = 0
  let chains = 0
  for (let after = -1; after < lastUser && !signal?.aborted; ) {
    const heads = await store.listHeads(db, after, headsAtOnce)
    const upTo = heads.length < headsAtOnce ? lastUser : (heads.at(-1)?.user_id ?? lastUser)
    const walks = new Map(heads.map((head) => [head.user_id, startOf(head.user_id, head)]))
    for await (const page of pagesOf(db, after, upTo)) {
      for (const record of page) {
        const walk = walks.get(record.user_id) ?? startOf(record.user_id, undefined)
        walks.set(record.user_id, walk)
        step(walk, record, until)
      }
      records += page.length
      progress?.(Math.min(records, total), total)
    }
    for (const walk of [...walks.values()].sort((a, b) => a.user - b.user)) {
      const breach = await breachOf(db, walk)
      if (breach) breaches.push(breach)
      if (walk.sealed) digest.update(`${walk.user} ${walk.sealed}\n`)
    }
    chains += walks.size
    after = upTo
  }
  return { records, chains, breaches, until, digest: digest.digest('hex') }
}

async function* pagesOf(db: Queryable, after: number, upTo: number) {
  let behind: Pick<store.Head, 'user_id' | 'seq'> = { user_id: after, seq: lastRecord }
  for (;;) {
    const page = await store.listRecords(db, behind, upTo, recordsAtOnce)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < recordsAtOnce) return
    behind = last
  }
}

/** How far along a chain we are. */
interface Walk {
  readonly user: number
  readonly head: store.Head | undefined
  seq: bigint
  hash: Buffer
  /** Number and hash of the last record that the digest covers. */
  sealed?: string
  breach?: Breach
}

const startOf = (user: number, head: store.Head | undefined): Walk => ({
  user,
  head,
  seq: 0n,
  hash: Buffer.alloc(32),
})

function step(walk: Walk, record: store.StoredRecord, until: string): void {
  if (walk.breach) return
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
  if (record.at <= until) walk.sealed = `${record.seq} ${hash.toString('hex')}`
}

/** The same as in the database, made anew: nothing there is taken at its word. */
const hashOf = (before: Buffer, record: store.StoredRecord): Buffer =>
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
  if (head && seq === BigInt(head.seq)) return undefined
  // What was added since the heads were read has a later one.
  const now = await store.findHead(db, user)
  if (now && seq <= BigInt(now.seq)) return undefined
  return { user, record: String(seq), fault: 'surplus' }
}
