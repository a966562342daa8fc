import { hash } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { withDeadline } from '../../../platform/database/deadline.ts'
import { currentActor, runAs } from '../actor.ts'
import { type AuditEntry, record } from '../audit.ts'
import * as store from './store.ts'

/** The length of a window in which refusals are counted together, in milliseconds. */
const windowMs = 10 * 60_000

/**
 * The most records of one action that unauthenticated callers can cause in a window: from one
 * network, and from all networks.
 */
const maxRecords = { network: 100, all: 1_000 }
/**
 * The most records of failed authentication of applications. These limits are lower, because
 * nothing else limits such requests.
 */
const maxApplicationRecords = { network: 20, all: 200 }

/** Records a refusal, and resolves once the record is written. */
export type RecordRefusal = (refusal: AuditEntry) => Promise<void>

/**
 * Whether equal refusals from one network in a window become two records: the first, and the others
 * with a count. Nothing else limits how often an application can fail to authenticate.
 */
const gathersAlike = (action: AuditEntry['action']): boolean => action === 'application.refused'

interface Refusal {
  readonly entry: AuditEntry
  /**
   * The network of an unauthenticated caller, as a keyed hash. Undefined for an authenticated
   * caller, who is not limited.
   */
  readonly network: string | undefined
  /** Records equal refusals under the actor and the request of the first one. */
  readonly write: (tx: Queryable, times: number) => Promise<void>
  readonly written: PromiseWithResolvers<void>
  times: number
}

/** The most refusals that one transaction writes. */
const batchSize = 50

/**
 * Creates the function that records refusals. A process creates one, and shares it. Unauthenticated
 * callers can cause any number of refusals, so the process writes them in one transaction at a
 * time. Equal refusals that arrive while a transaction runs become one record with a count
 * (`times`). Refusals beyond the limits are only counted, and `recordGatheredRefusals` records the
 * count later. Every refused request waits for its transaction, so the response time does not reveal
 * whether a user exists.
 */
export function recordRefusals(db: Database, clock: Clock): RecordRefusal {
  const waiting = new Map<string, Refusal>()
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, batchSize)
      for (const [key] of batch) waiting.delete(key)
      const refusals = batch.map(([, refusal]) => refusal)
      try {
        await db.transaction((tx) => writeAll(tx, refusals, clock.now()))
        for (const { written } of refusals) written.resolve()
      } catch (error) {
        for (const { written } of refusals) written.reject(error)
      }
    }
    isWriting = false
  }

  return (entry) => {
    const actor = currentActor()
    const network = networkOfVisitor()
    const key = JSON.stringify([entry.userId, entry.action, entry.details, network])
    const known = waiting.get(key)
    if (known) known.times++
    const refusal: Refusal = known ?? {
      entry,
      network,
      times: 1,
      written: Promise.withResolvers(),
      write: (tx, times) =>
        runAs(actor, () => record(tx, { ...entry, details: { ...entry.details, times } })),
    }
    waiting.set(key, refusal)
    // It also writes the refusals of later requests, so the deadline of this one must not end it.
    if (!isWriting) void withDeadline(Number.POSITIVE_INFINITY, write)
    return refusal.written.promise
  }
}

/**
 * Records a request that an unauthenticated caller can make, such as a sign-up or an email to an
 * address, in the caller's transaction. Requests that concern a known user are always recorded,
 * because they have limits of their own. Other requests have the same limits as refusals. As with
 * `record`, call this last.
 */
export async function recordRequest(tx: Queryable, entry: AuditEntry, clock: Clock): Promise<void> {
  const network = entry.userId === null ? networkOfVisitor() : undefined
  const request = { entry, network, times: 1 }
  if (network === undefined || (await mayRecord(tx, request, clock.now()))) await record(tx, entry)
}

/**
 * Returns the caller's network, as a keyed hash; undefined for an authenticated caller, who is not
 * limited.
 */
function networkOfVisitor(): string | undefined {
  const actor = currentActor()
  return actor.kind === 'visitor' ? (actor.network?.() ?? '') : undefined
}

const byAction = ({ entry: { action: a } }: Refusal, { entry: { action: b } }: Refusal): number =>
  a < b ? -1 : a > b ? 1 : 0

async function writeAll(tx: Queryable, refusals: readonly Refusal[], now: number): Promise<void> {
  const allowed: Refusal[] = []
  // All instances lock counts in the same order, so that they cannot deadlock: sorted by action,
  // and for each action its total first.
  for (const refusal of [...refusals].sort(byAction))
    if (refusal.network === undefined || (await mayRecord(tx, refusal, now))) allowed.push(refusal)
  for (const refusal of allowed) await refusal.write(tx, refusal.times)
}

/**
 * Counts the refusal of an unauthenticated caller.
 * @returns whether it may be recorded
 */
async function mayRecord(
  tx: Queryable,
  { entry, network, times }: Pick<Refusal, 'entry' | 'network' | 'times'>,
  now: number,
): Promise<boolean> {
  const { userId, action, details = {} } = entry
  const gathers = gathersAlike(action)
  const max = action === 'application.refused' ? maxApplicationRecords : maxRecords
  const endsAt = new Date((Math.floor(now / windowMs) + 1) * windowMs)
  const keyOf = (...parts: readonly unknown[]): Buffer =>
    hash('sha256', JSON.stringify([endsAt.getTime(), action, ...parts]), 'buffer')
  const recordBeyondLimit = { endsAt, userId: null, action, details: { beyond_limit: true } }

  const all = { ...recordBeyondLimit, key: keyOf('all') }
  const ofNetwork = { ...recordBeyondLimit, key: keyOf('network', network) }
  // Locks the total of the action until the transaction ends. Other transactions that count such
  // refusals wait here.
  const total = await store.lockCount(tx, all)
  const alike = { endsAt, userId, action, details, key: keyOf('alike', network, userId, details) }
  if (gathers && (await store.addPending(tx, alike.key, times))) return false
  if (total < max.all && (await store.lockCount(tx, ofNetwork)) < max.network) {
    await store.addRecord(tx, all.key)
    await store.addRecord(tx, ofNetwork.key)
    if (gathers) await store.lockCount(tx, alike)
    return true
  }
  await store.addPending(tx, all.key, times)
  return false
}

/** The most counts that one transaction closes. Each is a statement. */
const closeBatchSize = 100

/**
 * Closes expired windows: each count of unrecorded refusals becomes one record. Call this every
 * minute; several instances may do so at once.
 */
export async function recordGatheredRefusals(db: Database, clock: Clock): Promise<void> {
  const now = new Date(clock.now())
  const close = (limit: number): Promise<number> =>
    db.transaction(async (tx) => {
      const closed = await store.removeExpired(tx, now, limit)
      for (const { userId, action, details, pending } of closed)
        if (pending > 0)
          await runAs({ kind: 'visitor' }, () =>
            record(tx, { userId, action, details: { ...details, times: pending } }),
          )
      return closed.length
    })
  await removeInBatches(close, closeBatchSize)
}
