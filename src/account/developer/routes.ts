import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application, CreatedApplication } from '../../identity/applications/applications.ts'
import { isDeveloper } from '../../identity/applications/developers/developers.ts'
import {
  deleteOwnApplication,
  disableOwnApplication,
  enableOwnApplication,
  findOwnApplication,
  findWithSecrets,
  listOwnApplications,
  registerOwnApplication,
  replaceFirstSecret,
  rotateOwnSecret,
  updateOwnApplication,
  withdrawOwnSecret,
} from '../../identity/applications/developers/own-applications.ts'
import { developerRefusals } from '../../identity/applications/developers/refusals.ts'
import { type ApplicationType, typeOf } from '../../identity/applications/developers/rules.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { applyRefusal, formRefusalOf } from '../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { newId } from '../../platform/secrets/secrets.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof, typedFields } from '../security/confirm/routes.ts'
import {
  actPage,
  applicationActs,
  applicationNotices,
  applicationPage,
  secretMark,
  secretPage,
} from './application-page.ts'
import { applicationFormPage } from './form-page.ts'
import {
  type ApplicationValues,
  blankValues,
  keptFields,
  readApplication,
  typeIn,
  valuesIn,
  valuesOf,
} from './forms.ts'
import { developerPage, listNotices, typesPage } from './list-page.ts'
import { logoRoutes } from './logo-routes.ts'
import { requestRoutes } from './request-routes.ts'
import { snippetsOf } from './snippets.ts'
import { targetOf } from './target.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** The routes of the pages on which developers manage their applications. */
export async function developerRoutes(app: App, deps: AccountDeps): Promise<void> {
  const path = `${basePath(deps.authUrl)}/developer`
  await app.register(async (own: App) => {
    own.addHook('preHandler', async ({ session }) => {
      if (!(await isDeveloper(deps.developers, session.userId)))
        throw new Refused(developerRefusals.not_a_developer)
    })
    listRoutes(own, deps, path)
    webhookRoutes(own, deps, `${path}/applications/:clientId/webhooks`)
    requestRoutes(own, deps, `${path}/applications/:clientId/requests`)
    await own.register(async (group: App) => {
      requireFreshProof(group, deps, 'applications', keptFields)
      newRoutes(group, deps, `${path}/applications/new`)
      editRoutes(group, deps, `${path}/applications/:clientId/edit`)
      actRoutes(group, deps, `${path}/applications/:clientId`)
      await group.register((logos: App) =>
        logoRoutes(logos, deps, `${path}/applications/:clientId`),
      )
    })
  })
}

/** The pages that change nothing, and the one change that needs no proof. */
function listRoutes(app: App, { db, authUrl, baseUrl }: AccountDeps, path: string): void {
  app.get(path, async (request) => {
    const applications = await listOwnApplications(db, request.session.userId)
    const done = listNotices.find((name) => name === queryParameter(request, 'done'))
    return developerPage(request.frame, { applications, done })
  })

  app.get(`${path}/applications`, async (_request, reply) => reply.redirect(path, 303))
  app.get(`${path}/applications/types`, async ({ frame }) => typesPage(frame))

  app.get(`${path}/applications/:clientId`, async (request) => {
    const found = await findWithSecrets(db, targetOf(request))
    const snippets = snippetsOf(found.application, { authUrl, baseUrl })
    const done = applicationNotices.find((name) => name === queryParameter(request, 'done'))
    return applicationPage(request.frame, { ...found, snippets, done })
  })

  const enable = `${path}/applications/:clientId/enable`
  app.get(enable, async (request, reply) => reply.redirect(pageOf(request, path), 303))
  app.post(enable, async (request, reply) => {
    await enableOwnApplication(db, targetOf(request))
    return reply.redirect(`${pageOf(request, path)}?done=application_enabled`, 303)
  })
}

/** The path of the page of a request's application. */
const pageOf = (request: FastifyRequest, path: string): string =>
  `${path}/applications/${encodeURIComponent(targetOf(request).clientId)}`

function newRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, authUrl, baseUrl, developers, writeForm } = deps
  /** The page of an application whose form was sent twice, with a secret that works. */
  const showAgain = async (request: FastifyRequest, reply: FastifyReply, clientId: string) => {
    const target = { userId: request.session.userId, clientId }
    const replaced = await replaceFirstSecret(db, target)
    const application = await findOwnApplication(db, target)
    if (replaced === null && application.authentication === 'secret')
      return reply.redirect(path.replace(/new$/, encodeURIComponent(clientId)), 303)
    return created(request, application, replaced?.client_secret ?? null)
  }
  const created = (request: FastifyRequest, application: Application, secret: string | null) => {
    const snippets = snippetsOf(application, { authUrl, baseUrl }, secret ?? undefined)
    const frame = frameAt(request, `/developer/applications/new?type=${typeOf(application)}`)
    return secretPage(frame, { application, secret, snippets, isNew: true })
  }
  app.get(path, async (request, reply) => {
    const typed = await typedFields(deps, request, 'applications')
    const type = typeIn(typed?.get('type') ?? queryParameter(request, 'type'))
    if (type === undefined) return reply.redirect(path.replace(/new$/, 'types'), 303)
    const values = typed ? valuesIn(typed) : blankValues(type)
    return applicationFormPage(request.frame, { type, values, formKey: newId() })
  })
  app.post(path, async (request, reply) => {
    const fields = formOf(request)
    const values = valuesIn(fields)
    const type = typeIn(fields.get('type')) ?? 'web'
    const { userId } = request.session
    try {
      const wanted = readApplication(values, type)
      const written = await writeForm<CreatedApplication>(
        { userId, path: request.url, fields },
        (writer) => registerOwnApplication(developers, userId, wanted, writer),
        ({ client_id }) => client_id,
      )
      return 'created' in written
        ? created(request, written.created.application, written.created.client_secret)
        : await showAgain(request, reply, written.noted)
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      const frame = frameAt(request, `/developer/applications/new?type=${type}`)
      const view = { type, values, formKey: newId(), faults: refusal.faults }
      return applicationFormPage(frame, view)
    }
  })
}

function editRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, developers } = deps
  const show = (
    request: FastifyRequest,
    edited: Awaited<ReturnType<typeof findOwnApplication>>,
    type: ApplicationType,
    values: ApplicationValues,
  ) => ({
    frame: frameAt(request, `/developer/applications/${edited.clientId}/edit`),
    view: { type, values, edited },
  })
  app.get(path, async (request) => {
    const edited = await findOwnApplication(db, targetOf(request))
    const typed = await typedFields(deps, request, 'applications')
    const values = typed ? valuesIn(typed) : valuesOf(edited)
    const { frame, view } = show(request, edited, typeOf(edited), values)
    return applicationFormPage(frame, view)
  })
  app.post(path, async (request, reply) => {
    const target = targetOf(request)
    const edited = await findOwnApplication(db, target)
    const type = typeOf(edited)
    const values = valuesIn(formOf(request))
    try {
      const ended = await updateOwnApplication(developers, target, readApplication(values, type))
      const done = ended ? 'application_narrowed' : 'application_saved'
      const page = request.url.replace(/\/edit.*/, '')
      return reply.redirect(`${page}?done=${done}`, 303)
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      const { frame, view } = show(request, edited, type, values)
      return applicationFormPage(frame, { ...view, faults: refusal.faults })
    }
  })
}

function actRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, authUrl, baseUrl, developers } = deps
  for (const act of applicationActs)
    app.get(`${path}/${act}`, async (request) => {
      const found = await findWithSecrets(db, targetOf(request))
      return actPage(request.frame, found, act)
    })
  const back = (request: FastifyRequest, reply: FastifyReply, done?: string) => {
    const page = request.url.replace(/\/[a-z]+(?:\?.*)?$/, '')
    return reply.redirect(done === undefined ? page : `${page}?done=${done}`, 303)
  }

  app.post(`${path}/rotate`, async (request, reply) => {
    const target = targetOf(request)
    const rotated = await rotateOwnSecret(
      developers,
      target,
      (secrets) => formOf(request).get('current') === secretMark(secrets),
    )
    if (rotated === null) return back(request, reply)
    const { client_secret: secret } = rotated
    const application = await findOwnApplication(db, target)
    const snippets = snippetsOf(application, { authUrl, baseUrl }, secret ?? undefined)
    const frame = frameAt(request, `/developer/applications/${target.clientId}`)
    return secretPage(frame, { application, secret, snippets, isNew: false })
  })
  app.post(`${path}/withdraw`, async (request, reply) => {
    await withdrawOwnSecret(db, targetOf(request))
    return back(request, reply, 'secret_withdrawn')
  })
  app.post(`${path}/disable`, async (request, reply) => {
    await disableOwnApplication(db, targetOf(request))
    return back(request, reply, 'application_disabled_now')
  })
  app.post(`${path}/delete`, async (request, reply) => {
    await deleteOwnApplication(db, targetOf(request))
    return reply.redirect(`${basePath(authUrl)}/developer?done=application_deleted`, 303)
  })
}
