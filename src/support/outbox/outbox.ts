import type { Queryable, Transaction } from '../../platform/database/db.ts'
import type { Action, Topic } from './event.ts'
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
 * Announces a change to the user's webhooks that subscribe to its topic. Writes nothing if there
 * are none. Call this in the transaction of the change, after locking the user's row: the lock
 * gives events their order, and makes a new webhook see every change after its creation.
 */
export async function announce(
  tx: Transaction,
  userId: number,
  topic: Exclude<Topic, 'Ping'>,
  action: Action,
  resourceId: number | null,
): Promise<void> {
  const event = { topic, action, resourceId }
  if (await store.announce(tx, userId, event)) tx.notifyAfterCommit(store.deliveriesChannel)
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
