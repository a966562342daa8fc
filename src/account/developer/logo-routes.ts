import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  findOwnApplication,
  setOwnLogo,
} from '../../identity/applications/developers/own-applications.ts'
import { applyRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/form-route.ts'
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

  app.get(`${path}/logo`, async (request) =>
    logoPage(request.frame, await findOwnApplication(db, targetOf(request))),
  )
  app.post(`${path}/logo`, async (request, reply) => {
    const target = targetOf(request)
    const file = fileOf(request)
    try {
      if (file !== undefined) {
        await setOwnLogo(db, target, file)
        return back(request, reply, 'logo_saved')
      }
    } catch (error) {
      return refused(request, reply, formRefusalOf(error, ['', 'page.text.check']))
    }
    return refused(request, reply, formRefusal([['logo', ['rule.required']]]))
  })
  app.get(`${path}/logo/remove`, async (request, reply) =>
    reply.redirect(`${pageOf(request)}/logo`, 303),
  )
  app.post(`${path}/logo/remove`, async (request, reply) => {
    await setOwnLogo(db, targetOf(request), null)
    return back(request, reply, 'logo_removed')
  })

  async function refused(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: ReturnType<typeof formRefusal>,
  ): Promise<string> {
    applyRefusal(reply, refusal)
    const target = targetOf(request)
    const frame = frameAt(request, `/developer/applications/${target.clientId}/logo`)
    return logoPage(frame, await findOwnApplication(db, target), refusal.faults)
  }
}
