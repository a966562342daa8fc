import type { App } from '../app.ts'
import { encodeResource } from './answer.ts'
import { halJson, matchesNone, type Representation } from './hal.ts'

/**
 * Adds an entity tag to each resource. Responds with 304 if the client already has the resource.
 */
export function addEntityTags(app: App): void {
  const toJson = (payload: unknown): string =>
    typeof payload === 'string' ? payload : JSON.stringify(payload)
  // Fastify's compiled serialisers are slower than JSON.stringify here. Response schemas are for
  // the OpenAPI document and the tests.
  app.setSerializerCompiler(() => toJson)
  app.setReplySerializer(toJson)

  app.addHook<Representation | null>('preSerialization', (request, reply, resource, done) => {
    if (resource === null || typeof resource !== 'object') return done(null, resource)
    const { body, tag } = encodeResource(resource)
    reply.header('ETag', tag).type(halJson)
    const held = request.headers['if-none-match']
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (held !== undefined && isRead && !matchesNone(held, tag)) reply.code(304)
    done(null, body)
  })

  // A 304 has no content. Without a payload Fastify sends no Content-Length. For HEAD it sends the
  // length of the 200. RFC 9110, 8.6 allows both and forbids `Content-Length: 0`.
  app.addHook('onSend', (request, reply, payload, done) =>
    done(null, reply.statusCode === 304 && request.method !== 'HEAD' ? null : payload),
  )
}
