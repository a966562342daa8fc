import type { FastifyRequest } from 'fastify'
import {
  type Connection,
  endConnection,
  listConnections,
} from '../identity/oauth/consents/connections.ts'
import { scopeText } from '../identity/oauth/consents/consent-page.ts'
import { Refused, refusals } from '../platform/errors/refusals.ts'
import { readId } from '../platform/http/api/query.ts'
import { form, notice } from '../platform/http/pages/fields.ts'
import type { Frame } from '../platform/http/pages/frame.ts'
import { type Html, html, type Piece } from '../platform/http/pages/html.ts'
import { layout } from '../platform/http/pages/layout.ts'
import { time } from '../platform/http/pages/parts/time.ts'
import { queryParameter } from '../platform/http/pages/requests.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { type Language, say } from '../platform/i18n/catalogue.ts'
import { type ConnectedWebhook, findConnectedWebhooks } from '../resources/webhooks/webhooks.ts'
import type { AccountDeps } from './deps.ts'

/** The routes to list and disconnect the applications that may use the account. */
export function applicationRoutes(app: App, { authUrl, db }: AccountDeps): void {
  const path = `${basePath(authUrl)}/account/applications`

  app.get(path, async (request) => {
    const { userId } = request.session
    const [connections, webhooks] = await Promise.all([
      listConnections(db, userId),
      findConnectedWebhooks(db, userId),
    ])
    const done = queryParameter(request, 'done') === 'disconnected' ? 'disconnected' : undefined
    return applicationsPage(request.frame, { connections, webhooks, done })
  })

  app.get(`${path}/:id/disconnect`, async (request) => {
    const id = idOf(request)
    const connections = await listConnections(db, request.session.userId)
    const connection = connections.find(({ applicationId }) => applicationId === id)
    if (connection === undefined) throw new Refused(refusals.not_found)
    return disconnectPage(request.frame, connection)
  })
  app.post(`${path}/:id/disconnect`, async (request, reply) => {
    await endConnection(db, request.session.userId, idOf(request))
    return reply.redirect(`${path}?done=disconnected`, 303)
  })
}

const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)

interface ApplicationsView {
  readonly connections: readonly Connection[]
  readonly webhooks: readonly ConnectedWebhook[]
  readonly done?: 'disconnected' | undefined
}

/** Lists the applications that may use the account. */
function applicationsPage(frame: Frame, view: ApplicationsView): string {
  const { language, base } = frame
  const { connections, webhooks, done } = view
  const items = connections.map(({ applicationId, name, scopes, since, usedAt }) => {
    const label = say(language, 'page.label.disconnect', { application: name })
    const ask = `${base}/account/applications/${applicationId}/disconnect`
    return html`<li class="card row"><div>
<h2>${name}</h2>
<dl class="facts">${fact(
      say(language, 'page.label.last_used'),
      usedAt === null ? say(language, 'page.name.never_used') : time(frame, usedAt),
    )}
${fact(say(language, 'page.label.since'), time(frame, since))}</dl>
</div>
<a class="button quiet danger" href="${ask}" aria-label="${label}">${say(language, 'page.button.disconnect')}</a>
<div>${scopesList(frame, scopes)}
${webhooksList(
  frame,
  webhooks.filter((webhook) => webhook.applicationId === applicationId),
)}</div></li>`
  })
  const content = html`${notice(done && say(language, `page.text.${done}`))}
<p>${say(language, items.length > 0 ? 'page.text.applications' : 'page.text.no_applications')}</p>
${items.length > 0 && html`<ul class="cards">${items}</ul>`}`
  const title = say(language, 'page.title.applications')
  return layout(frame, { title, content, account: 'applications' })
}

/** Asks whether to disconnect an application. */
function disconnectPage(frame: Frame, { applicationId, name }: Connection): string {
  const { language, base } = frame
  const path = `${base}/account/applications`
  const buttons = html`<div class="buttons">
<button class="danger">${say(language, 'page.button.disconnect')}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<p>${say(language, 'page.text.disconnect')}</p>
${form(frame, `${path}/${applicationId}/disconnect`, buttons)}`
  const title = say(language, 'page.title.disconnect', { application: name })
  return layout(frame, { title, content, account: 'applications' })
}

const fact = (name: string, value: Piece): Html =>
  html`<div><dt>${name}</dt> <dd>${value}</dd></div>`

/** Tells what an application may do. False if nothing, because disconnecting it was interrupted. */
const scopesList = (frame: Frame, scopes: readonly string[]): Html | false =>
  scopes.length > 0 &&
  html`<h3 class="hint">${say(frame.language, 'page.label.may')}</h3>
<ul class="scopes">${scopes.map((scope) => html`<li>${scopeText(frame, scope)}</li>`)}</ul>`

/** Tells which changes an application is notified of, where, and whether that works. */
function webhooksList(frame: Frame, webhooks: readonly ConnectedWebhook[]): Html | false {
  const { language } = frame
  if (webhooks.length === 0) return false
  const items = webhooks.map(({ host, topics, ...state }) => {
    const changes = topicsText(language, topics)
    const text =
      changes === '' ? host : say(language, 'page.text.webhook', { host, topics: changes })
    return html`<li><p>${text}</p>
<p class="hint">${deliveryState(frame, state)}</p></li>`
  })
  return html`<h3 class="hint">${say(language, 'page.label.webhooks')}</h3>
<ul class="scopes plain">${items}</ul>`
}

/** What changes, in words. Empty if an application only tests its webhook. */
const topicsText = (language: Language, topics: ConnectedWebhook['topics']): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(
    topics.flatMap((topic) => (topic === 'Ping' ? [] : say(language, `page.name.topic.${topic}`))),
  )

function deliveryState(
  frame: Frame,
  webhook: Pick<ConnectedWebhook, 'attemptedAt' | 'isDelivered' | 'disabledReason'>,
): Piece {
  const { language } = frame
  const { attemptedAt, isDelivered, disabledReason } = webhook
  const last =
    attemptedAt === null
      ? say(language, 'page.text.webhook_unused')
      : html`${say(
          language,
          isDelivered ? 'page.label.delivered' : 'page.label.delivery_failed',
        )} ${time(frame, attemptedAt)}`
  return disabledReason === null
    ? last
    : html`<span class="tag warning">${say(language, 'page.name.webhook_off')}</span> ${last}`
}
