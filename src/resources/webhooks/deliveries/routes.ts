import { Type } from 'typebox'
import { refusals } from '../../../platform/errors/refusals.ts'
import { pagingOf } from '../../../platform/http/api/paging.ts'
import { pagingParameters, readId } from '../../../platform/http/api/query.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import { operation, unusedBodyRefusals } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import { webhookRefusals } from '../refusals.ts'
import { ownerOf, tag, type WebhookRouteDeps, webhookIdOf, webhookParams } from '../routes.ts'
import { findWebhook, pingWebhook } from '../webhooks.ts'
import { findDeliveries, findDelivery, redeliver } from './deliveries.ts'
import { deliveryCollection, deliveryPath, deliveryResource } from './resource.ts'

const params = {
  ...webhookParams,
  deliveryId: Type.Integer({ format: 'int32', description: 'The number of the delivery' }),
}

/** Pings, and the log of deliveries. */
export const deliveryRoutes =
  (deps: WebhookRouteDeps) =>
  async (app: App): Promise<void> => {
    const { db, viewOf } = deps
    app.post(
      '/webhooks/:webhookId/ping',
      operation({
        id: 'pingWebhook',
        summary: 'Send a ping to a webhook',
        description:
          'The ping is sent after what waits. If that is waiting for another attempt, the attempt is made now.',
        tag,
        scope: 'write:webhooks',
        params: webhookParams,
        success: { status: 202, resource: ref('WebhookDelivery') },
        refusals: [...unusedBodyRefusals, refusals.not_found, webhookRefusals.webhook_disabled],
      }),
      async (request, reply) => {
        const webhookId = webhookIdOf(request)
        const id = await pingWebhook(deps, ownerOf(request), webhookId)
        reply.code(202).header('Location', deliveryPath(webhookId, id, viewOf(request)))
        return deliveryOf(request, webhookId, id)
      },
    )

    app.get(
      '/webhooks/:webhookId/deliveries',
      operation({
        id: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook, newest first',
        description: 'Deliveries are kept for seven days.',
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
        tag,
        scope: 'read:webhooks',
        params,
        success: { status: 200, resource: ref('WebhookDelivery') },
        refusals: [refusals.not_found],
      }),
      async (request) => deliveryOf(request, webhookIdOf(request), deliveryIdOf(request)),
    )

    app.post(
      '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
      operation({
        id: 'redeliverWebhookDelivery',
        summary: 'Send a delivery again',
        description:
          'One that was delivered is sent as a new delivery of the same event, after what waits. One that still waits is tried now.',
        tag,
        scope: 'write:webhooks',
        params,
        success: { status: 202, resource: ref('WebhookDelivery') },
        refusals: [...unusedBodyRefusals, refusals.not_found, webhookRefusals.webhook_disabled],
      }),
      async (request, reply) => {
        const webhookId = webhookIdOf(request)
        const id = await redeliver(db, ownerOf(request), webhookId, deliveryIdOf(request))
        reply.code(202).header('Location', deliveryPath(webhookId, id, viewOf(request)))
        return deliveryOf(request, webhookId, id)
      },
    )

    async function deliveryOf(
      request: Parameters<typeof viewOf>[0],
      webhookId: number,
      id: number,
    ) {
      const webhook = await findWebhook(db, ownerOf(request), webhookId)
      const delivery = await findDelivery(db, request.caller.userId, webhookId, id)
      return deliveryResource(delivery, webhook, viewOf(request))
    }
  }

const deliveryIdOf = ({ params }: { params: unknown }): number =>
  readId((params as { deliveryId: string }).deliveryId)
