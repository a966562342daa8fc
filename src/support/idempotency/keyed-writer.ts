import type { Database, Queryable, Transaction } from '../../platform/database/db.ts'
import { isLockTimeout } from '../../platform/database/sqlstate.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { hmac, type KeyedHashes } from '../../platform/secrets/secrets.ts'
import * as store from './store.ts'
import type { Attempt, Writer } from './writer.ts'

/** How long responses are stored, in milliseconds. */
const lifetimeMs = 24 * 60 * 60_000
/**
 * How long a client may still repeat a request, in milliseconds. Clients and their queues repeat
 * within seconds or minutes: `@foyer/client` makes three attempts.
 */
const repeatedWithinMs = 10 * 60_000
/**
 * The room for the responses of a user, which all applications share. The oldest make room for a new
 * one, if no client repeats their requests any more. Otherwise the new request of an application with
 * more than a quarter of the room is refused before it has changed anything: without its response, a
 * repeated one would make the change again.
 */
const room = { most: 4_000, mostBytes: 8 * 2 ** 20 }
/** How long a client should wait until there is room. */
const roomAfterSeconds = 60
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
export interface Slot<T, A> {
  readonly db: Database
  /** The time of the request. */
  readonly now: Date
  readonly userId: number
  /** The application that has sent it; null for a form of a page. */
  readonly applicationId: number | null
  /** The hashes of the key. The first one is stored. */
  readonly keyHashes: KeyedHashes
  readonly bodyHash: Buffer
  /** Whether a request that has waited for too long fails like one without a key. */
  readonly waits: boolean
  readonly encode: (result: T) => A
  readonly seal: (answer: A) => Buffer
}

/**
 * The writer of a request with an Idempotency-Key. The response is inserted in the transaction of
 * the change. If an earlier request has stored one, the insert fails, and with it the transaction.
 * A request that runs at the same time in another process waits for the first one.
 */
export class KeyedWriter<T, A> implements Writer<T>, Attempt {
  readonly attempt = this
  /** The response, once it is stored with the change. */
  answer: A | undefined
  readonly #slot: Slot<T, A>

  constructor(slot: Slot<T, A>) {
    this.#slot = slot
  }

  get hash(): Buffer {
    const { keyHashes, bodyHash } = this.#slot
    return hmac(keyHashes[0], bodyHash.toString('base64url'))
  }

  /** @throws {AlreadyAnswered | Refused} idempotency_key_in_use, too_many_requests */
  async transactionFor<R extends T>(
    userId: number,
    work: (tx: Transaction) => Promise<R>,
  ): Promise<R> {
    return this.#unlessAnswered(userId, async (tx) => {
      const held = hold(tx)
      const result = await work(held)
      const answer = this.#slot.encode(result)
      await tx.commitWith(Promise.all([held.last, this.#insert(tx, answer)]))
      this.answer = answer
      return result
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
  async store(answer: A): Promise<A> {
    await this.#unlessAnswered(this.#slot.userId, (tx) => tx.commitWith(this.#insert(tx, answer)))
    return answer
  }

  /**
   * Runs a transaction that inserts the response.
   * @throws {AlreadyAnswered | Refused | Unavailable} idempotency_key_in_use, too_many_requests
   */
  async #unlessAnswered<R>(userId: number, work: (tx: Transaction) => Promise<R>): Promise<R> {
    const { db, keyHashes, waits, now } = this.#slot
    const run = () =>
      db.transactionFor(userId, async (tx) => {
        // An earlier response under the hash of a former key does not make the insert fail.
        if (keyHashes.length > 1) await this.#lookUp(tx)
        return work(tx)
      })
    try {
      return await run()
    } catch (error) {
      if (!waits && isLockTimeout(error)) throw inUse()
      const isFull = store.isFull(error)
      if (!isFull && !store.isAnswered(error)) throw error
      await this.assertFirst()
      if (isFull)
        throw new Refused(refusals.too_many_requests, { retryAfterSeconds: roomAfterSeconds })
      // The earlier response has expired, and no chore has deleted it yet.
      await store.removeExpiredOf(db, userId, keyHashes[0], now)
      return run()
    }
  }

  async #lookUp(tx: Queryable): Promise<void> {
    await Promise.all([store.lockUser(tx, this.#slot.userId), this.assertFirst(tx)])
  }

  async #insert(tx: Queryable, answer: A): Promise<void> {
    const { keyHashes, bodyHash, now, seal } = this.#slot
    const response = { key_hash: keyHashes[0], body_hash: bodyHash, response: seal(answer) }
    const expiresAt = now.getTime() + lifetimeMs
    const youngExpireAfter = new Date(expiresAt - repeatedWithinMs)
    const limits = { ...room, youngExpireAfter }
    await store.insert(tx, this.#slot, response, new Date(expiresAt), limits)
  }
}

/** The transaction as the work sees it. The caller commits it. */
interface HeldTransaction extends Transaction {
  /** The last statements, if the result of the work does not depend on them. */
  last: Promise<unknown> | undefined
}

/**
 * Holds COMMIT back. This is a plain object with the functions of the transaction. A class around
 * them left 10 KB of old objects for each request, and this leaves 5 KB.
 */
function hold(tx: Transaction): HeldTransaction {
  const held: HeldTransaction = {
    ...tx,
    last: undefined,
    commitWith: (last) => last,
    async commitAfter(last, result) {
      held.last = last
      // Nobody waits for them if the response cannot be encoded.
      last.catch(() => {})
      return result
    },
  }
  return held
}
