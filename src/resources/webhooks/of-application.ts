import type { Database, Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { type AuditEntry, record } from '../../support/audit/audit.ts'
import type { Writer } from '../../support/idempotency/writer.ts'
import { findDeliveries, pingWebhook, redeliver, type Sent } from './deliveries/deliveries.ts'
import type { ListedWebhook } from './store.ts'
import * as store from './store.ts'
import type { LoggedDelivery } from './webhook.ts'

export type { LoggedDelivery } from './webhook.ts'

/*
 * The webhooks of an application, for the developer who owns it. They belong to many users. Nothing
 * here says who a user is.
 */

/** A webhook without its user. */
export type WebhookOfApplication = Omit<ListedWebhook, 'userId'>

/** How many webhooks or deliveries a page lists. */
export const pageSize = 25

/** A page of a list. `hasMore` says whether there is a next one. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}

/** Returns a page of the webhooks that an application has made for its users, newest first. */
export async function listWebhooksOf(
  db: Queryable,
  applicationId: number,
  page: number,
): Promise<Page<WebhookOfApplication>> {
  const part = { offset: (page - 1) * pageSize, limit: pageSize + 1 }
  const found = await store.listOfApplication(db, applicationId, part)
  return { items: found.slice(0, pageSize).map(withoutUser), hasMore: found.length > pageSize }
}

const withoutUser = ({ userId: _, ...webhook }: ListedWebhook): WebhookOfApplication => webhook

/** @throws {Refused} not_found, also for a webhook of another application */
async function find(db: Queryable, applicationId: number, id: number): Promise<ListedWebhook> {
  const webhook = await store.findOfApplication(db, applicationId, id)
  if (webhook === undefined) throw new Refused(refusals.not_found)
  return webhook
}

/**
 * Returns a webhook of an application with a page of its deliveries, newest first.
 * @throws {Refused} not_found
 */
export async function findDeliveriesOf(
  db: Database,
  applicationId: number,
  id: number,
  page: number,
): Promise<{ webhook: WebhookOfApplication; deliveries: Page<LoggedDelivery> }> {
  const webhook = await find(db, applicationId, id)
  const { total, deliveries } = await findDeliveries(db, webhook.userId, id, { page, pageSize })
  const items = deliveries.map((delivery) => ({ ...delivery, resourceId: null }))
  return { webhook: withoutUser(webhook), deliveries: { items, hasMore: page * pageSize < total } }
}

/** What a developer does with a webhook. */
export interface DeveloperAct {
  readonly developerId: number
  readonly applicationId: number
  readonly webhookId: number
}

/** Sends a ping to a webhook of an application. @throws {Refused} not_found, webhook_disabled */
export async function pingAsDeveloper(db: Database, act: DeveloperAct): Promise<void> {
  const { userId } = await find(db, act.applicationId, act.webhookId)
  const owner = { userId, applicationId: act.applicationId }
  await pingWebhook(recorded(db, act, 'webhook.pinged'), owner, act.webhookId)
}

/** Sends a delivery again. @throws {Refused} not_found, webhook_disabled */
export async function redeliverAsDeveloper(
  db: Database,
  act: DeveloperAct,
  deliveryId: number,
): Promise<void> {
  const { userId } = await find(db, act.applicationId, act.webhookId)
  const owner = { userId, applicationId: act.applicationId }
  const writer = recorded(db, act, 'webhook.redelivered', deliveryId)
  await redeliver(writer, owner, act.webhookId, deliveryId)
}

/** A writer that records an act of the developer in the transaction that performs it. */
const recorded = (
  db: Database,
  { developerId, applicationId, webhookId }: DeveloperAct,
  action: AuditEntry['action'],
  delivery?: number,
): Writer<Sent> => ({
  transactionFor: (userId, work) =>
    db.transactionFor(userId, async (tx) => {
      const sent = await work(tx)
      const webhook = { application: applicationId, webhook: webhookId }
      const details = { ...webhook, ...(delivery !== undefined && { delivery }) }
      await record(tx, { userId: developerId, action, details })
      return sent
    }),
})
