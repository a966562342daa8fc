import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { listRecords } from '../../../support/audit/audit.ts'
import type { AccountDeps } from '../../deps.ts'
import { activityPage } from './pages.ts'

/** How many records of the audit trail the page reads. */
const recordCount = 50

/** The page that tells the user what happened in the account lately. */
export function activityRoutes(app: App, { authUrl, db }: AccountDeps): void {
  app.get(`${basePath(authUrl)}/account/security/activity`, async (request) =>
    activityPage(request.frame, await listRecords(db, request.session.userId, recordCount)),
  )
}
