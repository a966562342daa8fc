import type { Application } from '../../identity/applications/applications.ts'
import { isLocked, maxOwnApplications } from '../../identity/users/developers/own-applications.ts'
import { applicationTypes, typeOf } from '../../identity/users/developers/rules.ts'
import { notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { rows } from '../../platform/http/pages/parts/rows.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { lockText } from './application-page.ts'
import { developerLayout, fact, pathOf } from './layout.ts'

/** The changes that the list confirms with a notice. */
export const listNotices = ['application_deleted'] as const

export interface DeveloperView {
  readonly applications: readonly Application[]
  readonly done?: (typeof listNotices)[number] | undefined
}

/** Lists the applications of a developer. */
export function developerPage(frame: Frame, { applications, done }: DeveloperView): string {
  const { language, base } = frame
  const text = applications.length > 0 ? 'page.text.developer' : 'page.text.developer_none'
  const content = html`${notice(done && say(language, `page.text.${done}`))}
<p>${say(language, text)}</p>
${applications.length > 0 && html`<ul class="cards">${applications.map((one) => item(frame, one))}</ul>`}
${
  applications.length < maxOwnApplications
    ? html`<p><a class="button" href="${base}/developer/applications/types">${say(
        language,
        'page.button.register',
      )}</a></p>`
    : html`<p class="hint">${say(language, 'page.text.developer_most', { max: maxOwnApplications })}</p>`
}`
  return developerLayout(frame, { title: say(language, 'page.title.developer'), content })
}

function item(frame: Frame, application: Application): Html {
  const { language } = frame
  const { clientId, name, disabledAt } = application
  const tag =
    disabledAt !== null &&
    html` <span class="tag warning">${say(language, 'page.name.disabled')}</span>`
  return html`<li class="card"><h2><a href="${pathOf(frame, application)}">${name}</a>${tag}</h2>
<dl class="facts">${fact(say(language, 'page.label.type'), say(language, `page.name.type_${typeOf(application)}`))}
${fact(say(language, 'page.label.client_id'), html`<code>${clientId}</code>`)}</dl>${
    isLocked(application) && html`<p class="hint">${lockText(frame, application)}</p>`
  }</li>`
}

/** Asks what kind of application to register. */
export function typesPage(frame: Frame): string {
  const { language, base } = frame
  const types = applicationTypes.map((type) => ({
    name: say(language, `page.name.type_${type}`),
    href: `${base}/developer/applications/new?type=${type}`,
    details: say(language, `page.text.type_${type}`),
  }))
  const content = html`<p>${say(language, 'page.text.types')}</p>
${rows(frame, types, 2)}
<p><a href="${base}/developer">${say(language, 'page.link.cancel')}</a></p>`
  return developerLayout(frame, { title: say(language, 'page.button.register'), content })
}
