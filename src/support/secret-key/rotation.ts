import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/database/db.ts'
import { Key, type SecretKeys } from '../../platform/secrets/keys.ts'
import { purposes } from '../../platform/secrets/purposes.ts'
import { seal } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import { record } from '../audit/audit.ts'
import { countRemaining, resealAll } from './reseal.ts'
import { keptKeysPurpose, labelOfKept, refreshSecretKeys } from './secret-key.ts'
import * as store from './store.ts'

export { findRotation, type Rotation } from './store.ts'

/*
 * A rotation of SECRET_KEY. All instances have both keys before it begins. `beginRotation` changes
 * the key in use in the database, and all instances seal with it from then on. `continueRotation`
 * seals again what the former key has sealed. One process at a time does this: the command, or the
 * service if the command has ended early.
 */

/**
 * How long a rotation takes at least, in seconds. Within it, every instance learns of the new key
 * (5 s), and requests that began before have ended (10 s).
 */
const settleSeconds = 30

/**
 * Changes the key in use to the newest one. Does nothing if it is in use already.
 * @returns whether a rotation has begun
 */
export async function beginRotation(db: Database, keys: SecretKeys): Promise<boolean> {
  const { check } = keys.newest
  const former = keys.inUse.check
  if (check === former) return false
  const begun = await db.transaction(async (tx) => {
    if (!(await store.replaceCheckValue(tx, former, check))) return false
    await store.addRotation(tx, former, check)
    const rotated = keys.changedTo(check)
    for (const [purpose, treatment] of Object.entries(purposes)) {
      if (typeof treatment === 'string') continue
      const key = { purpose, key_check: former }
      const content = keys.keyOf(former, purpose)
      const sealed = seal(new Key(rotated, keptKeysPurpose), labelOfKept(key), content)
      await store.keepKey(tx, { ...key, sealed }, treatment.keptHours)
    }
    await record(tx, { userId: null, action: 'secret_key.replaced' })
    return true
  })
  await refreshSecretKeys(db, keys)
  return begun
}

export interface RotationWork {
  readonly db: Database
  readonly keys: SecretKeys
  readonly columns: readonly SealedColumn[]
  /** Whether no other process, and no request, uses the database. */
  readonly isAlone?: boolean
  readonly signal?: AbortSignal
  /** How many rows a statement reads at most. */
  readonly rowsPerPage?: number
  progress?(done: number, total: number): void
}

/** What `continueRotation` has left to do. `held`: another process does it. */
export type RotationState = 'none' | 'held' | 'settling' | 'interrupted' | 'ended'

/**
 * Continues the rotation under way, if there is one. After `kill -9`, another process continues
 * half a minute later.
 */
export async function continueRotation(work: RotationWork): Promise<RotationState> {
  const { db, keys } = work
  const rotation = await store.findRotation(db)
  if (rotation === undefined) return 'none'
  if (rotation.ended_at !== null) return 'ended'
  const holder = randomUUID()
  if (!(await store.hold(db, rotation.id, holder))) return 'held'
  try {
    await refreshSecretKeys(db, keys)
    return await resealUntilDone(work, rotation, holder)
  } finally {
    await store.release(db, rotation.id, holder)
  }
}

async function resealUntilDone(
  { db, keys, columns, isAlone = false, signal, progress, rowsPerPage }: RotationWork,
  { id, total: known, resealed: before }: store.Rotation,
  holder: string,
): Promise<RotationState> {
  const nothing = { resealed: 0, unreadable: 0 }
  let total = known ?? 0
  if (known === null)
    for await (const count of countRemaining(db, keys, columns, rowsPerPage)) {
      total += count
      if (!(await store.progress(db, id, holder, nothing))) return 'held'
      if (signal?.aborted) return 'interrupted'
    }
  if (!(await store.progress(db, id, holder, { ...nothing, total }))) return 'held'
  let resealed = before
  for (;;) {
    const ageSeconds = (await store.findRotation(db))?.age_seconds ?? 0
    let found = 0
    let unreadable = 0
    for await (const batch of resealAll(db, keys, columns, rowsPerPage)) {
      found += batch.resealed
      resealed += batch.resealed
      progress?.(Math.min(resealed, total), total)
      unreadable += batch.unreadable
      const done = { resealed: batch.resealed, unreadable }
      if (!(await store.progress(db, id, holder, done))) return 'held'
      if (signal?.aborted) return 'interrupted'
    }
    if (found > 0) continue
    if (!isAlone && ageSeconds < settleSeconds) return 'settling'
    await finish(db, id)
    return 'ended'
  }
}

/** Ends a rotation: nothing needs the former key any more. */
async function finish(db: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (await store.endRotation(tx, id))
      await record(tx, { userId: null, action: 'secret_key.resealed' })
  })
  await store.removeEndedKeys(db)
}
