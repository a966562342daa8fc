import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../platform/database/db.ts'
import type { Job, Retry } from '../../platform/process/work.ts'
import { deriveKey, type SecretKey } from '../../platform/secrets/keys.ts'
import type { QueuePurpose } from '../../platform/secrets/purposes.ts'
import { BrokenSeal, open, seal } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import * as store from './store.ts'

export { jobsChannel, removeByKey, removeOfUser as removeJobsOfUser } from './store.ts'

/*
 * Work outside of requests. A job is a row of the table `jobs`, added in the transaction that causes
 * it, so it is performed only if that transaction is committed. `startWork` performs each job at
 * least once, on any instance.
 */

/** Thrown by `perform` if further attempts cannot succeed. The job is given up at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/**
 * Returns the delay after this many failed attempts, in seconds, randomly varied by a quarter.
 */
export const retryDelaySeconds = (
  { firstSeconds, factor, maxSeconds }: Retry,
  attempts: number,
  random = Math.random(),
): number => Math.min(firstSeconds * factor ** (attempts - 1), maxSeconds) * (0.75 + random / 2)

/**
 * Adds a job in the caller's transaction. If the queue has one with this key, that becomes due; if
 * an instance performs it now, it is performed once more.
 */
export const addJob = (tx: Queryable, job: Omit<store.NewJob, 'id' | 'sealed'>): Promise<void> =>
  store.addJob(tx, { ...job, id: randomUUID() })

/** A queue of jobs with content, which is encrypted in the database. */
export interface Queue<T> {
  readonly name: string
  /**
   * Adds a job in the caller's transaction.
   * @param userId the user whom it concerns: if that user is erased, so is the job
   * @returns its unique id
   */
  add(tx: Queryable, userId: number | null, content: T): Promise<string>
  /**
   * Decrypts the content of a job.
   * @throws {BrokenSeal}
   */
  read(job: Pick<Job, 'id' | 'sealed'>): T
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

/**
 * Opens a queue whose content can be written as JSON. It is encrypted with a key derived from
 * SECRET_KEY.
 */
export function openQueue<T extends object>(name: string, secretKey: SecretKey): Queue<T> {
  const key = deriveKey(secretKey, purposeOf(name))
  return {
    name,
    async add(tx, userId, content) {
      const id = randomUUID()
      const sealed = seal(key, id, Buffer.from(JSON.stringify(content)))
      await store.addJob(tx, { id, queue: name, userId, sealed })
      return id
    },
    read({ id, sealed }) {
      if (sealed === null) throw new BrokenSeal()
      return JSON.parse(open(key, id, sealed).toString()) as T
    },
  }
}

/** A queued job with its content. */
export interface Queued<T> {
  readonly content: T
  /** When it was added. ISO 8601, in UTC. */
  readonly addedAt: string
}

/** The most jobs of a user that are listed. */
const maxListedJobs = 1_000

/** Lists the queued jobs of a user, the oldest first. */
export async function listJobsOfUser<T>(
  db: Queryable,
  queue: Queue<T>,
  userId: number,
): Promise<Queued<T>[]> {
  const rows = await store.listOfUser(db, userId, queue.name, maxListedJobs)
  return rows.map((row) => ({ content: queue.read(row), addedAt: row.created_at }))
}
