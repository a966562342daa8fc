import { findApplicationsById } from '../../../identity/applications/applications.ts'
import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { listRecords } from '../../../support/audit/audit.ts'
import type { AccountDeps } from '../../deps.ts'
import { activityPage } from './pages.ts'

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
