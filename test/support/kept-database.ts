import { type OpenDatabase, Unavailable } from '../../src/platform/database/db.ts'

import { empty, schemaOf } from './reset.ts'

type OnNotify = (payload: string) => void

const unused: { kept: KeptDatabase; schema: string }[] = []

/** Opens an embedded database: an emptied one that was closed before, or a new one of `openNew`. */
export async function openKept(openNew: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  for (let known = unused.pop(); known; known = unused.pop()) {
    const { kept, schema } = known
    await empty(kept.db)
    if ((await schemaOf(kept.db)) === schema) return lend(kept, schema)
    await kept.db.close()
  }
  const db = await openNew()
  return lend(new KeptDatabase(db), await schemaOf(db))
}

const lend = (kept: KeptDatabase, schema: string): OpenDatabase =>
  kept.lend(() => unused.push({ kept, schema }))

/** Closes the databases that no test uses. An open database keeps its process alive. */
export async function closeUnused(): Promise<void> {
  for (const { kept } of unused.splice(0)) await kept.db.close()
}

/**
 * An embedded database that is used again after its user closes it, because a start takes most of a
 * second. It has only one user at a time.
 */
class KeptDatabase {
  readonly db: OpenDatabase
  readonly #channels = new Set<string>()
  #listeners: { channel: string; onNotify: OnNotify }[] = []

  constructor(db: OpenDatabase) {
    this.db = db
  }

  async listen(channel: string, onNotify: OnNotify): Promise<void> {
    this.#listeners.push({ channel, onNotify })
    if (this.#channels.has(channel)) return
    this.#channels.add(channel)
    await this.db.listen(channel, (payload) => {
      for (const each of this.#listeners) if (each.channel === channel) each.onNotify(payload)
    })
  }

  /** @param giveBack called after the user has closed it and its last statement has ended */
  lend(giveBack: () => void): OpenDatabase {
    return new LentDatabase(this, () => {
      this.#listeners = []
      giveBack()
    })
  }
}

class LentDatabase implements OpenDatabase {
  readonly kind: OpenDatabase['kind']
  readonly #kept: KeptDatabase
  readonly #giveBack: () => void
  readonly #pending = new Set<Promise<unknown>>()
  #closed = false

  constructor(kept: KeptDatabase, giveBack: () => void) {
    this.#kept = kept
    this.#giveBack = giveBack
    this.kind = kept.db.kind
  }

  query: OpenDatabase['query'] = (statement) => this.#track((db) => db.query(statement))
  transaction: OpenDatabase['transaction'] = (work) => this.#track((db) => db.transaction(work))
  transactionFor: OpenDatabase['transactionFor'] = (userId, work) =>
    this.#track((db) => db.transactionFor(userId, work))
  bulkTransaction: OpenDatabase['bulkTransaction'] = (work) =>
    this.#track((db) => db.bulkTransaction(work))
  assertCapacity: OpenDatabase['assertCapacity'] = (userId, deadline) =>
    this.#kept.db.assertCapacity(userId, deadline)
  script: OpenDatabase['script'] = (text) => this.#track((db) => db.script(text))
  measure: NonNullable<OpenDatabase['measure']> = (metrics) => this.#kept.db.measure?.(metrics)
  listen: OpenDatabase['listen'] = (channel, onNotify) =>
    this.#track(() => this.#kept.listen(channel, onNotify))

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await Promise.allSettled(this.#pending)
    this.#giveBack()
  }

  async #track<T>(work: (db: OpenDatabase) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Unavailable(new Error('The database is closed.'))
    const running = work(this.#kept.db)
    this.#pending.add(running)
    try {
      return await running
    } finally {
      this.#pending.delete(running)
    }
  }
}
