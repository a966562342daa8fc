import type { FastifyRequest } from 'fastify'
import { findOwnApplication } from '../../identity/applications/developers/own-applications.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import {
  type DeveloperAct,
  findDeliveriesOf,
  listWebhooksOf,
  pingAsDeveloper,
  redeliverAsDeveloper,
} from '../../resources/webhooks/of-application.ts'
import { webhookRefusals } from '../../resources/webhooks/refusals.ts'
import type { AccountDeps } from '../deps.ts'
import { pageIn, targetOf } from './target.ts'
import { webhookNotices, webhookPage, webhooksPage } from './webhook-pages.ts'

/** The routes of the webhooks that an application has made, and of their deliveries. */
export function webhookRoutes(app: App, { db }: AccountDeps, path: string): void {
  app.get(path, async (request) => {
    const application = await findOwnApplication(db, targetOf(request))
    const page = pageIn(request)
    const webhooks = await listWebhooksOf(db, application.id, page)
    return webhooksPage(request.frame, application, { webhooks, page })
  })

  app.get(`${path}/:id`, async (request) => {
    const application = await findOwnApplication(db, targetOf(request))
    const page = pageIn(request)
    const found = await findDeliveriesOf(db, application.id, idIn(request, 'id'), page)
    const done = webhookNotices.find((name) => name === queryParameter(request, 'done'))
    return webhookPage(request.frame, application, { ...found, page, done })
  })

  /** Runs an act, and returns to the page of its webhook. */
  const act = (
    below: string,
    done: (typeof webhookNotices)[number],
    work: (of: DeveloperAct, request: FastifyRequest) => Promise<void>,
  ) => {
    const depth = below.split('/').length - 2
    const pageOf = ({ url }: FastifyRequest) => {
      const [pathname = ''] = url.split('?')
      return pathname.split('/').slice(0, -depth).join('/')
    }
    app.get(path + below, async (request, reply) => reply.redirect(pageOf(request), 303))
    app.post(path + below, async (request, reply) => {
      const { id: applicationId } = await findOwnApplication(db, targetOf(request))
      const webhookId = idIn(request, 'id')
      try {
        await work({ developerId: request.session.userId, applicationId, webhookId }, request)
      } catch (error) {
        if (!(error instanceof Refused) || error.refusal !== webhookRefusals.webhook_disabled)
          throw error
        return reply.redirect(`${pageOf(request)}?done=webhook_off`, 303)
      }
      return reply.redirect(`${pageOf(request)}?done=${done}`, 303)
    })
  }
  act('/:id/ping', 'pinged', (of) => pingAsDeveloper(db, of))
  act('/:id/deliveries/:delivery/redeliver', 'redelivered', (of, request) =>
    redeliverAsDeveloper(db, of, idIn(request, 'delivery')),
  )
}

const idIn = ({ params }: FastifyRequest, name: string): number =>
  readId((params as Readonly<Record<string, string>>)[name] ?? '')
