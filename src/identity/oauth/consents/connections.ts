import { removeLarge } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { record } from '../../../support/audit/audit.ts'
import {
  disableForRemoval,
  listWebhooksOf,
  removeDeliveries,
  removeWebhooksOf,
} from '../../../support/outbox/outbox.ts'
import { endAccess } from '../../access/access.ts'
import type { Authenticator } from '../tokens/authenticate.ts'
import * as consents from './store.ts'

/** An application that a user has given consent to. */
export interface Connection {
  readonly applicationId: number
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** When the user last gave consent, in milliseconds since the epoch. */
  readonly since: number
  /**
   * When the application last used the account, in milliseconds since the epoch. Accurate to an
   * hour. Null if it never did.
   */
  readonly usedAt: number | null
}

/** Lists the applications that a user has given consent to, the latest first. */
export async function listConnections(db: Queryable, userId: number): Promise<Connection[]> {
  const rows = await consents.list(db, userId)
  return rows.map(({ application_id, client_id, name, scopes, given_at, used_at }) => ({
    applicationId: application_id,
    clientId: client_id,
    name,
    scopes,
    since: given_at,
    usedAt: used_at,
  }))
}

/**
 * Disconnects an application from a user. It ends the consent, and all grants, tokens and webhooks
 * of the user for this application, on every instance. If the webhooks have very many deliveries,
 * it first ends all access, and then deletes the deliveries in batches. If the request ends before
 * that is done, the application stays in the list without any scope, and a later call removes it.
 * @returns false if the application was not connected
 */
export async function endConnection(
  db: Database,
  userId: number,
  applicationId: number,
): Promise<boolean> {
  let isRecorded = false
  const recordEnd = async (tx: Queryable): Promise<void> => {
    const details = { application: applicationId }
    if (!isRecorded) await record(tx, { userId, action: 'consent.withdrawn', details })
  }
  return removeLarge(
    (tooMany) =>
      db.transactionFor(userId, async (tx) => {
        // Remove the consent first. This waits for transactions that save a grant under it, and
        // blocks new ones.
        if (!(await consents.remove(tx, userId, applicationId))) return isRecorded
        await endAccess(tx, userId, { tokens: { applicationId } })
        if (!(await removeWebhooksOf(tx, userId, applicationId))) tooMany()
        await recordEnd(tx)
        return true
      }),
    async () => {
      const webhooks = await db.transactionFor(userId, async (tx) => {
        if (!(await consents.empty(tx, userId, applicationId))) return []
        await endAccess(tx, userId, { tokens: { applicationId } })
        const ids = await listWebhooksOf(tx, userId, applicationId)
        await disableForRemoval(tx, userId, ids)
        await recordEnd(tx)
        return ids
      })
      isRecorded = true
      await removeDeliveries(db, userId, webhooks)
    },
  )
}

/** How many uses one statement stores. */
const usesPerStatement = 1_000

/** Stores when applications last used accounts. Call this every minute. */
export const saveLastUses = (db: Queryable, { uses }: Pick<Authenticator, 'uses'>): Promise<void> =>
  uses.flush(async (all) => {
    for (let start = 0; start < all.length; start += usesPerStatement) {
      const part = all.slice(start, start + usesPerStatement)
      await consents.saveUses(
        db,
        part.map((use) => ({ ...use, at: new Date(use.at) })),
      )
    }
  })
