import type { ListedSession } from '../../../identity/sessions/sessions.ts'
import { form, notice } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { time } from '../../../platform/http/pages/time.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { formKeyField } from '../../../support/idempotency/write.ts'

export interface SessionsView {
  readonly sessions: readonly ListedSession[]
  /** The uid of the browser's session. */
  readonly current: string
  /** The random key of the form that ends all other sessions. */
  readonly formKey: string
  readonly done?: 'session_ended' | 'others_ended' | undefined
}

/** Lists the sessions of the user. */
export function sessionsPage(
  frame: Frame,
  { sessions, current, formKey, done }: SessionsView,
): string {
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
