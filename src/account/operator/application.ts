import type { FastifyRequest } from 'fastify'
import { type Application, findAnyApplication } from '../../identity/applications/applications.ts'
import { disableApplication, enableApplication } from '../../identity/applications/changes.ts'
import { isLocked } from '../../identity/users/developers/own-applications.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { notice } from '../../platform/http/pages/fields.ts'
import { formRoute } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { AccountDeps } from '../deps.ts'
import { actPage } from './act-page.ts'
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

const applicationActs = ['disable', 'enable'] as const
type ApplicationAct = (typeof applicationActs)[number]

interface ApplicationView {
  readonly application: Application
  readonly done?: ApplicationAct | 'nothing' | undefined
}

/**
 * Whether there is something to do. An application that its owner has disabled can be disabled by
 * an operator, too: then its owner cannot enable it.
 */
function fitsApplication(act: ApplicationAct, application: Application): boolean {
  return (act === 'disable') !== isLocked(application)
}

/** Shows an operator an application, with a link to disable or enable it. */
function applicationPage(frame: Frame, { application, done }: ApplicationView): string {
  const { language, base } = frame
  const { clientId, name, kind, redirectUris, scopes, createdAt } = application
  const { disabledAt, disabledReason } = application
  const rows: readonly (readonly [string, Piece])[] = [
    [say(language, 'page.label.operator_client_id'), html`<code>${clientId}</code>`],
    [
      say(language, 'page.label.operator_state'),
      disabledAt === null
        ? say(language, 'page.name.state_enabled')
        : html`${say(language, 'page.name.state_disabled')}, ${time(frame, disabledAt)}`,
    ],
    ...(disabledReason === null
      ? []
      : [
          [
            say(language, 'page.label.disabled_reason'),
            say(language, `page.name.reason_${disabledReason}`),
          ] as const,
        ]),
    [say(language, 'page.label.operator_kind'), kind],
    [say(language, 'page.label.operator_created'), time(frame, createdAt)],
    [say(language, 'page.label.operator_redirect_uris'), redirectUris.join(' ')],
    [say(language, 'page.label.operator_scopes'), scopes.join(' ')],
  ]
  const facts = rows.map(([label, value]) => html`<div><dt>${label}</dt> <dd>${value}</dd></div>`)
  const acts = applicationActs.filter((act) => fitsApplication(act, application))
  const links = acts.map((act) => {
    const text = say(language, `page.button.application_${act}`)
    const danger = act === 'disable' && ' danger'
    return html`<a class="button quiet${danger}" href="${base}/operator/applications/${clientId}/${act}">${text}</a>`
  })
  const content = html`${notice(done && say(language, `page.text.application_done_${done}`))}
<section class="card"><h2>${name}</h2>
<dl class="facts">${facts}</dl></section>
<div class="buttons">${links}</div>
<p><a href="${base}/operator">${say(language, 'page.title.operator')}</a></p>`
  const title = say(language, 'page.title.operator_application')
  return layout(frame, { title, content, account: 'operator' })
}
