import { type Links, links, type Representation } from '../../../platform/http/api/hal.ts'
import { type Collection, collection, type Paging } from '../../../platform/http/api/paging.ts'
import {
  collectionSchema,
  linksSchema,
  nullableInt32,
  nullableText,
  ref,
  resourceSchema,
} from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { Type } from '../../../platform/schema/type.ts'
import { eventName } from '../../../support/outbox/message.ts'
import { actions, topics } from '../../../support/outbox/outbox.ts'
import { webhookPath } from '../resource.ts'
import type { LoggedDelivery, Webhook } from '../webhook.ts'

export interface DeliveryResource extends Representation {
  id: number
  event_id: string
  topic: string
  action: string
  resource_id: number | null
  time: string
  status: 'waiting' | 'delivered'
  attempts: number
  attempted_at: string | null
  delivered_at: string | null
  http_status: number | null
  outcome: string | null
  _links: Links
}

export const deliveryPath = (webhookId: number, id: number, view: View): string =>
  `${webhookPath(webhookId, view)}/deliveries/${id}`

export function deliveryResource(
  delivery: LoggedDelivery,
  webhook: Pick<Webhook, 'id' | 'disabledReason'>,
  view: View,
): DeliveryResource {
  const self = deliveryPath(webhook.id, delivery.id, view)
  const mayRedeliver = view.mayWriteWebhooks && webhook.disabledReason === null
  return {
    id: delivery.id,
    event_id: eventName(delivery.eventId),
    topic: delivery.topic,
    action: delivery.action,
    resource_id: delivery.resourceId,
    time: delivery.happenedAt,
    status: delivery.deliveredAt === null ? 'waiting' : 'delivered',
    attempts: delivery.attempts,
    attempted_at: delivery.attemptedAt,
    delivered_at: delivery.deliveredAt,
    http_status: delivery.status,
    outcome: delivery.outcome,
    _links: links(view.language, {
      self,
      webhook: webhookPath(webhook.id, view),
      'delivery:redeliver': mayRedeliver ? `${self}/redeliver` : undefined,
    }),
  }
}

/** One page of the deliveries of a webhook. */
export const deliveryCollection = (
  { total, deliveries }: { total: number; deliveries: readonly LoggedDelivery[] },
  webhook: Webhook,
  paging: Paging,
  view: View,
): Collection<DeliveryResource> =>
  collection(view.language, {
    path: `${webhookPath(webhook.id, view)}/deliveries`,
    paging,
    total,
    items: deliveries.map((delivery) => deliveryResource(delivery, webhook, view)),
    links: { webhook: webhookPath(webhook.id, view) },
  })

// Schemas

const nullableTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })

const resourceId = {
  description: 'The id of the address, payment method or webhook; null for the user',
}

const DeliverySchema = resourceSchema('WebhookDelivery', {
  id: Type.Integer({ format: 'int32', description: 'The number of the delivery, in order' }),
  event_id: Type.String({
    description: 'The id of the event, as in the header `webhook-id`',
    examples: ['evt_5bb17e6b1c7d4d3d8f1c8a2f0b6f9f0e'],
  }),
  topic: Type.String({ enum: topics }),
  action: Type.String({ enum: actions }),
  resource_id: nullableInt32(resourceId),
  time: Type.String({ format: 'date-time', description: 'When the change happened, in UTC' }),
  status: Type.String({ enum: ['waiting', 'delivered'] }),
  attempts: Type.Integer({ format: 'int32', description: 'The number of attempts so far' }),
  attempted_at: nullableTime('When the last attempt ended, in UTC'),
  delivered_at: nullableTime('When the receiver accepted it, in UTC'),
  http_status: nullableInt32({ description: 'The HTTP status of the last attempt' }),
  outcome: nullableText({
    description:
      'What the last attempt brought: `delivered`, `refused` (another status than 2xx), ' +
      '`redirected` (3xx, which is not followed), `gone` (410), `timed_out`, ' +
      '`connection_failed`, `name_not_found`, `address_not_allowed` or `url_not_allowed`',
  }),
  _links: linksSchema('self', 'webhook', 'delivery:redeliver'),
})

/** The body of a delivery, for the OpenAPI document. */
export const WebhookMessageSchema = resourceSchema(
  'WebhookMessage',
  {
    id: Type.String({ description: 'The id of the event, the same at every attempt' }),
    topic: Type.String({ enum: topics }),
    action: Type.String({ enum: actions }),
    time: Type.String({ format: 'date-time', description: 'When the change happened, in UTC' }),
    webhook_id: Type.Integer({ format: 'int32' }),
    resource_id: nullableInt32(resourceId),
    _links: Type.Object(
      { webhook: ref('Link'), resource: Type.Optional(ref('Link')) },
      { additionalProperties: false },
    ),
  },
  { description: 'What a webhook receives. It has ids and links, and no personal data.' },
)

export const deliverySchemas = [
  DeliverySchema,
  collectionSchema('WebhookDeliveryCollection', ref('WebhookDelivery'), 'webhook'),
  WebhookMessageSchema,
]
