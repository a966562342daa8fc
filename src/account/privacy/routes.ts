import { cancelErasure, findErasure, requestErasure } from '../../identity/privacy/erasure.ts'
import { exportUser } from '../../identity/privacy/export.ts'
import { openVisits } from '../../identity/sessions/visits.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { isoTime } from '../../platform/text/iso-time.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof } from '../security/confirm/routes.ts'
import { deleteAccountPage, exportPage, privacyNotices, privacyPage } from './pages.ts'

/** The routes to download the data of the user, and to delete the account or keep it. */
export async function privacyRoutes(app: App, deps: AccountDeps): Promise<void> {
  const { authUrl, clock, privacy } = deps
  const visits = openVisits(deps)
  const path = `${basePath(authUrl)}/account/privacy`

  app.get(path, async (request) => {
    const erasure = await findErasure(privacy, request.session.userId)
    const done = privacyNotices.find((name) => name === queryParameter(request, 'done'))
    return privacyPage(request.frame, { erasure, done })
  })

  app.get(`${path}/keep-account`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/keep-account`, async (request, reply) => {
    await cancelErasure(privacy, { userId: request.session.userId, from: visits.from(request) })
    return reply.redirect(`${path}?done=erasure_cancelled`, 303)
  })

  await app.register(async (group: App) => {
    requireFreshProof(group, deps, 'export')
    group.get(`${path}/export`, async (request) => exportPage(request.frame))
    group.post(`${path}/export`, async (request, reply) => {
      const data = await exportUser(privacy, request.session.userId, visits.from(request))
      const day = isoTime(clock.now()).slice(0, 10)
      return reply
        .type('application/json; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="account-data-${day}.json"`)
        .send(JSON.stringify(data, null, 2))
    })
  })

  await app.register(async (group: App) => {
    requireFreshProof(group, deps, 'erasure')
    group.get(`${path}/delete`, async (request) => deleteAccountPage(request.frame))
    group.post(`${path}/delete`, async (request, reply) => {
      await requestErasure(privacy, { userId: request.session.userId, from: visits.from(request) })
      return reply.redirect(path, 303)
    })
  })
}
