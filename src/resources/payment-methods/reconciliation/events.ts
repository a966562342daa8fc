import type { Clock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { ReadEvent } from '../../../processor/events.ts'
import type { Queue } from '../../../support/work/work.ts'
import type { CountDecline } from '../custody/attempts.ts'
import { countSetupDecline } from '../custody/setups.ts'
import * as store from './store.ts'

/**
 * Work after an event. The cards or bank accounts of this user may have changed at the processor.
 */
export interface ChangedCards {
  readonly userId: number
  /** The seller's account to which we have no access any more, as the processor has said. */
  readonly revoked?: string | undefined
}

export interface EventDeps {
  readonly db: Database
  readonly clock: Clock
  /** The name of the vault whose processor sends the events. */
  readonly vault: string
  readonly queue: Queue<ChangedCards>
  readonly read: ReadEvent
  readonly countDecline: CountDecline
}

/** What became of an event: `ignored` is about no customer of ours. */
export type EventOutcome = 'accepted' | 'repeated' | 'ignored'

/**
 * Receives an event. One transaction remembers it and queues the work, so a repeated event has no
 * effect, and no event is lost. Only an event about lost access queues the work each time it is
 * sent.
 * @throws {Refused} invalid_signature
 */
export async function receiveEvent(
  { db, clock, vault, queue, read, countDecline }: EventDeps,
  body: Buffer,
  signature: string,
): Promise<EventOutcome> {
  const { id, about, decline } = await read(body, signature, clock.now())
  if (about === undefined) return 'ignored'
  const userId = await store.findUserOf(db, about.vault, about.id)
  if (userId === undefined) return 'ignored'
  const revoked = about.isRevoked ? about.id : undefined
  return db.transaction(async (tx) => {
    const isNew = await store.addEvent(tx, vault, id)
    // An operator sends such an event again if the processor still granted access the first time.
    if (!isNew && revoked === undefined) return 'repeated'
    if (decline) await countSetupDecline(tx, userId, vault, decline, countDecline)
    await tx.commitWith(queue.add(tx, userId, { userId, revoked }))
    return 'accepted'
  })
}

/**
 * How long a received event is remembered, in milliseconds. The processor repeats events for three
 * days, and people for thirty.
 */
const rememberedMs = 40 * 24 * 3_600_000

/** Deletes old events. */
export function removeOldEvents({ db, clock }: Pick<EventDeps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now() - rememberedMs)
  return removeInBatches((limit) => store.removeOldEvents(db, before, limit))
}
