import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Paging } from '../../../platform/http/api/paging.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { announceAgain, announcePing } from '../../../support/outbox/outbox.ts'
import { webhookRefusals } from '../refusals.ts'
import type { LoggedDelivery, Webhook } from '../webhook.ts'
import { lockWebhook, type Requester } from '../webhooks.ts'
import * as store from './store.ts'

/** How many deliveries of a webhook are counted and listed: the newest ones. */
const maxListed = 10_000

/** Returns a page of the newest deliveries of a user's webhook, newest first. */
export async function findDeliveries(
  db: Database,
  userId: number,
  webhookId: number,
  { page, pageSize }: Paging,
): Promise<{ total: number; deliveries: LoggedDelivery[] }> {
  const offset = Math.min((page - 1) * pageSize, maxListed)
  const part = { offset, limit: Math.min(pageSize, maxListed - offset) }
  const [total, deliveries] = await Promise.all([
    store.countDeliveries(db, userId, webhookId, maxListed),
    store.findDeliveries(db, userId, webhookId, part),
  ])
  return { total, deliveries }
}

/** @throws {Refused} not_found */
export async function findDelivery(
  db: Queryable,
  userId: number,
  webhookId: number,
  id: number,
): Promise<LoggedDelivery> {
  const delivery = await store.findDelivery(db, userId, webhookId, id)
  if (delivery === undefined) throw new Refused(refusals.not_found)
  return delivery
}

/** A delivery with its webhook. */
export interface Sent {
  readonly webhook: Webhook
  readonly delivery: LoggedDelivery
}

/**
 * Sends a ping to a webhook soon.
 * @throws {Refused} not_found, webhook_disabled, invalid_token
 */
export const pingWebhook = (
  writer: Writer<Sent>,
  owner: Requester,
  webhookId: number,
): Promise<Sent> =>
  writer.transactionFor(owner.userId, async (tx) => {
    const [webhook] = await lockWebhook(tx, owner, webhookId)
    return sent(tx, owner, webhook, await announcePing(tx, owner.userId, webhookId))
  })

/**
 * Sends a delivery again, with the same id of its event. One that still waits is tried at once.
 * @throws {Refused} not_found, webhook_disabled, invalid_token
 */
export const redeliver = (
  writer: Writer<Sent>,
  owner: Requester,
  webhookId: number,
  id: number,
): Promise<Sent> =>
  writer.transactionFor(owner.userId, async (tx) => {
    const [webhook] = await lockWebhook(tx, owner, webhookId)
    await findDelivery(tx, owner.userId, webhookId, id)
    return sent(tx, owner, webhook, await announceAgain(tx, owner.userId, webhookId, id))
  })

async function sent(
  tx: Queryable,
  { userId }: Requester,
  webhook: Webhook,
  id: number | undefined,
): Promise<Sent> {
  if (id === undefined) throw new Refused(webhookRefusals.webhook_disabled)
  return { webhook, delivery: await findDelivery(tx, userId, webhook.id, id) }
}
