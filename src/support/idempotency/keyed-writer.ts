import type { Database, Queryable, Transaction } from '../../platform/database/db.ts'
import { isLockTimeout } from '../../platform/database/sqlstate.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { hmac, type KeyedHashes } from '../../platform/secrets/secrets.ts'
import * as store from './store.ts'
import type { Attempt, Writer } from './writer.ts'

/** How long responses are stored, in milliseconds. */
const lifetimeMs = 24 * 60 * 60_000
/** How long a client should wait while its earlier request is still running. */
const retryAfterSeconds = 1

/** The refusal of a request whose earlier attempt is still running. It is never stored. */
export const inUse = (): Refused =>
  new Refused(refusals.idempotency_key_in_use, { retryAfterSeconds })

/** An earlier request with the same key has stored its response. */
export class AlreadyAnswered extends Error {
  override name = 'AlreadyAnswered'
  readonly stored: store.StoredResponse
  constructor(stored: store.StoredResponse) {
    super('An earlier request has stored its response.')
    this.stored = stored
  }
}

/** Where and how a request stores its response. */
export interface Slot<T> {
  readonly db: Database
  /** The time of the request. */
  readonly now: Date
  readonly userId: number
  /** The hashes of the key. The first one is stored. */
  readonly keyHashes: KeyedHashes
  readonly bodyHash: Buffer
  readonly encode: (result: T) => string
  readonly seal: (encoded: string) => Buffer
}

/**
 * The writer of a request with an Idempotency-Key. Transactions of one user run one after the other
 * under the lock of the user's row. So a request that runs at the same time in another process
 * waits, and then finds the stored response.
 */
export class KeyedWriter<T> implements Writer<T>, Attempt {
  readonly attempt = this
  readonly hash: Buffer
  /** The response, once it is stored with the change. */
  encoded: string | undefined
  readonly #slot: Slot<T>

  constructor(slot: Slot<T>) {
    this.#slot = slot
    this.hash = hmac(slot.keyHashes[0], slot.bodyHash.toString('base64url'))
  }

  /** @throws {AlreadyAnswered | Refused} idempotency_key_in_use */
  async transactionFor<R extends T>(
    userId: number,
    work: (tx: Transaction) => Promise<R>,
  ): Promise<R> {
    const { db, encode } = this.#slot
    return db.transactionFor(userId, async (tx) => {
      // The look-up is sent together with the first statements of the work.
      const lookUp = this.#lookUp(tx)
      const held = new HeldTransaction(tx)
      const [outcome] = await Promise.allSettled([work(held), lookUp])
      // If there is a response, the result of the work does not matter, not even a refusal.
      await lookUp
      if (outcome.status === 'rejected') throw outcome.reason
      const encoded = encode(outcome.value)
      await tx.commitWith(Promise.all([held.last, this.#insert(tx, encoded)]))
      this.encoded = encoded
      return outcome.value
    })
  }

  /** @throws {AlreadyAnswered} */
  async assertFirst(db: Queryable = this.#slot.db): Promise<void> {
    const { userId, keyHashes, now } = this.#slot
    const stored = await store.find(db, userId, keyHashes, now)
    if (stored !== undefined) throw new AlreadyAnswered(stored)
  }

  /**
   * Stores a response that no transaction has stored.
   * @throws {AlreadyAnswered} if another process was faster
   */
  async store(encoded: string): Promise<string> {
    const { db, userId, keyHashes } = this.#slot
    const [, isStored] = await db.transactionFor(userId, async (tx) => {
      // An earlier response under the hash of a former key does not stop the insert.
      if (keyHashes.length > 1) await this.#lookUp(tx)
      return tx.commitWith(Promise.all([store.lockUser(tx, userId), this.#insert(tx, encoded)]))
    })
    if (!isStored) await this.assertFirst()
    return encoded
  }

  async #lookUp(tx: Queryable): Promise<void> {
    const locked = store.lockUser(tx, this.#slot.userId).catch((error: unknown) => {
      throw isLockTimeout(error) ? inUse() : error
    })
    await Promise.all([locked, this.assertFirst(tx)])
  }

  #insert(tx: Queryable, encoded: string): Promise<boolean> {
    const { userId, keyHashes, bodyHash, now, seal } = this.#slot
    const response = { key_hash: keyHashes[0], body_hash: bodyHash, response: seal(encoded) }
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    return store.insert(tx, userId, response, now, expiresAt)
  }
}

/** The transaction as the work sees it. The caller commits it. */
class HeldTransaction implements Transaction {
  /** The last statements, if the result of the work does not depend on them. */
  last: Promise<unknown> | undefined
  readonly query: Transaction['query']

  constructor(tx: Transaction) {
    this.query = (statement) => tx.query(statement)
  }

  commitWith<R>(last: Promise<R>): Promise<R> {
    return last
  }

  async commitAfter<R>(last: Promise<unknown>, result: R): Promise<R> {
    this.last = last
    // Nobody waits for them if an earlier response is found.
    last.catch(() => {})
    return result
  }
}
