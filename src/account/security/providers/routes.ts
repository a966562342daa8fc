import type { FastifyRequest } from 'fastify'
import { listIdentities, unlinkIdentity } from '../../../identity/providers/identities.ts'
import { openVisits } from '../../../identity/sessions/visits.ts'
import { frameAt, queryParameter } from '../../../platform/http/pages/requests.ts'
import { formOf, mayRedirectAway } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import type { AccountDeps } from '../../deps.ts'
import { addProviderPage, removeIdentityPage } from './pages.ts'

/** The routes to add and remove accounts at providers. They need a fresh proof. */
export function identityRoutes(app: App, deps: AccountDeps, path: string): void {
  const { providers } = deps
  const visits = openVisits(deps)

  app.get(`${path}/providers/add`, async (request, reply) => {
    const id = queryParameter(request, 'provider')
    const provider = providers.find((one) => one.id === id)
    if (provider === undefined) return reply.redirect(path, 303)
    mayRedirectAway(reply)
    const here = `/account/security/providers/add?provider=${provider.id}`
    return addProviderPage(frameAt(request, here), provider)
  })

  const identityOf = async (request: FastifyRequest, issuer: string | undefined) =>
    (await listIdentities(deps, request.session.userId)).find((one) => one.issuer === issuer)

  app.get(`${path}/providers/remove`, async (request, reply) => {
    const identity = await identityOf(request, queryParameter(request, 'issuer'))
    if (identity === undefined) return reply.redirect(path, 303)
    const query = new URLSearchParams({ issuer: identity.issuer })
    const frame = frameAt(request, `/account/security/providers/remove?${query}`)
    return removeIdentityPage(frame, identity)
  })

  app.post(`${path}/providers/remove`, async (request, reply) => {
    const { userId } = request.session
    const issuer = formOf(request).get('issuer') ?? ''
    await unlinkIdentity(deps, { userId, issuer, from: visits.from(request) })
    return reply.redirect(`${path}?done=provider_removed`, 303)
  })
}
