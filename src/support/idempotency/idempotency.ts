import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../platform/errors/refusals.ts'
import { deriveKey, type SecretKey } from '../../platform/secrets/keys.ts'
import { open, seal } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import { isEqual, keyedHashes } from '../../platform/secrets/secrets.ts'
import { AlreadyAnswered, inUse, KeyedWriter } from './keyed-writer.ts'
import type { Writer } from './writer.ts'

export interface IdempotencyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secretKey: SecretKey
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly userId: number
  /** The application that has sent it; null for a form of a page. */
  readonly applicationId: number | null
  /** The key, with everything that it applies to. */
  readonly key: string
  /** The content that all requests with this key must have, or a function that makes it. */
  readonly content: string | (() => Promise<string>)
  /**
   * The content in the format of the previous version, so that responses which that version stored
   * are found.
   */
  readonly formerContent?: () => string
  /**
   * Whether the request waits for an earlier one that is still running. Otherwise it is refused. If
   * it waits for too long, it fails like a request without a key.
   */
  readonly waits?: boolean
}

/** The effect of a request, and its response. */
export interface Change<T, A> {
  readonly run: (writer: Writer<T>) => Promise<T>
  readonly encode: (result: T) => A
  /** Returns undefined for a refusal that must not be stored. */
  readonly encodeRefusal: (refused: Refused) => A | undefined
}

/** How answers are stored. */
export interface AnswerFormat<A> {
  readonly toBytes: (answer: A) => Buffer
  readonly fromBytes: (bytes: Buffer) => A
}

export interface Answered<A> {
  readonly answer: A
  /** Whether an earlier request stored it. */
  readonly isReplayed: boolean
}

/**
 * Runs a change once for all requests with the same key. The response is stored in the transaction
 * of the change, and a repeated request gets the stored response.
 * @throws {Refused} idempotency_key_in_use, idempotency_key_reused, and refusals of the change that
 * are not stored
 */
export type RunOnce<A> = <T>(request: KeyedRequest, change: Change<T, A>) => Promise<Answered<A>>

/** The responses are sealed. */
export const sealedResponses: SealedColumn = {
  table: 'idempotency_keys',
  column: 'response',
  key: ['user_id', 'key_hash'],
  purposeOf: () => 'idempotent responses',
  labelOf: ({ key_hash }) => labelOf(key_hash as Buffer),
}

/** Creates the function that runs changes once. A process creates one, and shares it. */
export function openIdempotency<A>(
  { db, clock, secretKey }: IdempotencyDeps,
  { toBytes, fromBytes }: AnswerFormat<A>,
): RunOnce<A> {
  const hashKey = deriveKey(secretKey, 'idempotency keys')
  const sealKey = deriveKey(secretKey, 'idempotent responses')
  /** The requests that this process runs now. A retry of one does not wait for it. */
  const running = new Set<string>()
  return async (request, change) => {
    const { userId, applicationId, key, content, formerContent, waits = false } = request
    const hashesOf = (text: string) => keyedHashes(hashKey, `${userId} ${text}`)
    const keyHashes = hashesOf(key)
    const label = labelOf(keyHashes[0])
    if (!waits && running.has(label)) throw inUse()
    if (!waits) running.add(label)
    try {
      const bodyHashes = hashesOf(typeof content === 'string' ? content : await content())
      const writer = new KeyedWriter({
        db,
        now: new Date(clock.now()),
        userId,
        applicationId,
        keyHashes,
        bodyHash: bodyHashes[0],
        waits,
        encode: change.encode,
        seal: (answer) => seal(sealKey, label, toBytes(answer)),
      })
      const answer = await runFirst(writer, change).catch((error: unknown) => {
        if (error instanceof AlreadyAnswered) return error
        throw error
      })
      if (!(answer instanceof AlreadyAnswered)) return { answer, isReplayed: false }
      const { key_hash, body_hash, response } = answer.stored
      const isIn = (hashes: readonly Buffer[]) => hashes.some((hash) => isEqual(body_hash, hash))
      if (!isIn(bodyHashes) && !(formerContent && isIn(hashesOf(formerContent()))))
        throw new Refused(refusals.idempotency_key_reused)
      const stored = open(sealKey, labelOf(key_hash), response)
      return { answer: fromBytes(stored), isReplayed: true }
    } finally {
      if (!waits) running.delete(label)
    }
  }
}

/**
 * Runs a change, and stores the response unless its transaction has.
 * @throws {AlreadyAnswered}
 */
async function runFirst<T, A>(writer: KeyedWriter<T, A>, change: Change<T, A>): Promise<A> {
  try {
    const result = await change.run(writer)
    return writer.answer ?? (await writer.store(change.encode(result)))
  } catch (error) {
    if (!(error instanceof Refused) || isRefused(error, refusals.idempotency_key_in_use))
      throw error
    const answer = change.encodeRefusal(error)
    if (answer !== undefined) return writer.store(answer)
    // The reason of the refusal may be the effect of an earlier request with the same key.
    await writer.assertFirst()
    throw error
  }
}

const labelOf = (keyHash: Buffer): string => keyHash.toString('base64url')
