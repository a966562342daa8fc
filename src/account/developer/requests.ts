import { findOwnApplication } from '../../identity/users/developers/own-applications.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { type LoggedRequest, listRequests } from '../../support/request-log/request-log.ts'
import type { AccountDeps } from '../deps.ts'
import { applicationLayout, type Named, pager, pathOf } from './layout.ts'
import { pageIn, targetOf } from './target.ts'

/** How many requests a page lists. */
const pageSize = 50

/** The page with the requests of an application in the last day. */
export function requestRoutes(
  app: App,
  { db, clock, requestLog }: AccountDeps,
  path: string,
): void {
  app.get(path, async (request) => {
    const application = await findOwnApplication(db, targetOf(request))
    const page = pageIn(request)
    const failedOnly = queryParameter(request, 'failed') !== undefined
    const part = { offset: (page - 1) * pageSize, limit: pageSize + 1, failedOnly }
    const found = requestLog ? await listRequests(db, clock, application.id, part) : []
    return requestsPage(request.frame, application, {
      requests: found.slice(0, pageSize),
      hasMore: found.length > pageSize,
      page,
      failedOnly,
      isOn: requestLog,
    })
  })
}

export interface RequestsView {
  readonly requests: readonly LoggedRequest[]
  readonly hasMore: boolean
  readonly page: number
  readonly failedOnly: boolean
  /** Whether requests are logged. */
  readonly isOn: boolean
}

/** Lists the requests of an application in the last day. */
export function requestsPage(frame: Frame, application: Named, view: RequestsView): string {
  const { language } = frame
  const { requests, hasMore, page, failedOnly, isOn } = view
  if (!isOn) {
    const off = html`<p>${say(language, 'page.text.requests_off')}</p>`
    return applicationLayout(frame, application, 'requests', off)
  }
  const path = `${pathOf(frame, application)}/requests`
  const other = failedOnly
    ? html`<a href="${path}">${say(language, 'page.link.requests_all')}</a>`
    : html`<a href="${path}?failed=true">${say(language, 'page.link.requests_failed')}</a>`
  const text = requests.length > 0 ? 'page.text.requests' : 'page.text.requests_none'
  const content = html`<p>${say(language, text)}</p>
<p>${other}</p>
${requests.length > 0 && table(frame, requests)}
${pager(frame, path, { page, hasMore, query: failedOnly ? 'failed=true&' : '' })}`
  return applicationLayout(frame, application, 'requests', content)
}

function table(frame: Frame, requests: readonly LoggedRequest[]): Html {
  const { language } = frame
  const columns = ['time', 'operation', 'status', 'request_id'] as const
  const rows = requests.map(
    ({ at, operation, status, requestId, omitted }) => html`<tr><td>${time(frame, at)}${
      omitted > 0 &&
      html`<p class="hint">${say(language, 'page.text.requests_omitted', { count: omitted })}</p>`
    }</td><td><code>${operation}</code></td>
<td>${status >= 400 ? html`<span class="tag warning">${status}</span>` : status}</td>
<td><code>${requestId}</code></td></tr>`,
  )
  return html`<table>
<thead><tr>${columns.map((name) => html`<th scope="col">${say(language, `page.label.${name}`)}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`
}
