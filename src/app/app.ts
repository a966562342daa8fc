import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  countRequests,
  limitByCaller,
  requireApplication,
  requireUser,
} from '../identity/oauth/endpoints/bearer.ts'
import {
  describeProtectedResource,
  resourceMetadataUrl,
} from '../identity/oauth/endpoints/description/protected-resource.ts'
import { openProofs } from '../identity/oauth/proofs/proofs.ts'
import { Refused, refusals } from '../platform/errors/refusals.ts'
import { namesMediaType } from '../platform/http/api/negotiate.ts'
import {
  pathsBelow,
  prepareResources,
  resourceHeaders,
  routedPath,
  trackMethods,
} from '../platform/http/api/resources.ts'
import { commonSchemas } from '../platform/http/api/schema.ts'
import { apiNotFoundHandler } from '../platform/http/errors.ts'
import { announceDeprecation } from '../platform/http/openapi/deprecation.ts'
import { addFieldsets } from '../platform/http/openapi/fieldsets.ts'
import { basePath, errorPageHandler, type PageDeps } from '../platform/http/pages/scope.ts'
import { type App, createHttpServer } from '../platform/http/server.ts'
import { timeZones } from '../platform/i18n/time-zones/time-zones.ts'
import { interfaceVersion } from '../resources/openapi/interface-version.ts'
import { describeRoutes } from '../resources/openapi/openapi.ts'
import type { AppDeps } from './deps.ts'
import { featuresOf, pagesOf } from './features.ts'
import {
  beforeChanges,
  recordApplication,
  recordUser,
  recordVisitor,
  refuseLateWrites,
} from './hooks.ts'
import { restoreBasePath } from './stray-paths.ts'
import { examplesOf } from './views.ts'

/** Creates the application. Opens and starts nothing; `main.ts` does that. */
export async function createApp(deps: AppDeps, features = featuresOf(deps)): Promise<App> {
  const { config, authenticator, db, logger, secretKey } = deps
  const { baseUrl, authUrl } = config
  const isResource = pathsBelow(basePath(baseUrl))
  const options = {
    ...config,
    rewrite: restoreBasePath(baseUrl),
    headersFor: resourceHeaders(interfaceVersion, basePath(baseUrl)),
    resourceMetadata: resourceMetadataUrl(baseUrl),
    originOf: (path: string) => new URL(isResource(path) ? baseUrl : authUrl).origin,
  }
  if (deps.metrics !== undefined) timeZones().measure(deps.metrics)
  const app = createHttpServer(options, logger, {
    ...deps,
    logApplication: features.find(({ logApplication }) => logApplication)?.logApplication,
  })
  const docsUrl = config.docs ? `${authUrl}/docs` : undefined
  describeProtectedResource(app, { baseUrl, authUrl, serviceName: config.serviceName, docsUrl })
  const serveDocument = describeRoutes(app, {
    baseUrl,
    authUrl,
    docsUrl,
    supportUrl: config.brand.links.support,
    examples: () => examplesOf(features, config),
  })
  for (const schema of [...commonSchemas, ...features.flatMap(({ schemas = [] }) => schemas)])
    app.addSchema(schema)

  const limitOf = (url: string) => (isResource(url) ? 'caller' : 'network')
  const isEndpoint = pathsBelow(`${basePath(authUrl)}/oauth2`)
  const urlOf = (path: string) =>
    (isEndpoint(path) ? new URL(authUrl).origin : options.originOf(path)) +
    routedPath(options.rewrite(path))
  const proofs = openProofs({ db, clock: deps.clock, secretKey, urlOf })
  announceDeprecation(app, baseUrl)
  countRequests(app, authenticator, deps.limits, limitOf, proofs)
  await app.register(
    async (resources: App) => {
      prepareResources(resources, interfaceVersion, baseUrl)
      limitByCaller(resources)
      addFieldsets(resources)
      const refuseOtherMethods = trackMethods(resources)
      await resources.register(async (open: App) => {
        for (const { publicRoutes } of features) if (publicRoutes) await open.register(publicRoutes)
      })
      await resources.register(async (own: App) => {
        requireUser(own)
        beforeChanges(own, { onRequest: refuseLateWrites(db), preHandler: recordUser })
        for (const { userRoutes } of features) if (userRoutes) await own.register(userRoutes)
      })
      await resources.register(async (services: App) => {
        requireApplication(services)
        services.addHook('preHandler', recordApplication)
        for (const { serviceRoutes } of features)
          if (serviceRoutes) await services.register(serviceRoutes)
      })
      refuseOtherMethods()
    },
    { prefix: basePath(baseUrl) },
  )
  app.addHook('preHandler', recordVisitor(secretKey))
  app.setNotFoundHandler(notFoundHandler(pagesOf(deps), baseUrl))
  await app.register(async (open: App) => {
    for (const { authRoutes } of features) if (authRoutes) await open.register(authRoutes)
  })
  serveDocument(`${basePath(authUrl)}/openapi.json`)
  return app
}

/**
 * Makes the handler for paths without a route. Browsers get a page below the issuer, and a redirect
 * to the account at the issuer itself. Programs get the error of the interface.
 */
function notFoundHandler(options: PageDeps, baseUrl: string) {
  const answerNotFound = apiNotFoundHandler(baseUrl)
  const base = basePath(options.authUrl)
  const showError = errorPageHandler(options)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { method, headers, url } = request
    const [path = ''] = url.split('?')
    const isRead = method === 'GET' || method === 'HEAD'
    const isBelowIssuer = path === base || path.startsWith(`${base}/`)
    if (!isRead || !isBelowIssuer || !namesMediaType(headers.accept, ['text/html']))
      answerNotFound(request, reply)
    else if (path.slice(base.length).replace('/', '') === '')
      reply.header('Cache-Control', 'no-store').redirect(`${base}/account`, 303)
    else showError(new Refused(refusals.not_found), request, reply)
  }
}
