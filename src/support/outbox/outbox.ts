import type { Queryable, Transaction } from '../../platform/database/db.ts'
import { type AuditEntry, recordOf } from '../audit/audit.ts'
import type { Event, Topic } from './event.ts'
import * as store from './store.ts'

export {
  announceAgain,
  deliveriesChannel,
  notifyDue,
  removeOldDeliveries,
  removeWebhooksOf,
  resumeWebhooks,
} from './store.ts'

/*
 * Events of users, for the webhooks that subscribe to them. An event is written in the transaction
 * of its change, so it is sent if that transaction commits, and only then. `startDelivery` sends
 * the events of a webhook one after the other, at least once each, on any instance.
 */

export { type Action, actions, type Topic, topics } from './event.ts'

/**
 * Records a change of a user's data in the audit trail, and announces it to the user's webhooks
 * that subscribe to its topic. Call this in the transaction of the change, after locking the user's
 * row: the lock gives events their order, and makes a new webhook see every change after its
 * creation. `record` of the audit trail says what else matters.
 */
export async function recordAndAnnounce(
  tx: Transaction,
  entry: AuditEntry & { readonly userId: number },
  event: Event & { readonly topic: Exclude<Topic, 'Ping'> },
): Promise<void> {
  if (await store.recordAndAnnounce(tx, recordOf(entry), event))
    tx.notifyAfterCommit(store.deliveriesChannel)
}

/**
 * Adds a ping to one webhook. It is sent after what waits, and that is tried again at once.
 * @returns the id of the delivery; undefined if the webhook is disabled
 */
export const announcePing = (
  tx: Queryable,
  userId: number,
  webhookId: number,
): Promise<number | undefined> =>
  store.announceTo(tx, userId, webhookId, {
    topic: 'Ping',
    action: 'Created',
    resourceId: webhookId,
  })
