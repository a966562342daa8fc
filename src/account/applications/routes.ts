import { endConnection, listConnections } from '../../identity/consents/connections.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findConnectedWebhooks } from '../../resources/webhooks/webhooks.ts'
import type { AccountDeps } from '../deps.ts'
import { applicationsPage } from './pages.ts'

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

  app.post(`${path}/disconnect`, async (request, reply) => {
    const id = readId(formOf(request).get('application') ?? '')
    if (id === 0) throw new Refused(refusals.not_found)
    await endConnection(db, request.session.userId, id)
    return reply.redirect(`${path}?done=disconnected`, 303)
  })
}
