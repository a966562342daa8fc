import type { FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../errors/refusals.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { holdsCardNumber } from '../../text/card-number/card-number.ts'
import { apiNotFoundHandler } from '../errors.ts'
import { type HeadersFor, lowerCaseNames } from '../headers.ts'
import type { App } from '../server.ts'
import { methodOf, methods, unservedMethod } from './methods.ts'
import { acceptPatch, accepts, resourceTypes } from './negotiate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of the response, if they are not the default ones. */
    produces?: readonly string[]
  }
}

const exposedHeaders = [
  'ETag',
  'Location',
  'Request-Id',
  'Content-Language',
  'Api-Version',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'DPoP-Nonce',
  'Allow',
  'Idempotency-Replayed',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')

/**
 * Every origin may send requests, without credentials, because every resource of a user needs a
 * token.
 */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
} as const

/**
 * The same for endpoints of OAuth. Some libraries call them with `credentials: 'include'`. A
 * browser then hides a response that allows every origin by a wildcard (Fetch, 3.2.5). The
 * endpoints read no cookie, so credentials change nothing. A browser may also hold the secret of an
 * application, as credentials of HTTP. A page must not read what it gets with those.
 */
export function corsHeadersWithCredentials({ headers }: FastifyRequest) {
  const { origin, authorization = '' } = headers
  return {
    ...corsHeaders,
    Vary: 'Origin',
    ...(origin !== undefined &&
      !/^basic\b/i.test(authorization) &&
      !holdsCardNumber(origin) && {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
      }),
  }
}

/** The name of a header (RFC 9110, 5.6.2). */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/

/**
 * The headers of the response to a preflight request (Fetch, 3.2.3). They allow every header that
 * the page asks for. A wildcard would not include `Authorization`.
 */
function preflightHeaders({ headers }: FastifyRequest) {
  const asked = headers['access-control-request-headers'] ?? ''
  const names = asked.split(',').map((name) => name.trim())
  const allowed = names.filter((name) => headerName.test(name) && !holdsCardNumber(name))
  return {
    'Access-Control-Allow-Headers': ['Authorization', ...allowed].join(', '),
    'Access-Control-Max-Age': '86400',
  }
}

/** The headers of every resource, and of every refusal below the root resource. */
const headersOf = (apiVersion: string) => ({
  ...corsHeaders,
  'Api-Version': apiVersion,
  Vary: 'Authorization, Accept, Accept-Language',
})

/**
 * Makes the function that returns the headers of resources for every URL below the root resource,
 * as the router matches it, and none for others. It is for requests that are refused before
 * `prepareResources` sees them.
 * @param base the path of the root resource, without a trailing slash
 */
export function resourceHeaders(apiVersion: string, base: string): HeadersFor {
  const headers = lowerCaseNames(headersOf(apiVersion))
  const none = {}
  const isResource = pathsBelow(base)
  return (url) => (isResource(url) ? headers : none)
}

/** The path of a URL as the router matches it, without the query. */
export function routedPath(url: string): string {
  const [given = ''] = url.split('?', 1)
  return given.replace(/\/{2,}/g, '/').toLowerCase()
}

/**
 * Makes the function that tells whether a URL is at or below a path, as the router matches it.
 * @param base a path without a trailing slash
 */
export function pathsBelow(base: string): (url: string) => boolean {
  const start = base.toLowerCase()
  return (url) => {
    const path = routedPath(url)
    return path === start || path.startsWith(`${start}/`)
  }
}

/**
 * Adds the headers and checks of every resource and of its errors. Call it first in the scope.
 * @param baseUrl the URL of the root resource
 */
export function prepareResources(app: App, apiVersion: string, baseUrl: string): void {
  const headers = lowerCaseNames({
    ...headersOf(apiVersion),
    'Cache-Control': 'private, no-cache',
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('content-language', request.language)
    done(isAcceptable(request) ? undefined : new Refused(refusals.not_acceptable))
  })
  // Unknown paths need the headers, too. Without them a browser hides the response from other
  // origins.
  if (app.prefix !== '') app.setNotFoundHandler(apiNotFoundHandler(baseUrl))
}

const isAcceptable = ({ method, headers, routeConfig }: FastifyRequest): boolean =>
  method === 'OPTIONS' || accepts(headers.accept, routeConfig.produces ?? resourceTypes)

/**
 * Collects the routes of a scope that are registered after this call. Returns a function that adds
 * OPTIONS to each path, and a 405 with `Allow` (RFC 9110, 15.5.6) for every method that the path
 * does not have. Call it after the last route.
 */
export function trackMethods(app: App): () => void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, routePath }) => {
    const known = methodsOf.get(routePath) ?? new Set()
    methodsOf.set(routePath, known)
    for (const name of [method].flat()) known.add(name)
  })
  return () => {
    for (const [url, known] of [...methodsOf]) {
      const allow = [...methods.filter((name) => known.has(name)), 'OPTIONS'].join(', ')
      const patches = known.has('PATCH')
      app.options(url, (request, reply) => {
        const asks = request.headers['access-control-request-method'] !== undefined
        if (asks)
          reply.headers({ ...preflightHeaders(request), 'Access-Control-Allow-Methods': allow })
        if (patches) reply.header('Accept-Patch', acceptPatch)
        reply.code(204).header('Allow', allow).removeHeader('Cache-Control')
        return reply.send()
      })
      const others = [
        ...methods.filter((name) => !known.has(name) && name !== 'OPTIONS'),
        unservedMethod,
      ]
      app.route({
        method: others,
        url,
        exposeHeadRoute: false,
        // This hook runs before the body is read, which does not matter here.
        onRequest: (request, _reply, done) => {
          const meant = app.nearOperation(methodOf(request.raw), request.url, true)
          const message: Message =
            meant === undefined
              ? ['error.method_not_allowed.allowed', { methods: allow }]
              : ['error.method_not_allowed.allowed_like', { methods: allow, operation: meant }]
          done(new Refused(refusals.method_not_allowed, { allow, message }))
        },
        handler: () => undefined,
      })
    }
  }
}
