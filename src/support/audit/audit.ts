import type { Queryable } from '../../platform/database/db.ts'
import type { AuditAction } from './actions.ts'
import { type Actor, currentActor } from './actor.ts'
import * as store from './store.ts'

/** What happened. `runAs` sets who did it. */
export interface AuditEntry {
  /** The user whom it concerns; null if it concerns no user. */
  readonly userId: number | null
  readonly action: AuditAction
  /** Only ids and kinds. Never personal data, and never secrets. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Records an action in the transaction that performs it, so either both are committed or neither
 * is. Call this last in the transaction: until it ends, no later record of any user becomes part of
 * the chain.
 */
export const record = (tx: Queryable, entry: AuditEntry): Promise<void> =>
  store.append(tx, recordOf(entry))

export type { NewRecord } from './store.ts'

/** The record of an entry, for a statement that writes more than the record. */
export function recordOf({ userId, action, details }: AuditEntry): store.NewRecord {
  const actor = currentActor()
  const userOrNone = userId ?? store.noUser
  return { userId: userOrNone, action, actor, details: { ...details, ...operatorOf(actor) } }
}

/** Records the same action of many users, in one statement. */
export const recordForEach = (
  tx: Queryable,
  userIds: readonly number[],
  entry: Omit<AuditEntry, 'userId'>,
): Promise<void> => store.appendToEach(tx, userIds, recordOf({ ...entry, userId: null }))

/**
 * Whether a user has done the same in the last hour, for an email about it: one an hour tells the
 * user, and more would bury it. Call this before `record`.
 */
export const wasDoneLately = (
  tx: Queryable,
  { userId, action, details = {} }: AuditEntry,
): Promise<boolean> => store.isRecent(tx, userId ?? store.noUser, action, details)

/** Names the operator: by user id at the pages; else by the given name, or by the login name. */
function operatorOf({ operator }: Actor): object {
  if (operator === undefined) return {}
  const { userId, name, login, reason } = operator
  const who = userId !== undefined ? { operator_id: userId } : name ? { operator: name } : { login }
  return { ...who, ...(reason !== undefined && { operator_reason: reason }) }
}

/** Finds up to `count` records that a request wrote, by the id of the request, a UUID. */
export const findRecordsOfRequest = (
  db: Queryable,
  requestId: string,
  count: number,
): Promise<store.StoredRecord[]> => store.listOfRequest(db, requestId, count)

/** Returns the last `count` records of a user, or of no user if `userId` is null, newest first. */
export const listRecords = (
  db: Queryable,
  userId: number | null,
  count: number,
): Promise<store.StoredRecord[]> => store.listLatest(db, userId ?? store.noUser, count)
