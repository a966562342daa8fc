import { removeInBatches, rowsPerBatch } from '../../platform/database/batches.ts'
import type { Queryable, Transaction } from '../../platform/database/db.ts'
import { type AuditEntry, recordOf } from '../audit/audit.ts'
import { addJob, jobsChannel, removeByKey } from '../work/work.ts'
import type { Event, Topic } from './event.ts'
import * as store from './store.ts'

export { disableForRemoval, listWebhooksOf, removeWebhooksOfUser } from './store.ts'

/*
 * Events of users, for the webhooks that subscribe to them. An event is written in the transaction
 * of its change, so it is sent if that transaction commits, and only then. A webhook for which
 * deliveries wait has a job, and `deliveryWorker` sends them one after the other, at least once each.
 */

/** The queue of the webhooks for which deliveries wait. The key of a job is the id of a webhook. */
export const webhookQueue = 'webhooks'

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
  if (await store.recordAndAnnounce(tx, recordOf(entry), event)) tx.notifyAfterCommit(jobsChannel)
}

/**
 * Adds a ping to one webhook. It is sent after what waits, and that is tried again at once.
 * @returns the id of the delivery; undefined if the webhook is disabled
 */
export const announcePing = (
  tx: Queryable,
  userId: number,
  webhookId: number,
): Promise<number | undefined> => {
  const event = { topic: 'Ping', action: 'Created', resourceId: webhookId } as const
  return sendSoon(tx, userId, webhookId, store.announceTo(tx, userId, webhookId, event))
}

/**
 * Sends a delivery again: a copy of one that has arrived, after what waits; else the one itself, at
 * once.
 * @returns the id of the delivery that is sent; undefined if the webhook is disabled or full
 */
export const announceAgain = (
  tx: Queryable,
  userId: number,
  webhookId: number,
  deliveryId: number,
): Promise<number | undefined> =>
  sendSoon(tx, userId, webhookId, store.announceAgain(tx, userId, webhookId, deliveryId))

async function sendSoon(
  tx: Queryable,
  userId: number,
  webhookId: number,
  announcing: Promise<store.Announced | undefined>,
): Promise<number | undefined> {
  const announced = await announcing
  if (announced !== undefined) await makeDue(tx, userId, { ...announced, id: webhookId })
  return announced?.id
}

const makeDue = (
  tx: Queryable,
  userId: number,
  { id, host }: { readonly id: number; readonly host: string },
): Promise<void> => addJob(tx, { queue: webhookQueue, key: String(id), userId, host })

/** Sends what waits for the webhooks of a user whose erasure is cancelled. */
export async function resumeWebhooks(tx: Queryable, userId: number): Promise<void> {
  for (const webhook of await store.listWaiting(tx, userId)) await makeDue(tx, userId, webhook)
}

/**
 * Sends what waits for a webhook that has changed, and forgets its failed attempts. An instance that
 * is sending to the former URL stops after its attempt.
 */
export async function restartWebhook(
  tx: Queryable,
  userId: number,
  webhookId: number,
): Promise<void> {
  await removeByKey(tx, webhookQueue, String(webhookId))
  const waiting = await store.listWaiting(tx, userId)
  for (const webhook of waiting) if (webhook.id === webhookId) await makeDue(tx, userId, webhook)
}

/**
 * Deletes the webhooks of a user that an application has made, with their deliveries.
 * @returns false if deliveries are too many for one transaction. Then roll back, and call
 *   `disableForRemoval` and `removeDeliveries` before the next attempt
 */
export const removeWebhooksOf = (
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<boolean> => store.removeWebhooksOf(tx, userId, applicationId, maxDeliveries)

/** How many deliveries of a webhook are deleted with it. Others are deleted before. */
export const maxDeliveries = rowsPerBatch

/** Deletes the deliveries of webhooks of a user in batches, each in a transaction of its own. */
export async function removeDeliveries(
  db: Queryable,
  userId: number,
  webhookIds: readonly number[],
): Promise<void> {
  for (const id of webhookIds) {
    let after = 0
    await removeInBatches(async (limit) => {
      const { removed, last } = await store.removeDeliveries(db, { userId, id }, { after, limit })
      after = last ?? after
      return removed
    })
  }
}

/**
 * Deletes the deliveries of all webhooks of a user in batches, each in a transaction of its own.
 */
export const removeDeliveriesOfUser = async (db: Queryable, userId: number): Promise<void> =>
  removeDeliveries(db, userId, await store.listWebhooksOfUser(db, userId))

/** From so many webhooks on, an application has many. */
const manyWebhooks = 500
/** How many webhooks one statement deletes. Each of them takes statements for its deliveries. */
const webhooksPerStatement = 100

/** Whether the webhooks of an application, with their deliveries, need more than one batch. */
export async function hasManyWebhooks(db: Queryable, applicationId: number): Promise<boolean> {
  const webhooks = await store.listWebhooksOfApplication(db, applicationId, manyWebhooks)
  if (webhooks.length === manyWebhooks) return true
  return store.haveDeliveries(db, webhooks, rowsPerBatch)
}

/**
 * Deletes the webhooks of an application for all users in batches, each in a transaction of its
 * own. Nothing must add webhooks meanwhile: disable the application before.
 */
export const removeWebhooksOfApplication = (
  db: Queryable,
  applicationId: number,
): Promise<number> =>
  removeInBatches(async (limit) => {
    const webhooks = await store.listWebhooksOfApplication(db, applicationId, limit)
    for (let start = 0; start < webhooks.length; start += webhooksPerStatement) {
      const part = webhooks.slice(start, start + webhooksPerStatement)
      if (await store.haveDeliveries(db, part, rowsPerBatch))
        for (const { userId, id } of part) await removeDeliveries(db, userId, [id])
      await store.removeWebhooks(db, applicationId, part)
    }
    return webhooks.length
  })

/**
 * Deletes deliveries of changes before a time, except those that wait. It reads all of them in
 * pages, so deliveries that wait do not hide others, however many they are.
 * @param limit deliveries per page
 * @returns how many were deleted
 */
export async function removeOldDeliveries(
  db: Queryable,
  before: Date,
  limit: number = rowsPerBatch,
): Promise<number> {
  let total = 0
  for (let after = '-infinity'; ; ) {
    const { removed, last } = await store.removeOldDeliveries(db, { after, before, limit })
    total += removed
    if (last === null) return total
    after = last
  }
}
