import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application, CreatedApplication } from '../../identity/applications/applications.ts'
import { isDeveloper } from '../../identity/users/developers/developers.ts'
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
} from '../../identity/users/developers/own-applications.ts'
import { developerRefusals } from '../../identity/users/developers/refusals.ts'
import {
  type ApplicationType,
  applicationTypes,
  typeOf,
} from '../../identity/users/developers/rules.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { formRoute } from '../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { newId } from '../../platform/secrets/secrets.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof, typedForm } from '../security/confirm/routes.ts'
import {
  actPage,
  applicationActs,
  applicationNotices,
  applicationPage,
  secretMark,
  secretPage,
} from './application-page.ts'
import {
  applicationFormPage,
  blankForm,
  filledForm,
  keptFields,
  readApplication,
} from './form-page.ts'
import { developerPage, listNotices, typesPage } from './list-page.ts'
import { logoRoutes } from './logo.ts'
import { requestRoutes } from './requests.ts'
import { snippetsOf } from './snippets.ts'
import { targetOf } from './target.ts'
import { webhookRoutes } from './webhooks.ts'

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
  formRoute(app, path, {
    async page(request, reply, sent) {
      const typed = sent ?? (await typedForm(deps, request, 'applications'))
      const named = typeIn(typed?.form.get('type') ?? queryParameter(request, 'type'))
      const type = named ?? (sent && 'web')
      if (type === undefined) return reply.redirect(path.replace(/new$/, 'types'), 303)
      const frame = sent
        ? frameAt(request, `/developer/applications/new?type=${type}`)
        : request.frame
      const filled = typed ?? blankForm(type)
      return applicationFormPage(frame, { ...filled, type, formKey: newId() })
    },
    async operation(request, reply, form) {
      const { userId } = request.session
      const wanted = readApplication(form, typeIn(form.get('type')) ?? 'web')
      const written = await writeForm<CreatedApplication>(
        { userId, path: request.url, fields: form },
        (writer) => registerOwnApplication(developers, userId, wanted, writer),
        ({ client_id }) => client_id,
      )
      return 'created' in written
        ? created(request, written.created.application, written.created.client_secret)
        : showAgain(request, reply, written.noted)
    },
  })
}

const typeIn = (name: string | undefined): ApplicationType | undefined =>
  applicationTypes.find((type) => type === name)

function editRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, developers } = deps
  formRoute(app, path, {
    async page(request, _reply, sent) {
      const edited = await findOwnApplication(db, targetOf(request))
      const filled = sent ?? (await typedForm(deps, request, 'applications')) ?? filledForm(edited)
      const frame = frameAt(request, `/developer/applications/${edited.clientId}/edit`)
      return applicationFormPage(frame, { ...filled, type: typeOf(edited), edited })
    },
    async operation(request, reply, form) {
      const target = targetOf(request)
      const type = typeOf(await findOwnApplication(db, target))
      const ended = await updateOwnApplication(developers, target, readApplication(form, type))
      const done = ended ? 'application_narrowed' : 'application_saved'
      const page = request.url.replace(/\/edit.*/, '')
      return reply.redirect(`${page}?done=${done}`, 303)
    },
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
