import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../platform/errors/refusals.ts'
import { deriveKey, open, seal } from '../../platform/secrets/seal.ts'
import { isEqual, keyedHash } from '../../platform/secrets/secrets.ts'
import { AlreadyAnswered, inUse, KeyedWriter } from './keyed-writer.ts'
import type { Writer } from './writer.ts'

export interface IdempotencyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secretKey: string
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly userId: number
  /** The key, with everything that it applies to. */
  readonly key: string
  /** The content that all requests with this key must have. */
  readonly content: string
}

/** The effect of a request, and the encoding of its response. */
export interface Change<T> {
  readonly run: (writer: Writer<T>) => Promise<T>
  readonly encode: (result: T) => string
  /** Returns undefined for a refusal that must not be stored. */
  readonly encodeRefusal: (refused: Refused) => string | undefined
}

export interface EncodedResponse {
  readonly encoded: string
  /** Whether an earlier request stored it. */
  readonly isReplayed: boolean
}

/**
 * Runs a change once for all requests with the same key. The response is stored in the transaction
 * of the change, and a repeated request gets the stored response.
 * @throws {Refused} idempotency_key_in_use, idempotency_key_reused, and refusals of the change that
 * are not stored
 */
export type RunOnce = <T>(request: KeyedRequest, change: Change<T>) => Promise<EncodedResponse>

/** Creates the function that runs changes once. A process creates one, and shares it. */
export function openIdempotency({ db, clock, secretKey }: IdempotencyDeps): RunOnce {
  const hashKey = deriveKey(secretKey, 'idempotency keys')
  const sealKey = deriveKey(secretKey, 'idempotent responses')
  /** The requests that this process runs now. A retry of one does not wait for it. */
  const running = new Set<string>()
  return async ({ userId, key, content }, change) => {
    const keyHash = keyedHash(hashKey, `${userId} ${key}`)
    const bodyHash = keyedHash(hashKey, `${userId} ${content}`)
    const label = keyHash.toString('base64url')
    if (running.has(label)) throw inUse()
    running.add(label)
    const writer = new KeyedWriter({
      db,
      now: new Date(clock.now()),
      userId,
      keyHash,
      bodyHash,
      encode: change.encode,
      seal: (encoded) => seal(sealKey, label, Buffer.from(encoded)),
    })
    try {
      return { encoded: await runFirst(writer, change), isReplayed: false }
    } catch (error) {
      if (!(error instanceof AlreadyAnswered)) throw error
      const { body_hash, response } = error.stored
      if (!isEqual(body_hash, bodyHash)) throw new Refused(refusals.idempotency_key_reused)
      return { encoded: open(sealKey, label, response).toString(), isReplayed: true }
    } finally {
      running.delete(label)
    }
  }
}

/**
 * Runs a change, and stores the response unless its transaction has.
 * @throws {AlreadyAnswered}
 */
async function runFirst<T>(writer: KeyedWriter<T>, change: Change<T>): Promise<string> {
  try {
    const result = await change.run(writer)
    return writer.encoded ?? (await writer.store(change.encode(result)))
  } catch (error) {
    if (!(error instanceof Refused) || isRefused(error, refusals.idempotency_key_in_use))
      throw error
    const encoded = change.encodeRefusal(error)
    if (encoded !== undefined) return writer.store(encoded)
    // The reason of the refusal may be the effect of an earlier request with the same key.
    await writer.assertFirst()
    throw error
  }
}
