import type { FastifyRequest } from 'fastify'
import { findOwnApplication } from '../../identity/users/developers/own-applications.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { form, notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import {
  type DeveloperAct,
  findDeliveriesOf,
  type LoggedDelivery,
  listWebhooksOf,
  type Page,
  pingAsDeveloper,
  redeliverAsDeveloper,
  type WebhookOfApplication,
} from '../../resources/webhooks/of-application.ts'
import { webhookRefusals } from '../../resources/webhooks/refusals.ts'
import type { AccountDeps } from '../deps.ts'
import { applicationLayout, fact, type Named, pager, pathOf } from './layout.ts'
import { pageIn, targetOf } from './target.ts'

/** The routes of the webhooks that an application has made, and of their deliveries. */
export function webhookRoutes(app: App, { db }: AccountDeps, path: string): void {
  app.get(path, async (request) => {
    const application = await findOwnApplication(db, targetOf(request))
    const page = pageIn(request)
    const webhooks = await listWebhooksOf(db, application.id, page)
    return webhooksPage(request.frame, application, { webhooks, page })
  })

  app.get(`${path}/:id`, async (request) => {
    const application = await findOwnApplication(db, targetOf(request))
    const page = pageIn(request)
    const found = await findDeliveriesOf(db, application.id, idIn(request, 'id'), page)
    const done = webhookNotices.find((name) => name === queryParameter(request, 'done'))
    return webhookPage(request.frame, application, { ...found, page, done })
  })

  /** Runs an act, and returns to the page of its webhook. */
  const act = (
    below: string,
    done: (typeof webhookNotices)[number],
    work: (of: DeveloperAct, request: FastifyRequest) => Promise<void>,
  ) => {
    const depth = below.split('/').length - 2
    const pageOf = ({ url }: FastifyRequest) => {
      const [pathname = ''] = url.split('?')
      return pathname.split('/').slice(0, -depth).join('/')
    }
    app.get(path + below, async (request, reply) => reply.redirect(pageOf(request), 303))
    app.post(path + below, async (request, reply) => {
      const { id: applicationId } = await findOwnApplication(db, targetOf(request))
      const webhookId = idIn(request, 'id')
      try {
        await work({ developerId: request.session.userId, applicationId, webhookId }, request)
      } catch (error) {
        if (!(error instanceof Refused) || error.refusal !== webhookRefusals.webhook_disabled)
          throw error
        return reply.redirect(`${pageOf(request)}?done=webhook_off`, 303)
      }
      return reply.redirect(`${pageOf(request)}?done=${done}`, 303)
    })
  }
  act('/:id/ping', 'pinged', (of) => pingAsDeveloper(db, of))
  act('/:id/deliveries/:delivery/redeliver', 'redelivered', (of, request) =>
    redeliverAsDeveloper(db, of, idIn(request, 'delivery')),
  )
}

const idIn = ({ params }: FastifyRequest, name: string): number =>
  readId((params as Readonly<Record<string, string>>)[name] ?? '')

/** What a page of a webhook tells after an act. */
export const webhookNotices = ['pinged', 'redelivered', 'webhook_off'] as const

/** Lists the webhooks that an application has made for its users, without the users. */
export function webhooksPage(
  frame: Frame,
  application: Named,
  { webhooks, page }: { webhooks: Page<WebhookOfApplication>; page: number },
): string {
  const { language } = frame
  const path = `${pathOf(frame, application)}/webhooks`
  const items = webhooks.items.map(
    (
      webhook,
    ) => html`<li class="card"><h2><a href="${path}/${webhook.id}">${nameOf(webhook)}</a>${stateOf(frame, webhook)}</h2>
${facts(frame, webhook)}</li>`,
  )
  const text = items.length > 0 ? 'page.text.webhooks' : 'page.text.webhooks_none'
  const content = html`<p>${say(language, text)}</p>
${items.length > 0 && html`<ul class="cards">${items}</ul>`}
${pager(frame, path, { page, hasMore: webhooks.hasMore })}`
  return applicationLayout(frame, application, 'webhooks', content)
}

