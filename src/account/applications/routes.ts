import type { FastifyRequest } from 'fastify'
import { endConnection, listConnections } from '../../identity/consents/connections.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findConnectedWebhooks } from '../../resources/webhooks/webhooks.ts'
import type { AccountDeps } from '../deps.ts'
import { applicationsPage, disconnectPage } from './pages.ts'

/** The routes to list and disconnect the applications that may use the account. */
export function applicationRoutes(app: App, { authUrl, db }: AccountDeps): void {
  const path = `${basePath(authUrl)}/account/applications`

  app.get(path, async (request) => {
    const { userId } = request.session
    const [connections, webhooks] = await Promise.all([
      listConnections(db, userId),
      findConnectedWebhooks(db, userId),
    ])
    const done = queryParameter(request, 'done') === 'disconnected' ? 'disconnected' : undefined
    return applicationsPage(request.frame, { connections, webhooks, done })
  })

  app.get(`${path}/:id/disconnect`, async (request) => {
    const id = idOf(request)
    const connections = await listConnections(db, request.session.userId)
    const connection = connections.find(({ applicationId }) => applicationId === id)
    if (connection === undefined) throw new Refused(refusals.not_found)
    return disconnectPage(request.frame, connection)
  })
  app.post(`${path}/:id/disconnect`, async (request, reply) => {
    await endConnection(db, request.session.userId, idOf(request))
    return reply.redirect(`${path}?done=disconnected`, 303)
  })
}

const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)
