import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { LogApplication } from '../application-log.ts'
import { Refused, refusals } from '../errors/refusals.ts'
import { chooseLanguage, type Language } from '../i18n/catalogue.ts'
import { Metrics } from '../metrics/metrics.ts'
import { traceRequests } from '../telemetry/traced-requests.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import { addStrictParsing } from './api/body.ts'
import { addEntityTags } from './api/etags.ts'
import { unservedMethod } from './api/methods.ts'
import { suggestOperations } from './api/near-operation.ts'
import type { App, Schemas } from './app.ts'
import { answerError } from './errors.ts'
import { type HeadersFor, lowerCaseNames } from './headers.ts'
import { Arrivals } from './load/arrivals.ts'
import { enforceDeadline } from './load/request-deadline.ts'
import { startInSlices } from './load/request-slices.ts'
import { RequestLog } from './request-log.ts'
import { RequestMetrics } from './request-metrics.ts'
import {
  answerBrokenRequest,
  commonHeaders,
  createTransport,
  refuseOverload,
  requestIdOf,
} from './transport.ts'

export type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the response. */
    language: Language
    /** The configuration of the route. `routeOptions` makes a new object each time. */
    routeConfig: FastifyContextConfig & { readonly url?: string }
  }
}

export interface HttpServerOptions {
  /** Addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  requireHttps: boolean
  /** Returns the path and query for routing. */
  rewrite: (url: string) => string
  /** Returns the headers of a response that is made before the hooks of its scope have run. */
  headersFor?: HeadersFor
  /** The URL of the metadata that tells where to get tokens (RFC 9728). */
  resourceMetadata?: string
  /** Returns the origin of the URL of a path, for suggestions. */
  originOf?: (path: string) => string
}

/** What observes the requests. */
export interface Observers {
  readonly metrics?: Metrics | undefined
  readonly tracer?: Tracer | undefined
  /** Logs the requests of applications for their developers. */
  readonly logApplication?: LogApplication | undefined
}

const maxBodyBytes = 64 * 1024

/**
 * Fastify loads its own validator and serializer, more than a hundred modules, unless it gets
 * others. `addStrictParsing` and `addEntityTags` set ours.
 */
const noCompilers = { buildValidator: notUsed, buildSerializer: notUsed }

function notUsed(): never {
  throw new TypeError('The validator and the serializer are set with the server.')
}

const headers = lowerCaseNames(commonHeaders)

/**
 * Creates the HTTP server for all routes. It reads bodies strictly, ignores letter case and extra
 * slashes in paths, adds entity tags, responds to errors, and logs one line for each request.
 */
export function createHttpServer(
  {
    trustedProxies,
    requireHttps,
    rewrite,
    headersFor = () => ({}),
    resourceMetadata,
    originOf = () => '',
  }: HttpServerOptions,
  logger: FastifyBaseLogger,
  { metrics = new Metrics(), tracer, logApplication }: Observers = {},
): App {
  const arrivals = new Arrivals()
  const requests = new RequestMetrics(metrics)
  const transportLog = requests.countingLog(logger)
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(requests, logApplication),
    serverFactory: (listener) =>
      createTransport(
        startInSlices(
          listener,
          (request) => arrivals.add(request),
          refuseOverload(transportLog, headersFor),
        ),
        rewrite,
        transportLog,
        headersFor,
      ),
    clientErrorHandler: answerBrokenRequest(transportLog),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    schemaController: { compilersFactory: noCompilers },
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIdOf,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: maxBodyBytes,
    },
  }).withTypeProvider<Schemas>()
  // The body of a DELETE is ignored. Some clients always send a content type.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  app.addHttpMethod(unservedMethod, { hasBody: false, overrideExisting: true })

  requests.watch(app)
  if (tracer) traceRequests(app, tracer)
  app.decorate('headersFor', headersFor)
  app.decorate('resourceMetadata', resourceMetadata)
  suggestOperations(app, originOf)
  app.decorateRequest('language', 'en')
  app.decorateRequest('routeConfig')
  app.decorateRequest('loggedFor', 0)
  app.decorateReply('isLogged', false)
  app.setErrorHandler(answerError)

  app.addHook('onRequest', (request, reply, done) => {
    request.language = chooseLanguage(request.headers['accept-language'])
    request.routeConfig = request.routeOptions.config
    reply.headers(headers).header('request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    else if (requireHttps) return done(new Refused(refusals.https_required))
    done()
  })
  enforceDeadline(app, arrivals)
  addStrictParsing(app)
  addEntityTags(app)
  return app
}
