import type { Database, Queryable } from '../../../platform/database/db.ts'
import { record } from '../../../support/audit/audit.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import * as store from './store.ts'

export { find as findConsent, lockForShare as lockConsentForShare } from './store.ts'

/** What a user has decided about a request of an application. */
export interface Decision {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly allowed: boolean
}

/**
 * Stores a user's decision. A consent is remembered, so that the user is not asked again.
 * @param assertLasts throws if the user may no longer decide, for example because the session ended
 * @returns false if the application is disabled
 */
export const storeDecision = (
  db: Database,
  userId: number,
  { clientId, scopes, allowed }: Decision,
  assertLasts?: (tx: Queryable) => Promise<void>,
): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    const application = await lockApplicationForShare(tx, clientId)
    if (application === null) return false
    await assertLasts?.(tx)
    const added = allowed && store.add(tx, userId, application, scopes)
    const action = allowed ? 'consent.given' : 'consent.refused'
    const details = { application, scopes: scopes.join(' ') }
    await tx.commitWith(Promise.all([added, record(tx, { userId, action, details })]))
    return true
  })
