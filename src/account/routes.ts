import { endConnection, listConnections } from '../identity/consents/connections.ts'
import { endOtherSessions, endSession, listSessions } from '../identity/sessions/sessions.ts'
import { openVisits } from '../identity/sessions/visits.ts'
import { Refused, refusals } from '../platform/errors/refusals.ts'
import { readId } from '../platform/http/api/query.ts'
import { trackMethods } from '../platform/http/api/resources.ts'
import { queryParameter } from '../platform/http/pages/requests.ts'
import { basePath, formOf, preparePages } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { requireSession } from './account-scope.ts'
import { confirmRoutes } from './confirm/routes.ts'
import type { AccountDeps } from './deps.ts'
import { applicationsPage, sessionsPage } from './lists-pages.ts'
import { securityRoutes } from './security/routes.ts'

/** The routes of the account's pages. They require a session. */
export function accountRoutes(deps: AccountDeps) {
  const base = basePath(deps.authUrl)
  return async (app: App): Promise<void> => {
    preparePages(app, deps)
    const complete = trackMethods(app)
    await app.register(async (own: App) => {
      requireSession(own, { ...deps, visits: openVisits(deps) })
      own.get(`${base}/account`, async (_request, reply) =>
        reply.redirect(`${base}/account/sessions`, 303),
      )
      sessionRoutes(own, deps)
      applicationRoutes(own, deps)
      confirmRoutes(own, deps)
      await securityRoutes(own, deps)
    })
    complete()
  }
}

function sessionRoutes(app: App, { authUrl, db }: AccountDeps): void {
  const path = `${basePath(authUrl)}/account/sessions`

  app.get(path, async (request) => {
    const { userId, uid } = request.session
    const sessions = await listSessions(db, userId)
    const notices = ['session_ended', 'others_ended'] as const
    const done = notices.find((name) => name === queryParameter(request, 'done'))
    return sessionsPage(request.frame, { sessions, current: uid, done })
  })

  app.post(`${path}/end`, async (request, reply) => {
    const { userId } = request.session
    // Ignore the result: another tab may have ended the session already. Sessions of other users
    // are never found.
    await endSession(db, userId, formOf(request).get('session') ?? '', 'revoked')
    return reply.redirect(`${path}?done=session_ended`, 303)
  })

  app.post(`${path}/end-others`, async (request, reply) => {
    const { userId, uid } = request.session
    await endOtherSessions(db, userId, uid)
    return reply.redirect(`${path}?done=others_ended`, 303)
  })
}

function applicationRoutes(app: App, { authUrl, db }: AccountDeps): void {
  const path = `${basePath(authUrl)}/account/applications`

  app.get(path, async (request) => {
    const connections = await listConnections(db, request.session.userId)
    const done = queryParameter(request, 'done') === 'disconnected' ? 'disconnected' : undefined
    return applicationsPage(request.frame, { connections, done })
  })

  app.post(`${path}/disconnect`, async (request, reply) => {
    const id = readId(formOf(request).get('application') ?? '')
    if (id === 0) throw new Refused(refusals.not_found)
    await endConnection(db, request.session.userId, id)
    return reply.redirect(`${path}?done=disconnected`, 303)
  })
}
