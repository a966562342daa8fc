import type { Database } from '../platform/db.ts'
import { actAs, currentActor } from './actor.ts'
import { type AuditEntry, record } from './audit.ts'

type Refusal = Omit<AuditEntry, 'userId'>

interface Gathered {
  /** Of the first of them; its request stands for all. */
  readonly write: (tx: Parameters<typeof record>[0]) => Promise<void>
  readonly written: PromiseWithResolvers<void>
  times: number
}

/**
 * Makes what records refusals that concern no user and change nothing. Anybody can cause them, as many as they like,
 * and all go to one chain: so one transaction at a time writes them, and what comes meanwhile and is alike becomes
 * one record that says how many `times`. Whoever is refused waits for it.
 */
export function recordRefusals(db: Database): (refusal: Refusal) => Promise<void> {
  let waiting = new Map<string, Gathered>()
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.size > 0) {
      const batch = [...waiting.values()]
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

  return ({ action, details }) => {
    const key = JSON.stringify([action, details])
    const known = waiting.get(key)
    if (known) known.times++
    const actor = currentActor()
    const gathered: Gathered = known ?? {
      times: 1,
      written: Promise.withResolvers(),
      write: (tx) => {
        const counted = { ...details, times: gathered.times }
        return actAs(actor, () => record(tx, { userId: null, action, details: counted }))
      },
    }
    waiting.set(key, gathered)
    if (!isWriting) void write()
    return gathered.written.promise
  }
}
