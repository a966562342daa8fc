import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../platform/database/db.ts'
import { deriveKey, open, seal } from '../../platform/secrets/seal.ts'
import * as store from './store.ts'

export { jobsChannel } from './store.ts'

/*
 * Jobs run in the background, and again if they fail. A job is added in the transaction that causes
 * it, so it runs only if that transaction is committed. `startWorker` runs each job at least once,
 * on any instance.
 */

/** Jobs of one kind. Their content is encrypted in the database. */
export interface Queue<T> {
  readonly name: string
  /**
   * Adds a job in the caller's transaction.
   * @returns its unique id
   */
  add(tx: Queryable, work: T): Promise<string>
  /**
   * Decrypts the content of a job.
   * @throws {BrokenSeal}
   */
  read(id: string, sealed: Buffer): T
}

/**
 * Opens a queue whose content can be written as JSON. It is encrypted with a key derived from
 * SECRET_KEY.
 */
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
