import type { FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../errors/refusals.ts'

/** The header, as errors and the OpenAPI document name it. */
export const idempotencyKey = 'Idempotency-Key'

/** 1 to 255 printable ASCII characters. */
const format = /^[\x20-\x7e]{1,255}$/

/**
 * Reads the `Idempotency-Key` of a request; undefined if it has none.
 * @throws {Refused} validation_failed, if the key is malformed or repeated
 */
export function readIdempotencyKey({
  headers,
  raw,
}: Pick<FastifyRequest, 'headers' | 'raw'>): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  // Node.js joins repeated headers with a comma.
  const isSingle = !key.includes(',') || raw.headersDistinct['idempotency-key']?.length === 1
  if (typeof key === 'string' && isSingle && format.test(key)) return key
  const faults = new Map([[idempotencyKey, [['rule.idempotency_key'] as const]]])
  throw new Refused(refusals.validation_failed, { faults })
}
