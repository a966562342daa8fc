import type { Queryable } from '../../platform/database/db.ts'
import type { AuditAction } from './actions.ts'
import { currentActor } from './actor.ts'
import * as store from './store.ts'

/** What happened. Who did it is known from `actAs`. */
export interface AuditEntry {
  /** Whom it concerns; null for what concerns no user. */
  readonly userId: number | null
  readonly action: AuditAction
  /** Ids and kinds alone: never what tells of a person, and nothing that opens anything. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
}

/** The chain of what concerns no user. No user has this number. */
const nobody = 0

/**
 * Records what a transaction changes, in that transaction: the one is there exactly when the other is. To be
 * called last in it, for from here on everybody else who records something of the same user waits; and
 * behind a lock on the user's row, where there is one.
 */
export const record = (
  tx: Queryable,
  { userId, action, details = {} }: AuditEntry,
): Promise<void> => store.append(tx, userId ?? nobody, action, currentActor(), details)

/** The last records of a user, or of what concerns no user, the newest first. */
export const listRecords = (
  db: Queryable,
  userId: number | null,
  count: number,
): Promise<store.StoredRecord[]> => store.listLatest(db, userId ?? nobody, count)
