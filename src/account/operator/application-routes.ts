import type { FastifyRequest } from 'fastify'
import { type Application, findAnyApplication } from '../../identity/applications/applications.ts'
import { enableApplication } from '../../identity/applications/changes.ts'
import { disableApplication } from '../../identity/oauth/tokens/tokens.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { formRoute } from '../../platform/http/pages/form-route.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { AccountDeps } from '../deps.ts'
import { actPage } from './act-page.ts'
import { applicationActs, applicationPage, fitsApplication } from './application-page.ts'
import { findTyped, perform } from './reason.ts'

/** The routes to see an application. */
export function applicationRoutes(app: App, deps: AccountDeps): void {
  app.get(`${basePath(deps.authUrl)}/operator/applications/:clientId`, async (request) => {
    const asked = queryParameter(request, 'done')
    const done = [...applicationActs, 'nothing' as const].find((name) => name === asked)
    return applicationPage(request.frame, { application: await find(deps, request), done })
  })
}

/** The routes to disable and enable an application. The scope requires a fresh proof. */
export function applicationActRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db } = deps
  const base = basePath(authUrl)
  const work = { disable: disableApplication, enable: enableApplication }
  for (const act of applicationActs) {
    formRoute(app, `${base}/operator/applications/:clientId/${act}`, {
      async page(request, _reply, sent) {
        const { language } = request.frame
        const { clientId, name } = await find(deps, request)
        const action = `/operator/applications/${clientId}/${act}`
        return actPage(request.frame, {
          action,
          title: say(language, `page.button.application_${act}`),
          target: name,
          effect: say(language, `page.text.application_${act}`),
          isDestructive: act === 'disable',
          back: `/operator/applications/${clientId}`,
          ...(sent ?? (await findTyped(deps, request, action))),
        })
      },
      async operation(request, reply, form) {
        const application = await find(deps, request)
        const { clientId } = application
        const isDone = await perform(
          request,
          form,
          {},
          async () => fitsApplication(act, application) && (await work[act](db, clientId)),
        )
        const done = isDone ? act : 'nothing'
        return reply.redirect(`${base}/operator/applications/${clientId}?done=${done}`, 303)
      },
    })
  }
}

/** @throws {Refused} not_found */
async function find({ db }: AccountDeps, { params }: FastifyRequest): Promise<Application> {
  const application = await findAnyApplication(db, (params as { clientId: string }).clientId)
  if (application === null) throw new Refused(refusals.not_found)
  return application
}
