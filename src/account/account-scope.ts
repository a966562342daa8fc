import type { FastifyRequest } from 'fastify'
import type { Session } from '../identity/sessions/sessions.ts'
import type { Visits } from '../identity/sessions/visits.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { runAs } from '../support/audit/actor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in user. Set only in scopes with `requireSession`. */
    session: Session
  }
}

/**
 * Requires a session for all routes of a Fastify scope. Without one, the browser is redirected to
 * sign in, and returns afterwards. The audit trail records changes in this scope as made by the
 * user.
 */
export function requireSession(
  app: App,
  { authUrl, visits }: { readonly authUrl: string; readonly visits: Visits },
): void {
  app.decorateRequest('session')
  app.addHook('preHandler', async (request, reply) => {
    const session = await visits.session(request)
    if (session === undefined) return reply.redirect(toSignIn(authUrl, request), 303)
    request.session = session
    return undefined
  })
  app.addHook('preHandler', (request, _reply, done) =>
    runAs({ kind: 'user', requestId: request.id }, done),
  )
}

/**
 * The URL to sign in. After a form, the user returns to the page of the form, because it must be
 * filled in again.
 */
function toSignIn(authUrl: string, request: FastifyRequest): string {
  const base = basePath(authUrl)
  const [, noun = ''] = /^\/account\/(\w+)/.exec(request.url.slice(base.length)) ?? []
  const query = new URLSearchParams({ return_to: `${base}/account/${noun}` })
  return `${base}/sign-in?${query}`
}
