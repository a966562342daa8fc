import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  findOwnApplication,
  setOwnLogo,
} from '../../identity/applications/developers/own-applications.ts'
import { formRoute, refuseForm } from '../../platform/http/pages/form-route.ts'
import { acceptUploads, fileOf } from '../../platform/http/pages/forms.ts'
import { frameAt } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import type { AccountDeps } from '../deps.ts'
import { logoPage } from './logo-page.ts'
import { targetOf } from './target.ts'

/** The routes of the logo of an application. @param path the path of the application */
export async function logoRoutes(app: App, { db }: AccountDeps, path: string): Promise<void> {
  acceptUploads(app)
  const pageOf = (request: FastifyRequest) =>
    path.replace(':clientId', encodeURIComponent(targetOf(request).clientId))
  const back = (request: FastifyRequest, reply: FastifyReply, done: string) =>
    reply.redirect(`${pageOf(request)}?done=${done}`, 303)

  formRoute(app, `${path}/logo`, {
    async page(request, _reply, sent) {
      const application = await findOwnApplication(db, targetOf(request))
      const frame = frameAt(request, `/developer/applications/${application.clientId}/logo`)
      return logoPage(frame, application, sent?.faults)
    },
    async operation(request, reply) {
      const file = fileOf(request)
      if (file === undefined) return refuseForm([['logo', ['rule.required']]])
      await setOwnLogo(db, targetOf(request), file)
      return back(request, reply, 'logo_saved')
    },
  })
  app.get(`${path}/logo/remove`, async (request, reply) =>
    reply.redirect(`${pageOf(request)}/logo`, 303),
  )
  app.post(`${path}/logo/remove`, async (request, reply) => {
    await setOwnLogo(db, targetOf(request), null)
    return back(request, reply, 'logo_removed')
  })
}
