import { findOwnApplication } from '../../identity/applications/developers/own-applications.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import { listRequests } from '../../support/request-log/request-log.ts'
import type { AccountDeps } from '../deps.ts'
import { requestsPage } from './requests-page.ts'
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
