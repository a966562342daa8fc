import type { FastifyReply, FastifyRequest } from 'fastify'
import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { runAs } from '../../../support/audit/actor.ts'
import { sessionCookie } from '../../users/sessions/session-cookie.ts'
import { endSession, findSession } from '../../users/sessions/sessions.ts'
import { signedOutPage, signOutPage } from '../../users/sessions/sign-out-page.ts'
import { paths } from '../provider/paths.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { callProvider } from './call-provider.ts'
import { type Form, readForm } from './form.ts'
import { cookieIn, queryOf, sendToBrowser, withApplicationErrors } from './page-responses.ts'

/**
 * The parameters of a sign-out request (RP-Initiated Logout 1.0, 2). The form of the page sends
 * them again with the user's answer.
 */
const parameters: ReadonlySet<string> = new Set([
  'client_id',
  'id_token_hint',
  'post_logout_redirect_uri',
  'state',
])

/**
 * The routes to sign out at the request of an application (OpenID Connect RP-Initiated Logout 1.0).
 * The service always asks the user, because any site can send a browser here. The library checks
 * the request, and the service ends the session.
 */
export function endSessionRoutes(app: App, { db, authUrl, provider }: AuthorizationDeps): void {
  const base = basePath(authUrl)
  const cookie = sessionCookie(authUrl)
  const path = paths.end_session

  app.get(base + path, (request, reply) =>
    withApplicationErrors(request, reply, async () => {
      const query = queryIn(request)
      const refusal = await check(query)
      if (refusal !== undefined)
        return sendToBrowser(request, reply, refusal, { own: [`${cookie.name}=`] })
      const session = await findSession(db, cookieIn(request, cookie.name))
      if (session === undefined) return leave(reply, query)
      const action = `${base}${path}/confirm?${new URLSearchParams([...query])}`
      return reply.send(signOutPage(request.frame, { action }))
    }),
  )

  app.post(`${base}${path}/confirm`, (request, reply) =>
    withApplicationErrors(request, reply, async () => {
      const query = queryIn(request)
      const refusal = await check(query)
      if (refusal !== undefined)
        return sendToBrowser(request, reply, refusal, { own: [`${cookie.name}=`] })
      await signOut(request, reply)
      return leave(reply, query)
    }),
  )

  app.get(`${base}${path}/success`, async (request, reply) =>
    reply.send(signedOutPage(request.frame)),
  )

  /**
   * Lets the library check the request, without a session.
   * @returns its error response; undefined if there is none
   */
  async function check(query: Form) {
    const answer = await callProvider(await provider(), { method: 'GET', path, query })
    return answer.status === 200 ? undefined : answer
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await findSession(db, cookieIn(request, cookie.name))
    if (session !== undefined)
      await runAs({ kind: 'user', requestId: request.id }, () =>
        endSession(db, session.userId, session.uid, 'signed_out'),
      )
    reply.header('Set-Cookie', cookie.clear())
  }

  /**
   * Redirects the browser after the sign-out: to the URI of the request if the request names its
   * application, otherwise to a page of this service.
   */
  function leave(reply: FastifyReply, query: Form): FastifyReply {
    const wanted = query.get('post_logout_redirect_uri')
    const known = query.has('client_id') || query.has('id_token_hint')
    if (wanted === undefined || !known) return reply.redirect(`${base}${path}/success`, 303)
    const url = new URL(wanted)
    const state = query.get('state')
    if (state !== undefined) url.searchParams.set('state', state)
    return reply.redirect(url.href, 303)
  }
}

/**
 * Reads the parameters from the URL. They stay there, because form fields cannot contain every
 * `state`.
 */
const queryIn = (request: FastifyRequest): Form => readForm(queryOf(request), parameters)
