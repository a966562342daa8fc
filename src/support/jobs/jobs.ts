import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../platform/database/db.ts'
import { deriveKey, type SecretKey } from '../../platform/secrets/keys.ts'
import type { QueuePurpose } from '../../platform/secrets/purposes.ts'
import { open, seal } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import * as store from './store.ts'

export { jobsChannel, removeOfUser as removeJobsOfUser } from './store.ts'

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
   * @param userId the user whom it concerns: if that user is erased, so is the job
   * @returns its unique id
   */
  add(tx: Queryable, userId: number | null, work: T): Promise<string>
  /**
   * Decrypts the content of a job.
   * @throws {BrokenSeal}
   */
  read(id: string, sealed: Buffer): T
}

/** A queued job. */
export interface Queued<T> {
  readonly work: T
  /** When it was added. ISO 8601, in UTC. */
  readonly addedAt: string
}

/** The content of jobs is sealed. */
export const sealedJobs: SealedColumn = {
  table: 'jobs',
  column: 'sealed',
  key: ['id'],
  reads: ['queue'],
  purposeOf: ({ queue }) => purposeOf(String(queue)),
  labelOf: ({ id }) => String(id),
}

const purposeOf = (queue: string): QueuePurpose => `${queue} jobs`

/** The most jobs of a user that are listed. */
const maxListedJobs = 1_000

/** Lists the queued jobs of a user, the oldest first. */
export async function listJobsOfUser<T>(
  db: Queryable,
  queue: Queue<T>,
  userId: number,
): Promise<Queued<T>[]> {
  const rows = await store.listOfUser(db, userId, queue.name, maxListedJobs)
  return rows.map(({ id, sealed, created_at }) => ({
    work: queue.read(id, sealed),
    addedAt: created_at,
  }))
}

/**
 * Opens a queue whose content can be written as JSON. It is encrypted with a key derived from
 * SECRET_KEY.
 */
export function openQueue<T extends object>(name: string, secretKey: SecretKey): Queue<T> {
  const key = deriveKey(secretKey, purposeOf(name))
  return {
    name,
    async add(tx, userId, work) {
      const id = randomUUID()
      const sealed = seal(key, id, Buffer.from(JSON.stringify(work)))
      await store.addJob(tx, userId, name, { id, sealed })
      return id
    },
    read: (id, sealed) => JSON.parse(open(key, id, sealed).toString()) as T,
  }
}
