import type { FastifyRequest } from 'fastify'
import type { Session } from '../identity/sessions/sessions.ts'
import type { Visits } from '../identity/sessions/visits.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { runAs } from '../support/audit/actor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of whoever looks at the account's pages. */
    session: Session
  }
}

/**
 * Makes a scope that of a user who is signed in: others are sent to sign in first, and come back. What is changed is recorded as
 * the user's.
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

/** A form leads back to the page it was on, for it has to be filled in again. */
function toSignIn(authUrl: string, request: FastifyRequest): string {
  const base = basePath(authUrl)
  const [, noun = ''] = /^\/account\/(\w+)/.exec(request.url.slice(base.length)) ?? []
  const query = new URLSearchParams({ return_to: `${base}/account/${noun}` })
  return `${base}/sign-in?${query}`
}
