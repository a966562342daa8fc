import type { FastifyRequest } from 'fastify'
import { type DeveloperDeps, isDeveloper } from '../identity/applications/developers/developers.ts'
import type { Session } from '../identity/sessions/sessions.ts'
import type { Visits } from '../identity/sessions/visits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/db.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { findOwnProfile } from '../resources/user/own-profile.ts'
import { runAs } from '../support/audit/actor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in user. Set only in scopes with `requireSession`. */
    session: Session
  }
}

interface AccountScopeDeps {
  readonly authUrl: string
  readonly db: Database
  readonly clock: Clock
  readonly visits: Visits
  readonly developers: DeveloperDeps
}

/**
 * Requires a session for all routes of a Fastify scope. Without one, the browser is redirected to
 * sign in, and returns afterwards. The audit trail records changes in this scope as made by the
 * user.
 */
export function requireSession(
  app: App,
  { authUrl, db, clock, visits, developers }: AccountScopeDeps,
): void {
  app.decorateRequest('session')
  app.addHook('preHandler', async (request, reply) => {
    const session = await visits.session(request)
    if (session === undefined) return reply.redirect(toSignIn(authUrl, request), 303)
    request.session = session
    const { full_name: name, email, time_zone } = await findOwnProfile(db, session.userId)
    request.frame = {
      ...request.frame,
      areas: (await isDeveloper(developers, session.userId)) ? ['developer'] : [],
      user: { name, email },
      now: clock.now(),
      ...(time_zone !== null && { timeZone: time_zone }),
    }
    return undefined
  })
  app.addHook('preHandler', (request, _reply, done) =>
    runAs({ kind: 'user', requestId: request.id }, done),
  )
}

/**
 * The URL to sign in. Afterwards the user returns to the page. After a form, the user returns to the
 * list or the settings that it belongs to, because it must be filled in again.
 */
function toSignIn(authUrl: string, { method, url }: FastifyRequest): string {
  const base = basePath(authUrl)
  const [path = ''] = url.slice(base.length).split('?')
  const [group = '/account'] = /^\/(?:account(?:\/\w+)?|developer)/.exec(path) ?? []
  const query = new URLSearchParams({ return_to: base + (method === 'GET' ? path : group) })
  return `${base}/sign-in?${query}`
}
