import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../platform/database/db.ts'
import { deriveKey, open, seal } from '../../platform/secrets/seal.ts'
import * as store from './store.ts'

export { jobsChannel } from './store.ts'

/*
 * Work that nobody waits for, or that may have to be tried again: written down in the transaction that brings it
 * about, so that it is done if and only if that commits; done by `startWorker`, at least once, on some instance.
 */

/** Jobs of one kind. What each is about is sealed in the database. */
export interface Queue<T> {
  readonly name: string
  /** Adds a job in the caller's transaction. @returns its id, which no other job ever has */
  add(tx: Queryable, work: T): Promise<string>
  /** Reads what a job is about. @throws {BrokenSeal} */
  read(id: string, sealed: Buffer): T
}

/** A queue of works that JSON can hold, sealed with a key of its own from SECRET_KEY. */
export function openQueue<T extends object>(name: string, secretKey: string): Queue<T> {
  const key = deriveKey(secretKey, `${name} jobs`)
  return {
    name,
    async add(tx, work) {
      const id = randomUUID()
      await store.addJob(tx, name, id, seal(key, id, Buffer.from(JSON.stringify(work))))
      return id
    },
    read: (id, sealed) => JSON.parse(open(key, id, sealed).toString()) as T,
  }
}
