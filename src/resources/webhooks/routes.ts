import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/db.ts'
import { refusals } from '../../platform/errors/refusals.ts'
import { type Answer, created, noContent, ok } from '../../platform/http/api/answer.ts'
import { readPrecondition } from '../../platform/http/api/hal.ts'
import { pagingOf } from '../../platform/http/api/paging.ts'
import { pagingParameters, readId } from '../../platform/http/api/query.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation, unusedBodyRefusals } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import { Type } from '../../platform/schema/type.ts'
import type { Write } from '../../support/idempotency/write.ts'
import {
  WebhookBody,
  webhookCollection,
  webhookPath,
  webhookResource,
  webhookWithSecret,
} from './resource.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  findWebhooks,
  type Requester,
  rotateSecret,
  updateWebhook,
  type Webhook,
  type WebhookDeps,
  type WithSecret,
} from './webhooks.ts'

export interface WebhookRouteDeps extends WebhookDeps {
  readonly db: Database
  readonly write: Write
  readonly viewOf: (request: FastifyRequest) => View
}

export const tag = 'Webhooks'
export const webhookParams = {
  webhookId: Type.Integer({ format: 'int32', description: 'The webhook identifier' }),
}

/** `/webhooks` of the application of the token, for its user. */
export const webhookRoutes =
  (deps: WebhookRouteDeps) =>
  async (app: App): Promise<void> => {
    const { db, write, viewOf } = deps
    app.get(
      '/webhooks',
      operation({
        id: 'listWebhooks',
        summary: 'List the application’s webhooks for the user',
        description:
          'Webhooks of other applications are not listed. Secrets and `authorization_header` are never shown.',
        tag,
        scope: 'read:webhooks',
        query: Type.Object(pagingParameters()),
        success: { status: 200, resource: ref('WebhookCollection') },
        refusals: [refusals.validation_failed],
      }),
      async (request) =>
        webhookCollection(
          await findWebhooks(db, ownerOf(request)),
          pagingOf(request.query),
          viewOf(request),
        ),
    )

    app.post(
      '/webhooks',
      operation({
        id: 'createWebhook',
        summary: 'Create a webhook',
        description: 'Only this response shows the secret of the signatures.',
        tag,
        scope: 'write:webhooks',
        body: WebhookBody,
        success: { status: 201, resource: ref('WebhookWithSecret') },
        refusals: [refusals.limit_reached],
      }),
      async (request, reply) => {
        const owner = ownerOf(request)
        return write(
          request,
          reply,
          (writer) => createWebhook(deps, writer, owner, request.body),
          (result: WithSecret) => withSecret(result, viewOf(request)),
        )
      },
    )

    app.get(
      '/webhooks/:webhookId',
      operation({
        id: 'getWebhook',
        summary: 'Get a webhook',
        description:
          'A webhook of another application, or of another user, returns 404. The secret is not shown.',
        tag,
        scope: 'read:webhooks',
        params: webhookParams,
        success: { status: 200, resource: ref('Webhook') },
        refusals: [refusals.not_found],
      }),
      async (request) =>
        webhookResource(
          await findWebhook(db, ownerOf(request), webhookIdOf(request)),
          viewOf(request),
        ),
    )

    app.patch(
      '/webhooks/:webhookId',
      operation({
        id: 'updateWebhook',
        summary: 'Update, disable or enable a webhook',
        description:
          'A JSON merge patch: omitted properties keep their values. A disabled webhook gets no deliveries.',
        tag,
        scope: 'write:webhooks',
        params: webhookParams,
        body: WebhookBody,
        success: { status: 200, resource: ref('Webhook') },
        refusals: [refusals.not_found, refusals.precondition_failed],
      }),
      async (request, reply) => {
        const precondition = readPrecondition(request.headers['if-match'])
        const [owner, id] = [ownerOf(request), webhookIdOf(request)]
        return write(
          request,
          reply,
          (writer) => updateWebhook(deps, writer, owner, id, request.body, precondition),
          (webhook: Webhook) => ok(webhookResource(webhook, viewOf(request))),
        )
      },
    )

    app.delete(
      '/webhooks/:webhookId',
      operation({
        id: 'deleteWebhook',
        summary: 'Delete a webhook and its deliveries',
        description: 'Deliveries that wait are not sent any more.',
        tag,
        scope: 'write:webhooks',
        params: webhookParams,
        success: { status: 204 },
        refusals: [refusals.not_found, refusals.precondition_failed],
      }),
      async (request, reply) => {
        const precondition = readPrecondition(request.headers['if-match'])
        const [owner, id] = [ownerOf(request), webhookIdOf(request)]
        return write(
          request,
          reply,
          (writer) => deleteWebhook(db, writer, owner, id, precondition),
          () => noContent,
        )
      },
    )

    app.post(
      '/webhooks/:webhookId/secret',
      operation({
        id: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description: 'For 24 hours deliveries have two signatures, one by each secret.',
        tag,
        scope: 'write:webhooks',
        params: webhookParams,
        success: { status: 201, resource: ref('WebhookWithSecret') },
        refusals: [...unusedBodyRefusals, refusals.not_found],
      }),
      async (request, reply) => {
        const owner = ownerOf(request)
        return write(
          request,
          reply,
          (writer) => rotateSecret(deps, writer, owner, webhookIdOf(request)),
          (result: WithSecret) => withSecret(result, viewOf(request)),
        )
      },
    )
  }

/** The response that shows a secret. Nobody may cache it. */
function withSecret(result: WithSecret, view: View): Answer {
  const answer = created(webhookPath(result.webhook.id, view), webhookWithSecret(result, view))
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } }
}

/** An application sees only the webhooks that it has made for the user. */
export const ownerOf = ({ caller }: FastifyRequest): Requester => ({
  userId: caller.userId,
  applicationId: caller.applicationId,
  grantId: caller.grantId,
})

export const webhookIdOf = ({ params }: { params: unknown }): number =>
  readId((params as { webhookId: string }).webhookId)
