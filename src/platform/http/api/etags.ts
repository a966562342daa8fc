import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { encodeResource } from './answer.ts'
import { halJson, matchesNone, type Representation } from './hal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Leaves out of the response what the request does not want. Undefined if it wants all. */
    prune: ((resource: Representation) => Representation) | undefined
  }
}

/**
 * Adds an entity tag to each resource. Responds with 304 if the client already has the resource.
 */
export function addEntityTags(app: App): void {
  app.decorateRequest('prune')
  // Fastify's compiled serialisers are slower than JSON.stringify here. Response schemas are for
  // the OpenAPI document and the tests.
  app.setSerializerCompiler(() => toPayload)
  app.setReplySerializer(toPayload)

  app.addHook<Representation | null>('preSerialization', (request, reply, resource, done) => {
    if (resource === null || typeof resource !== 'object') return done(null, resource)
    const { prune } = request
    const { body, tag } = encodeResource(prune === undefined ? resource : prune(resource))
    reply.header('etag', tag).type(halJson)
    const { method, headers } = request
    const held = headers['if-none-match']
    const isRead = method === 'GET' || method === 'HEAD'
    if (held === undefined || !isRead || matchesNone(held, tag)) return done(null, body)
    describeNothing(reply.code(304))
    // A 304 has no content. Without a payload Fastify sends no Content-Length. For HEAD it sends
    // the length of the 200. RFC 9110, 8.6 allows both and forbids `Content-Length: 0`.
    done(null, method === 'HEAD' ? body : null)
  })
}

/**
 * Removes the headers that describe a representation, because a 304 has none
 * (RFC 9110, 15.4.5).
 */
export const describeNothing = (reply: FastifyReply): FastifyReply =>
  reply
    .removeHeader('content-type')
    .removeHeader('content-language')
    .removeHeader('content-encoding')

/** Objects are bytes already. Fastify also takes bytes and null, which its types lack. */
const toPayload = (payload: unknown): string =>
  payload === null || Buffer.isBuffer(payload) ? (payload as never) : JSON.stringify(payload)
