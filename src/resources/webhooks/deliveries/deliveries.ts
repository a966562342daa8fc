import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Paging } from '../../../platform/http/api/paging.ts'
import { announceAgain } from '../../../support/outbox/outbox.ts'
import { webhookRefusals } from '../refusals.ts'
import type { LoggedDelivery } from '../webhook.ts'
import { lockWebhook, type Owner } from '../webhooks.ts'
import * as store from './store.ts'

/** Returns a page of the deliveries of a user's webhook, newest first. */
export async function findDeliveries(
  db: Database,
  userId: number,
  webhookId: number,
  { page, pageSize }: Paging,
): Promise<{ total: number; deliveries: LoggedDelivery[] }> {
  const part = { offset: (page - 1) * pageSize, limit: pageSize }
  const [total, deliveries] = await Promise.all([
    store.countDeliveries(db, userId, webhookId),
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

/**
 * Sends a delivery again, with the same id of its event. One that still waits is tried at once.
 * @returns the id of the delivery that is sent
 * @throws {Refused} not_found, webhook_disabled
 */
export const redeliver = (
  db: Database,
  owner: Owner,
  webhookId: number,
  id: number,
): Promise<number> =>
  db.transactionFor(owner.userId, async (tx) => {
    await lockWebhook(tx, owner, webhookId)
    await findDelivery(tx, owner.userId, webhookId, id)
    const sent = await announceAgain(tx, owner.userId, webhookId, id)
    if (sent === undefined) throw new Refused(webhookRefusals.webhook_disabled)
    return sent
  })
