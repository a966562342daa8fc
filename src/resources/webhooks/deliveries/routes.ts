import { refusals } from '../../../platform/errors/refusals.ts'
import type { Answer } from '../../../platform/http/api/answer.ts'
import { pagingOf } from '../../../platform/http/api/paging.ts'
import { pagingParameters, readId } from '../../../platform/http/api/query.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { operation, unusedBodyRefusals } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import { Type } from '../../../platform/schema/type.ts'
import { webhookRefusals } from '../refusals.ts'
import { ownerOf, tag, type WebhookRouteDeps, webhookIdOf, webhookParams } from '../routes.ts'
import { findWebhook } from '../webhooks.ts'
import { findDeliveries, findDelivery, pingWebhook, redeliver, type Sent } from './deliveries.ts'
import { deliveryCollection, deliveryPath, deliveryResource } from './resource.ts'

const params = {
  ...webhookParams,
  deliveryId: Type.Integer({ format: 'int32', description: 'The number of the delivery' }),
}

/** Pings, and the log of deliveries. */
export const deliveryRoutes =
  (deps: WebhookRouteDeps) =>
  async (app: App): Promise<void> => {
    const { db, write, viewOf } = deps
    app.post(
      '/webhooks/:webhookId/ping',
      operation({
        id: 'pingWebhook',
        summary: 'Send a ping to a webhook',
        description:
          'The ping is sent after the deliveries that wait. If these wait for another attempt, it is made now.',
        tag,
        scope: 'write:webhooks',
        params: webhookParams,
        success: { status: 202, resource: ref('WebhookDelivery') },
        refusals: [...unusedBodyRefusals, refusals.not_found, webhookRefusals.webhook_disabled],
      }),
      async (request, reply) => {
        const [owner, webhookId] = [ownerOf(request), webhookIdOf(request)]
        return write(
          request,
          reply,
          (writer) => pingWebhook(writer, owner, webhookId),
          (sent: Sent) => accepted(sent, viewOf(request)),
        )
      },
    )

    app.get(
      '/webhooks/:webhookId/deliveries',
      operation({
        id: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook, newest first',
        description:
          'Deliveries are kept for seven days, or longer while they wait. The newest 10,000 are listed, and `total_items` counts these.',
        tag,
        scope: 'read:webhooks',
        params: webhookParams,
        query: Type.Object(pagingParameters()),
        success: { status: 200, resource: ref('WebhookDeliveryCollection') },
        refusals: [refusals.validation_failed, refusals.not_found],
      }),
      async (request) => {
        const webhook = await findWebhook(db, ownerOf(request), webhookIdOf(request))
        const paging = pagingOf(request.query)
        const found = await findDeliveries(db, request.caller.userId, webhook.id, paging)
        return deliveryCollection(found, webhook, paging, viewOf(request))
      },
    )

    app.get(
      '/webhooks/:webhookId/deliveries/:deliveryId',
      operation({
        id: 'getWebhookDelivery',
        summary: 'Get a delivery of a webhook',
        description:
          'How often the delivery was tried, and how the last attempt ended. Deliveries are kept for seven days, or longer while they wait.',
        tag,
        scope: 'read:webhooks',
        params,
        success: { status: 200, resource: ref('WebhookDelivery') },
        refusals: [refusals.not_found],
      }),
      async (request) => {
        const webhook = await findWebhook(db, ownerOf(request), webhookIdOf(request))
        const id = deliveryIdOf(request)
        const delivery = await findDelivery(db, request.caller.userId, webhook.id, id)
        return deliveryResource(delivery, webhook, viewOf(request))
      },
    )

    app.post(
      '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
      operation({
        id: 'redeliverWebhookDelivery',
        summary: 'Send a delivery again',
        description:
          'One that was delivered is sent as a new delivery of the same event, after what waits. ' +
          'One that still waits is tried now.',
        tag,
        scope: 'write:webhooks',
        params,
        success: { status: 202, resource: ref('WebhookDelivery') },
        refusals: [...unusedBodyRefusals, refusals.not_found, webhookRefusals.webhook_disabled],
      }),
      async (request, reply) => {
        const [owner, webhookId] = [ownerOf(request), webhookIdOf(request)]
        return write(
          request,
          reply,
          (writer) => redeliver(writer, owner, webhookId, deliveryIdOf(request)),
          (sent: Sent) => accepted(sent, viewOf(request)),
        )
      },
    )
  }

const accepted = ({ webhook, delivery }: Sent, view: View): Answer => ({
  status: 202,
  headers: { Location: deliveryPath(webhook.id, delivery.id, view) },
  resource: deliveryResource(delivery, webhook, view),
})

const deliveryIdOf = ({ params }: { params: unknown }): number =>
  readId((params as { deliveryId: string }).deliveryId)
