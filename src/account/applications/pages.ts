import type { Connection } from '../../identity/consents/connections.ts'
import { scopeText } from '../../identity/consents/consent-page.ts'
import { form, notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/time.ts'
import { say } from '../../platform/i18n/catalogue.ts'

export interface ApplicationsView {
  readonly connections: readonly Connection[]
  readonly done?: 'disconnected' | undefined
}

/** Lists the applications that may use the account. */
export function applicationsPage(frame: Frame, { connections, done }: ApplicationsView): string {
  const { language, base } = frame
  const items = connections.map(({ applicationId, name, scopes, since }) => {
    const label = say(language, 'page.label.disconnect', { application: name })
    const button = html`<button class="quiet" aria-label="${label}">${say(language, 'page.button.disconnect')}</button>`
    const hidden = { application: String(applicationId) }
    return html`<li class="card row"><div>
<h2>${name}</h2>
<p class="hint">${say(language, 'page.label.since')} ${time(frame, since)}</p>
</div>
${form(frame, `${base}/account/applications/disconnect`, button, { hidden })}
<div><h3 class="hint">${say(language, 'page.label.may')}</h3>
<ul class="scopes">${scopes.map((scope) => html`<li>${scopeText(frame, scope)}</li>`)}</ul></div></li>`
  })
  const content = html`${notice(done && say(language, `page.text.${done}`))}
<p>${say(language, items.length > 0 ? 'page.text.applications' : 'page.text.no_applications')}</p>
${items.length > 0 && html`<ul class="cards">${items}</ul>`}`
  const title = say(language, 'page.title.applications')
  return layout(frame, { title, content, account: 'applications' })
}