const nameOf = ({ name, url }: WebhookOfApplication): string => name ?? new URL(url).host

const stateOf = ({ language }: Frame, { disabledReason }: WebhookOfApplication): Html | false =>
  disabledReason !== null &&
  html` <span class="tag warning">${say(language, `page.name.webhook_${disabledReason}`)}</span>`

function facts(frame: Frame, webhook: WebhookOfApplication): Html {
  const { language } = frame
  const { url, topics, createdAt, waiting } = webhook
  return html`<dl class="facts">${fact(say(language, 'page.label.url'), html`<code>${url}</code>`)}
${fact(say(language, 'page.label.topics'), topics.join(', '))}
${fact(say(language, 'page.label.created'), time(frame, new Date(createdAt)))}
${fact(say(language, 'page.label.waiting'), waiting)}</dl>`
}

export interface WebhookView {
  readonly webhook: WebhookOfApplication
  readonly deliveries: Page<LoggedDelivery>
  readonly page: number
  readonly done?: (typeof webhookNotices)[number] | undefined
}

/** A webhook with the log of its deliveries. */
export function webhookPage(frame: Frame, application: Named, view: WebhookView): string {
  const { language } = frame
  const { webhook, deliveries, page, done } = view
  const path = `${pathOf(frame, application)}/webhooks/${webhook.id}`
  const isOn = webhook.disabledReason === null
  const items = deliveries.items.map((delivery) => deliveryItem(frame, path, delivery, isOn))
  const content = html`${notice(done && say(language, `page.text.${done}`))}
<section class="card" aria-labelledby="webhook-title">
<h2 id="webhook-title">${nameOf(webhook)}${stateOf(frame, webhook)}</h2>
${facts(frame, webhook)}
${isOn && small(frame, `${path}/ping`, say(language, 'page.button.ping'))}
</section>
<section aria-labelledby="deliveries-title">
<h2 id="deliveries-title">${say(language, 'page.name.deliveries')}</h2>
<p>${say(language, items.length > 0 ? 'page.text.deliveries' : 'page.text.deliveries_none')}</p>
${items.length > 0 && html`<ul class="cards">${items}</ul>`}
${pager(frame, path, { page, hasMore: deliveries.hasMore })}
</section>
<p><a href="${pathOf(frame, application)}/webhooks">${say(language, 'page.link.application_webhooks')}</a></p>`
  return applicationLayout(frame, application, 'webhooks', content)
}

const small = (frame: Frame, action: string, text: string, label?: string): Html =>
  form(
    frame,
    action,
    html`<div class="buttons"><button class="quiet"${label && html` aria-label="${label}"`}>${text}</button></div>`,
  )

function deliveryItem(frame: Frame, path: string, delivery: LoggedDelivery, isOn: boolean): Html {
  const { language } = frame
  const { id, topic, action, happenedAt, attempts, deliveredAt, status, outcome } = delivery
  const state = deliveredAt === null ? 'waiting' : 'delivered'
  const result = [outcome, status].filter((part) => part !== null).join(' ')
  const number = say(language, 'page.label.redeliver', { number: id })
  return html`<li class="card row"><div><h3>${topic} ${action}
 <span class="tag${state === 'waiting' && ' warning'}">${say(language, `page.name.delivery_${state}`)}</span></h3>
<dl class="facts">${fact(say(language, 'page.label.number'), id)}
${fact(say(language, 'page.label.time'), time(frame, new Date(happenedAt)))}
${fact(say(language, 'page.label.attempts'), attempts)}
${result !== '' && fact(say(language, 'page.label.result'), html`<code>${result}</code>`)}</dl></div>
${isOn && small(frame, `${path}/deliveries/${id}/redeliver`, say(language, 'page.button.redeliver'), number)}</li>`
}
