import type { onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import type { Database } from '../platform/database/db.ts'
import { safeMethods } from '../platform/http/api/methods.ts'
import type { App } from '../platform/http/server.ts'
import { deriveKey, type SecretKey } from '../platform/secrets/keys.ts'
import { keyedHash } from '../platform/secrets/secrets.ts'
import { runAs } from '../support/audit/actor.ts'
import { networkOf, siteOrNetworkOf } from '../support/limits/networks.ts'

/**
 * Adds hooks to the routes of a scope that can change something. Reads do not pay for them. Call it
 * before routes are added.
 */
export function beforeChanges(
  app: App,
  hooks: { onRequest: onRequestHookHandler; preHandler: preHandlerHookHandler },
): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => safeMethods.has(method))) return
    route.onRequest = [route.onRequest ?? [], hooks.onRequest].flat()
    route.preHandler = [hooks.preHandler, route.preHandler ?? []].flat()
  })
}

/** Records the changes of a request under its user. */
export const recordUser: preHandlerHookHandler = ({ caller, id }, _reply, done) =>
  runAs({ kind: 'user', applicationId: caller.applicationId, requestId: id }, done)

/** Records what an application does with its own token. */
export const recordApplication: preHandlerHookHandler = ({ application, id }, _reply, done) =>
  runAs({ kind: 'application', applicationId: application.applicationId, requestId: id }, done)

/** Records the changes of a request without a user's token under the visitor's network and site. */
export function recordVisitor(secretKey: SecretKey): preHandlerHookHandler {
  const key = deriveKey(secretKey, 'networks of visitors')
  return (request, _reply, done) => {
    const hashOf = (range: string) => keyedHash(key, range).toString('base64url')
    const network = () => hashOf(networkOf(request.ip))
    const site = () => hashOf(siteOrNetworkOf(request.ip))
    runAs({ kind: 'visitor', requestId: request.id, network, site }, done)
  }
}

/** Refuses a write whose transaction would not get its turn in time, before its body is read. */
export const refuseLateWrites =
  (db: Database): onRequestHookHandler =>
  ({ caller, deadline }, _reply, done) => {
    try {
      db.assertCapacity(caller.userId, deadline)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
