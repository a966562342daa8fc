import type { Database } from '../platform/db.ts'
import { actAs, currentActor } from './actor.ts'
import { type AuditEntry, record } from './audit.ts'

interface Gathered {
  readonly userId: number

  /** Of the first of them; its request stands for all. */
  readonly write: (tx: Parameters<typeof record>[0]) => Promise<void>
  readonly written: PromiseWithResolvers<void>
  times: number
}

/**
 * Makes what records refusals, which change nothing. Anybody can cause them, as many as they like, and all that concern no
 * user go to one chain: so one transaction at a time writes them, and what comes meanwhile and is alike becomes
 * one record that says how many `times`. Whoever is refused waits for it: in a flood all wait alike, whoever it is they
 * concern, and so nobody learns from the time whether there is a user.
 */
export function recordRefusals(db: Database): (refusal: AuditEntry) => Promise<void> {
  let waiting = new Map<string, Gathered>()
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.size > 0) {
      // In one order, so that two instances do not hold chains that the other waits for.
      const batch = [...waiting.values()].sort((a, b) => a.userId - b.userId)
      waiting = new Map()
      try {
        await db.transaction(async (tx) => {
          for (const gathered of batch) await gathered.write(tx)
        })
        for (const { written } of batch) written.resolve()
      } catch (error) {
        for (const { written } of batch) written.reject(error)
      }
    }
    isWriting = false
  }

  return ({ userId, action, details }) => {
    const key = JSON.stringify([userId, action, details])
    const known = waiting.get(key)
    if (known) known.times++
    const actor = currentActor()
    const gathered: Gathered = known ?? {
      userId: userId ?? 0,
      times: 1,
      written: Promise.withResolvers(),
      write: (tx) => {
        const counted = { ...details, times: gathered.times }
        return actAs(actor, () => record(tx, { userId, action, details: counted }))
      },
    }
    waiting.set(key, gathered)
    if (!isWriting) void write()
    return gathered.written.promise
  }
}
