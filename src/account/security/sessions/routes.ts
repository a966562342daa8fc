import { endOtherSessions, endSession, listSessions } from '../../../identity/sessions/sessions.ts'
import { openVisits } from '../../../identity/sessions/visits.ts'
import { queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { newId } from '../../../platform/secrets/secrets.ts'
import type { AccountDeps } from '../../deps.ts'
import { sessionsPage } from './pages.ts'

/** The routes to list and end the sessions of the user. */
export function sessionRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db } = deps
  const path = `${basePath(authUrl)}/account/sessions`
  const visits = openVisits(deps)

  app.get(path, async (request) => {
    const { userId, uid } = request.session
    const sessions = await listSessions(db, userId)
    const notices = ['session_ended', 'others_ended'] as const
    const done = notices.find((name) => name === queryParameter(request, 'done'))
    return sessionsPage(request.frame, { sessions, current: uid, formKey: newId(), done })
  })

  app.post(`${path}/end`, async (request, reply) => {
    const { userId } = request.session
    // Ignore the result: another tab may have ended the session already. Sessions of other users
    // are never found.
    await endSession(db, userId, formOf(request).get('session') ?? '', 'revoked')
    return reply.redirect(`${path}?done=session_ended`, 303)
  })

  const othersEnded = `${path}?done=others_ended`
  const config = { renewedAt: othersEnded }
  app.post(`${path}/end-others`, { config }, async (request, reply) => {
    const { session } = request
    const kept = visits.keep(request, session)
    if (await endOtherSessions(db, session.userId, kept)) visits.renew(reply, session, kept)
    return reply.redirect(othersEnded, 303)
  })
}
