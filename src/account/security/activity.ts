import { findApplicationsById } from '../../identity/applications/applications.ts'
import { findFactors } from '../../identity/users/second-factors/second-factors.ts'
import { listSessions } from '../../identity/users/sessions/sessions.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { type Row, rows } from '../../platform/http/pages/parts/rows.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { type MessageKey, messageKeys, say } from '../../platform/i18n/catalogue.ts'
import { findMethodsAndAddresses } from '../../resources/payment-methods/payment-methods.ts'
import { listRecords } from '../../support/audit/audit.ts'
import { shortLine } from '../addresses/pages.ts'
import type { AccountDeps } from '../deps.ts'
import { nameOf } from '../payment-methods/names.ts'

/** How many records of the audit trail the page reads. */
const recordCount = 50

/** The page that tells the user what happened in the account lately. */
export function activityRoutes(app: App, { authUrl, db, clock, wallet }: AccountDeps): void {
  app.get(`${basePath(authUrl)}/account/security/activity`, async ({ frame, session }) => {
    const { userId } = session
    const [records, sessions, { passkeys }, { methods, addresses }] = await Promise.all([
      listRecords(db, userId, recordCount),
      listSessions(db, userId),
      findFactors(db, userId),
      findMethodsAndAddresses(db, userId, clock.now(), wallet.vault.name),
    ])
    const ids = new Set(records.flatMap(({ application_id }) => application_id ?? []))
    const applications = await findApplicationsById(db, [...ids])
    const objects = new Map<string, string>([
      ...sessions.map(({ uid, device }) => [`session ${uid}`, device] as const),
      ...passkeys.map(({ id, name }) => [`passkey ${id}`, name] as const),
      ...methods.map((one) => [`payment_method ${one.id}`, nameOf(one, frame.language)] as const),
      ...addresses.map((one) => [`address ${one.id}`, shortLine(one)] as const),
    ])
    const names = new Map(applications.map(({ id, name }) => [id, name]))
    return activityPage(frame, records, { applications: names, objects })
  })
}

type Activity = Pick<
  Awaited<ReturnType<typeof listRecords>>[number],
  'at' | 'actor' | 'action' | 'application_id' | 'details'
>

const known: ReadonlySet<string> = new Set(messageKeys)

/** The text of an action. Actions that concern only applications have none. */
const textOf = (action: string): MessageKey | undefined => {
  const key = `page.activity.${action}`
  return known.has(key) ? (key as MessageKey) : undefined
}

/** The names of what records are about. What no longer exists has none. */
interface ActivityNames {
  /** The names of applications, by their ids. */
  readonly applications: ReadonlyMap<number, string>
  /** The names of the user's own things, by the property of the details and its value. */
  readonly objects: ReadonlyMap<string, string>
}

/** Lists what happened in the account lately, in plain words. */
function activityPage(
  frame: Frame,
  activity: readonly Activity[],
  { applications, objects }: ActivityNames,
): string {
  const { language, base } = frame
  const items = activity.flatMap(({ action, at, actor, application_id, details }): Row[] => {
    const text = textOf(action)
    if (text === undefined) return []
    const application = application_id === null ? undefined : applications.get(application_id)
    const by =
      actor === 'operator'
        ? say(language, 'page.name.by_support')
        : application !== undefined
          ? say(language, 'page.name.by_named_application', { application })
          : application_id !== null && say(language, 'page.name.by_application')
    const about = Object.entries(JSON.parse(details) as object)
    const [object] = about.flatMap(([name, value]) => objects.get(`${name} ${value}`) || [])
    return [{ name: say(language, text), tag: by, text: object, when: time(frame, new Date(at)) }]
  })
  const content = html`<p>${say(language, items.length > 0 ? 'page.text.activity' : 'page.text.no_activity')}</p>
<ul class="links start"><li><a href="${base}/account/security">${say(language, 'page.title.security')}</a></li>
<li><a href="${base}/account/sessions">${say(language, 'page.title.sessions')}</a></li></ul>
${items.length > 0 && rows(frame, items, 2)}`
  const title = say(language, 'page.title.activity')
  return layout(frame, { title, content, account: 'security' })
}
