import { findApplicationsById } from '../../identity/applications/applications.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { type MessageKey, messageKeys, say } from '../../platform/i18n/catalogue.ts'
import { listRecords } from '../../support/audit/audit.ts'
import type { AccountDeps } from '../deps.ts'

/** How many records of the audit trail the page reads. */
const recordCount = 50

/** The page that tells the user what happened in the account lately. */
export function activityRoutes(app: App, { authUrl, db }: AccountDeps): void {
  app.get(`${basePath(authUrl)}/account/security/activity`, async (request) => {
    const records = await listRecords(db, request.session.userId, recordCount)
    const ids = new Set(records.flatMap(({ application_id }) => application_id ?? []))
    const applications = await findApplicationsById(db, [...ids])
    const names = new Map(applications.map(({ id, name }) => [id, name]))
    return activityPage(request.frame, records, names)
  })
}

type Activity = Pick<
  Awaited<ReturnType<typeof listRecords>>[number],
  'at' | 'actor' | 'action' | 'application_id'
>

const known: ReadonlySet<string> = new Set(messageKeys)

/** The text of an action. Actions that concern only applications have none. */
const textOf = (action: string): MessageKey | undefined => {
  const key = `page.activity.${action}`
  return known.has(key) ? (key as MessageKey) : undefined
}

/**
 * Lists what happened in the account lately, in plain words.
 * @param applications the names of applications, by their ids
 */
export function activityPage(
  frame: Frame,
  activity: readonly Activity[],
  applications: ReadonlyMap<number, string>,
): string {
  const { language, base } = frame
  const items = activity.flatMap(({ action, at, actor, application_id }) => {
    const text = textOf(action)
    if (text === undefined) return []
    const application = application_id === null ? undefined : applications.get(application_id)
    const by =
      actor === 'operator'
        ? say(language, 'page.name.by_support')
        : application !== undefined
          ? say(language, 'page.name.by_named_application', { application })
          : application_id !== null && say(language, 'page.name.by_application')
    return html`<li><p>${say(language, text)}${by && html` <span class="tag">${by}</span>`}</p>
<p class="hint">${time(frame, new Date(at))}</p></li>`
  })
  const content = html`<p>${say(language, items.length > 0 ? 'page.text.activity' : 'page.text.no_activity')}</p>
${items.length > 0 && html`<ul class="scopes plain">${items}</ul>`}
<p><a href="${base}/account/security">${say(language, 'page.title.security')}</a></p>`
  const title = say(language, 'page.title.activity')
  return layout(frame, { title, content, account: 'security' })
}
