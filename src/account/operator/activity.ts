import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { type Language, type MessageKey, messageKeys, say } from '../../platform/i18n/catalogue.ts'
import { activityText as englishTexts } from '../../support/audit/activity.ts'
import type { listRecords } from '../../support/audit/audit.ts'

type StoredRecord = Awaited<ReturnType<typeof listRecords>>[number]
export type Activity = Pick<StoredRecord, 'at' | 'actor' | 'action' | 'request_id' | 'details'>

const known: ReadonlySet<string> = new Set(messageKeys)

/**
 * What an action means, in plain words. Actions of applications and of the service have a text in
 * English alone.
 */
export function activityText(language: Language, action: Activity['action']): string {
  const key = `page.activity.${action}`
  return known.has(key) ? say(language, key as MessageKey) : englishTexts[action]
}

/** Lists what happened in an account, with the operators, their reasons and the requests. */
export const activityList = (frame: Frame, activity: readonly Activity[]): Html =>
  html`<ul class="scopes plain">${activity.map((record) => activityItem(frame, record))}</ul>`

function activityItem(frame: Frame, { at, actor, action, request_id, details }: Activity): Html {
  const { language, base } = frame
  const { operator, operator_id, login, operator_reason } = JSON.parse(details) as Readonly<
    Record<string, string | number | undefined>
  >
  const name = operator_id === undefined ? (operator ?? login) : `#${operator_id}`
  const by = [say(language, 'page.name.by_support'), name, operator_reason].filter(Boolean)
  const label = say(language, 'page.title.operator_request')
  const request =
    request_id !== null && html` · <a href="${base}/operator/requests/${request_id}">${label}</a>`
  return html`<li><p>${activityText(language, action)}${
    actor === 'operator' && html` <span class="tag">${by.join(' · ')}</span>`
  }</p>
<p class="hint">${time(frame, new Date(at))}${request}</p></li>`
}
