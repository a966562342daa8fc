import type { FastifyReply } from 'fastify'
import type { Language } from '../../i18n/catalogue.ts'
import { entityTag, halJson, type Representation, version } from './hal.ts'
import { JsonWriter } from './json.ts'

/** The response of an operation, as a value. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204
  readonly headers?: Readonly<Record<string, string>>
  /** Omitted if the response has no content. */
  readonly resource?: Representation
}

export const ok = (resource: Representation): Answer => ({ status: 200, resource })

export const created = (location: string, resource: Representation): Answer => ({
  status: 201,
  headers: { Location: location },
  resource,
})

export const noContent: Answer = { status: 204 }

/** Sends an answer. The entity tag is added later (`addEntityTags`). */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers = {}, resource }: Answer,
): FastifyReply {
  return reply.code(status).headers(headers).send(resource)
}

/** An answer with the bytes of its body and all headers that depend on the request. */
export interface EncodedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Omitted if the response has no content. */
  readonly body?: Buffer
}

/** Encodes an answer exactly as `sendAnswer` sends it. */
export function encodeAnswer(
  { status, headers = {}, resource }: Answer,
  language: Language,
): EncodedAnswer {
  const common = { ...headers, 'Content-Language': language }
  if (resource === undefined) return { status, headers: common }
  const { body, tag } = encodeResource(resource)
  return {
    status,
    headers: { ...common, 'Content-Type': halJson, ETag: tag },
    body,
  }
}

const lineFeed = 10

/** The bytes of an answer: a line of JSON with its status and headers, and the body as it is. */
export function toBytes({ body, ...head }: EncodedAnswer): Buffer {
  const line = Buffer.from(JSON.stringify(head))
  return body === undefined ? line : Buffer.concat([line, Buffer.from([lineFeed]), body])
}

/**
 * Reads what `toBytes` wrote, and the earlier format: one JSON object with the body as a property.
 */
export function fromBytes(bytes: Buffer): EncodedAnswer {
  const end = bytes.indexOf(lineFeed)
  if (end >= 0)
    return { ...JSON.parse(bytes.toString('utf8', 0, end)), body: bytes.subarray(end + 1) }
  const { body, ...head } = JSON.parse(bytes.toString())
  return body === undefined ? head : { ...head, body: Buffer.from(body) }
}

export const sendEncoded = (
  reply: FastifyReply,
  { status, headers, body }: EncodedAnswer,
): FastifyReply => reply.code(status).headers(headers).send(body)

const writer = new JsonWriter()

/** Encodes a resource as JSON in UTF-8, once for its entity tag and the socket. */
export function encodeResource(resource: Representation): { body: Buffer; tag: string } {
  const body = writer.encode(resource)
  return { body, tag: entityTag(resource[version] ?? 0, body) }
}
