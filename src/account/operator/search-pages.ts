import type { FormFaults } from '../../platform/http/pages/fields.ts'
import { field, form, noFaults, notice, summary } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/time.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { findRecordsOfRequest } from '../../support/audit/audit.ts'
import { activityText } from './activity.ts'

export interface SearchView {
  readonly query: string
  readonly faults?: FormFaults
  readonly done?: 'sign_up_sent' | undefined
}

/** Asks whom or what to find. */
export function searchPage(frame: Frame, { query, faults = noFaults, done }: SearchView): string {
  const { language, base } = frame
  const input = field(
    language,
    {
      name: 'query',
      label: say(language, 'page.label.find'),
      hint: say(language, 'page.text.find_hint'),
      autocomplete: 'off',
      value: query,
      required: true,
      autofocus: true,
    },
    faults,
  )
  const button = say(language, 'page.button.find')
  const content = html`${summary(language, faults)}
${notice(done && say(language, `page.text.${done}`))}
${form(frame, `${base}/operator`, html`${input}<div class="buttons"><button>${button}</button></div>`)}`
  const title = say(language, 'page.title.operator')
  return layout(frame, { title, content, isError: faults.size > 0, account: 'operator' })
}

type RequestRecord = Awaited<ReturnType<typeof findRecordsOfRequest>>[number]

/** Tells what a request did, with links to the users whom it concerned. */
export function requestPage(
  frame: Frame,
  { id, records }: { readonly id: string; readonly records: readonly RequestRecord[] },
): string {
  const { language, base } = frame
  const items = records.map(({ user_id: userId, action, at }) => {
    const label = say(language, 'page.title.operator_user', { id: userId })
    const user = userId > 0 && html` – <a href="${base}/operator/users/${userId}">${label}</a>`
    return html`<li><p>${activityText(language, action)}${user}</p>
<p class="hint">${time(frame, new Date(at))}</p></li>`
  })
  const content = html`<p><code>${id}</code></p>
${
  items.length > 0
    ? html`<ul class="scopes plain">${items}</ul>`
    : html`<p>${say(language, 'page.text.no_records')}</p>`
}
<p><a href="${base}/operator">${say(language, 'page.title.operator')}</a></p>`
  const title = say(language, 'page.title.operator_request')
  return layout(frame, { title, content, account: 'operator' })
}
