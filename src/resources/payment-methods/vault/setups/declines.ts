import type { Queryable } from '../../../../platform/database/db.ts'
import type { SetupDecline } from '../../../../processor/events.ts'
import type { CountDecline } from '../../cards/attempts.ts'
import * as store from './store.ts'

/** A setup is ended after so many declined cards. Somebody may be testing stolen ones. */
const maxDeclines = 4

/**
 * Counts a card that was declined in a setup, as a declined attempt of whoever started the setup.
 * After several declines, lets the setup expire. If a limit is reached, lets all setups of the user
 * expire. Declines in setups that are not ours do not count here: a card that a request has sent is
 * counted with the request.
 */
export async function countSetupDecline(
  {
    vault,
    now,
    countDecline,
  }: { readonly vault: string; readonly now: Date; readonly countDecline: CountDecline },
  tx: Queryable,
  userId: number,
  { setupId, identity }: SetupDecline,
): Promise<void> {
  const setup = await store.addDecline(tx, userId, vault, setupId)
  if (setup === undefined) return
  const { application_id, address, declines } = setup
  const from = { userId, applicationId: application_id ?? undefined, address: address ?? undefined }
  const isReached = await countDecline(tx, from, identity)
  if (isReached) await store.expireOldest(tx, userId, 0, now)
  else if (declines >= maxDeclines) await store.expireSetup(tx, userId, setupId, now)
}
