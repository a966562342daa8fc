import {
  cancelErasure,
  type Erasure,
  findErasure,
  requestErasure,
} from '../identity/privacy/erasure.ts'
import { exportUser } from '../identity/privacy/export.ts'
import { openVisits } from '../identity/sign-in/visits.ts'
import { form, notice } from '../platform/http/pages/fields.ts'
import type { Frame } from '../platform/http/pages/frame.ts'
import { type Html, html } from '../platform/http/pages/html.ts'
import { layout } from '../platform/http/pages/layout.ts'
import { timeToCome } from '../platform/http/pages/parts/time.ts'
import { queryParameter } from '../platform/http/pages/requests.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { say } from '../platform/i18n/catalogue.ts'
import { isoTime } from '../platform/text/iso-time.ts'
import type { AccountDeps } from './deps.ts'
import { requireFreshProof } from './security/confirm/routes.ts'

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

/** The changes that the page confirms with a notice. */
export const privacyNotices = ['erasure_cancelled'] as const

export interface PrivacyView {
  /** The planned erasure of the account, if any. */
  readonly erasure: Erasure | undefined
  readonly done?: (typeof privacyNotices)[number] | undefined
}

/** Offers to download the data of the user, and to delete the account or keep it. */
export function privacyPage(frame: Frame, { erasure, done }: PrivacyView): string {
  const { language } = frame
  const content = html`${notice(done && say(language, `page.text.${done}`))}
${erasure && plannedSection(frame, erasure)}
<section class="card" aria-labelledby="export-title">
<h2 id="export-title">${say(language, 'page.name.export')}</h2>
<p>${say(language, 'page.text.export')}</p>
${changeLink(frame, 'export', say(language, 'page.button.export'))}
</section>
${
  erasure === undefined &&
  html`<section class="card" aria-labelledby="delete-title">
<h2 id="delete-title">${say(language, 'page.name.delete_account')}</h2>
<p>${say(language, 'page.text.delete_account')}</p>
${changeLink(frame, 'delete', say(language, 'page.button.delete_account'), 'quiet danger')}
</section>`
}`
  return layout(frame, { title: say(language, 'page.link.privacy'), content, account: 'privacy' })
}

const changeLink = ({ base }: Frame, below: string, text: string, className = 'quiet'): Html =>
  html`<p><a class="button ${className}" href="${base}/account/privacy/${below}">${text}</a></p>`

function plannedSection(frame: Frame, { erasesAt }: Erasure): Html {
  const { language, base } = frame
  const date = timeToCome(frame, erasesAt)
  const button = html`<div class="buttons"><button>${say(language, 'page.button.keep_account')}</button></div>`
  return html`<section class="card" aria-labelledby="erasure-title">
<h2 id="erasure-title">${say(language, 'page.name.erasure')}</h2>
<p>${say(language, 'page.text.erasure_planned', { date })}</p>
${form(frame, `${base}/account/privacy/keep-account`, button)}
</section>`
}

/** Offers the file with the data of the user. */
export function exportPage(frame: Frame): string {
  const { language, base } = frame
  const buttons = html`<div class="buttons"><button>${say(language, 'page.button.export')}</button>
<a class="button quiet" href="${base}/account/privacy">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<p>${say(language, 'page.text.export_ready')}</p>
${form(frame, `${base}/account/privacy/export`, buttons)}`
  return layout(frame, { title: say(language, 'page.name.export'), content, account: 'privacy' })
}

/** Tells what the deletion of the account means, and asks once. */
export function deleteAccountPage(frame: Frame): string {
  const { language, base } = frame
  const steps = ['now', 'cancel', 'then'] as const
  const deleteText = say(language, 'page.button.delete_account')
  const buttons = html`<div class="buttons"><button class="danger">${deleteText}</button>
<a class="button quiet" href="${base}/account/privacy">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<ul class="scopes plain">${steps.map(
    (step) => html`<li>${say(language, `page.text.delete_account_${step}`)}</li>`,
  )}</ul>
${form(frame, `${base}/account/privacy/delete`, buttons)}`
  const title = say(language, 'page.name.delete_account')
  return layout(frame, { title, content, account: 'privacy' })
}
