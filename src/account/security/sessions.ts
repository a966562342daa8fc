import { openVisits } from '../../identity/sign-in/visits.ts'
import {
  endOtherSessions,
  endSession,
  type ListedSession,
  listSessions,
} from '../../identity/users/sessions/sessions.ts'
import { form, notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { newId } from '../../platform/secrets/secrets.ts'
import { formKeyField } from '../../support/idempotency/write.ts'
import type { AccountDeps } from '../deps.ts'

/** The routes to list and end the sessions of the user. */
export function sessionRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db } = deps
  const path = `${basePath(authUrl)}/account/sessions`
  const visits = openVisits(deps)

  app.get(path, async (request) => {
    const { userId, uid } = request.session
    const sessions = await listSessions(db, userId)
    const notices = ['session_ended', 'others_ended'] as const
    const done = notices.find((name) => name === queryParameter(request, 'done'))
    return sessionsPage(request.frame, { sessions, current: uid, formKey: newId(), done })
  })

  app.post(`${path}/end`, async (request, reply) => {
    const { userId } = request.session
    // Ignore the result: another tab may have ended the session already. Sessions of other users
    // are never found.
    await endSession(db, userId, formOf(request).get('session') ?? '', 'revoked')
    return reply.redirect(`${path}?done=session_ended`, 303)
  })

  const othersEnded = `${path}?done=others_ended`
  const config = { renewedAt: othersEnded }
  app.post(`${path}/end-others`, { config }, async (request, reply) => {
    const { session } = request
    const kept = visits.keep(request, session)
    if (await endOtherSessions(db, session.userId, kept)) visits.renew(reply, session, kept)
    return reply.redirect(othersEnded, 303)
  })
}

interface SessionsView {
  readonly sessions: readonly ListedSession[]
  /** The uid of the browser's session. */
  readonly current: string
  /** The random key of the form that ends all other sessions. */
  readonly formKey: string
  readonly done?: 'session_ended' | 'others_ended' | undefined
}

/** Lists the sessions of the user. */
function sessionsPage(frame: Frame, { sessions, current, formKey, done }: SessionsView): string {
  const { language, base } = frame
  const items = sessions.map(({ uid, device, signedInAt, usedAt }) => {
    const name = device === '' ? say(language, 'page.name.unknown_device') : device
    const label = say(language, 'page.label.end_session', { device: name })
    const text = say(language, 'page.button.end_session')
    const button = html`<button class="quiet" aria-label="${label}">${text}</button>`
    return html`<li class="card row"><div>
<h2>${name}${uid === current && html` <span class="tag">${say(language, 'page.name.this_session')}</span>`}</h2>
<dl class="facts"><div><dt>${say(language, 'page.label.signed_in')}</dt> <dd>${time(frame, signedInAt)}</dd></div>
<div><dt>${say(language, 'page.label.last_used')}</dt> <dd>${time(frame, usedAt)}</dd></div></dl>
</div>
${uid !== current && form(frame, `${base}/account/sessions/end`, button, { hidden: { session: uid } })}</li>`
  })
  const endOthersText = say(language, 'page.button.end_others')
  const endOthers = html`<div class="buttons"><button class="quiet">${endOthersText}</button></div>`
  const hidden = { [formKeyField]: formKey }
  const content = html`${notice(done && say(language, `page.text.${done}`))}
<p>${say(language, 'page.text.sessions')}</p>
<ul class="cards">${items}</ul>
${sessions.length > 1 && form(frame, `${base}/account/sessions/end-others`, endOthers, { hidden })}`
  const title = say(language, 'page.title.sessions')
  return layout(frame, { title, content, account: 'sessions' })
}
