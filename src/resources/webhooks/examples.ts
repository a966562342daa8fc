import type { View } from '../../platform/http/api/view.ts'
import { messageOf } from '../../support/outbox/message.ts'
import { deliveryCollection, deliveryResource } from './deliveries/resource.ts'
import { webhookCollection, webhookResource, webhookWithSecret } from './resource.ts'
import type { LoggedDelivery, Webhook } from './webhook.ts'

const url = 'https://example.com/webhooks/foyer'

const webhook: Webhook = {
  id: 5,
  version: 1,
  name: 'Orders',
  url,
  topics: ['Addresses', 'PaymentMethods'],
  createdAt: '2026-01-06T10:30:00Z',
  disabledReason: null,
}

const delivery: LoggedDelivery = {
  id: 12,
  eventId: '5bb17e6b-1c7d-4d3d-8f1c-8a2f0b6f9f0e',
  topic: 'Addresses',
  action: 'Updated',
  resourceId: 7,
  happenedAt: '2026-01-06T11:00:00.250Z',
  attempts: 1,
  attemptedAt: '2026-01-06T11:00:00.310Z',
  deliveredAt: '2026-01-06T11:00:00.310Z',
  status: 204,
  outcome: 'delivered',
}

const paging = { page: 1, pageSize: 100 }

/** An example of each resource and body, by the name of its schema. */
export const webhookExamples = (view: View) => ({
  Webhook: webhookResource(webhook, view),
  WebhookWithSecret: webhookWithSecret(
    { webhook, secret: 'whsec_x8sXTxzVUnWp2cCsQDOvvLVhXRZtfWLrr1BUtS4d' },
    view,
  ),
  WebhookBody: { name: 'Orders', url, topics: ['Addresses', 'PaymentMethods'] },
  WebhookCollection: webhookCollection([webhook], paging, view),
  WebhookDelivery: deliveryResource(delivery, webhook, view),
  WebhookDeliveryCollection: deliveryCollection(
    { total: 1, deliveries: [delivery] },
    webhook,
    paging,
    view,
  ),
  WebhookMessage: messageOf(delivery, webhook.id, view.baseUrl),
})
