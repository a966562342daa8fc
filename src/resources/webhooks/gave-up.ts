import { findOwners } from '../../identity/applications/owners/owners.ts'
import type { Queryable } from '../../platform/database/db.ts'
import type { Mailer } from '../../support/mail/mailer.ts'
import * as store from './store.ts'

export interface GaveUpDeps {
  readonly mailer: Mailer
  readonly authUrl: string
}

/** A webhook that was disabled because its receiver failed for days, or fell far behind. */
interface Failed {
  readonly id: number
  readonly applicationId: number
  readonly host: string
}

/**
 * Emails the developers of the application, once a day for each receiver: many users may have
 * webhooks at a receiver that is unavailable. Applications that operators have registered have no
 * developer.
 * @param tx the transaction that has disabled the webhook
 */
export async function tellDevelopers(
  { mailer, authUrl }: GaveUpDeps,
  tx: Queryable,
  webhook: Failed,
): Promise<void> {
  const { applicationId } = webhook
  const owners = await findOwners(tx, applicationId)
  if (owners.length === 0 || (await store.hasFailedToday(tx, webhook))) return
  // Only the first ones of a day get here, so tokens of the application rarely wait for this lock.
  await store.lockApplication(tx, applicationId)
  if (await store.hasFailedToday(tx, webhook)) return
  for (const { userId, email, language, clientId } of owners) {
    const link = `${authUrl}/developer/applications/${clientId}/webhooks`
    await mailer.send(tx, userId, { to: email, language, kind: 'webhook_disabled', link })
  }
}
