import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { corsHeadersWithCredentials, trackMethods } from '../../../platform/http/api/resources.ts'
import {
  keepConnection,
  logProblem,
  logUnavailable,
  refusalHeaders,
  toRefused,
} from '../../../platform/http/errors.ts'
import type { OperationObject } from '../../../platform/http/openapi/objects.ts'
import type { App } from '../../../platform/http/server.ts'
import { currentActor } from '../../../support/audit/actor.ts'
import type { RecordRefusal } from '../../../support/audit/refusals/refusals.ts'
import type { RequestLimits } from '../../../support/limits/requests.ts'
import { findApplication } from '../../applications/applications.ts'
import type { Audiences } from '../audiences/audiences.ts'
import { countOpenRequests, refuseLargeRequest } from '../open-requests/open-requests.ts'
import type { ClaimsOf } from '../provider/claims.ts'
import { paths } from '../provider/paths.ts'
import { openClientCredentials } from '../tokens/client-credentials.ts'
import { findPresented } from '../tokens/presented.ts'
import { callProvider, type ProviderRequest, type ProviderResponse } from './call-provider.ts'
import { describeEndpoints } from './description/description.ts'
import {
  type AuthenticatedForm,
  authenticateForm,
  claimedId,
  type Form,
  noForm,
  type PresentedSecret,
  presentedSecret,
  readForm,
  refuseJson,
} from './form.ts'
import {
  formTooLarge,
  invalidRequest,
  maxFormBytes,
  oauthCodeOf,
  oauthRefusals,
} from './refusals.ts'
import { userInfo } from './userinfo.ts'

export interface OAuthEndpointDeps {
  readonly db: Database
  /** The issuer: an absolute URL without a slash at the end. It may have a path. */
  readonly authUrl: string
  readonly provider: () => Promise<Provider>
  readonly limits: RequestLimits
  readonly recordRefusal: RecordRefusal
  readonly claimsOf: ClaimsOf
  readonly audiences: Audiences
}

/**
 * The routes of the token endpoints and of the discovery documents. Their paths include the path of
 * the issuer, so register them without a prefix.
 */
export function oauthRoutes({ provider, limits, claimsOf, ...options }: OAuthEndpointDeps) {
  const { pathname } = new URL(options.authUrl)
  const base = pathname === '/' ? '' : pathname

  // Look up every id, so that unknown ids take the same time as known ones.
  const refuse = async (path: string, clientId: string) => {
    const found = await findApplication(options.db, clientId)
    const details = { path, application: found?.application.id ?? null }
    await options.recordRefusal({ userId: null, action: 'application.refused', details })
  }

  // Requests that an authenticated application pushes are not counted. That application is
  // responsible for them.
  const openRequests = countOpenRequests(options.db)
  const countPushed = async (form: Form, { status, body }: ProviderResponse) => {
    if (status !== 201 || form.has('client_secret') || form.has('client_assertion')) return
    const { request_uri } = JSON.parse(body) as { request_uri: string }
    const network = currentActor().network?.() ?? ''
    await openRequests.add(request_uri.slice(request_uri.lastIndexOf(':') + 1), { network })
  }

  // The library is not needed for the tokens of applications themselves, unless they sign.
  const grantOwn = openClientCredentials(options.db, options.audiences)
  const ownToken = (
    request: FastifyRequest,
    reply: FastifyReply,
    { id, secrets }: PresentedSecret,
    form: Form,
  ) =>
    grantOwn({
      clientId: id,
      secrets,
      scope: form.get('scope'),
      resource: form.get('resource'),
      admit(application) {
        if (application.selfRegistered) request.loggedFor = application.id
        return limits.countCaller(request, reply, { applicationId: application.id, userId: null })
      },
    })

  const answer = async (reply: FastifyReply, call: ProviderRequest) =>
    send(reply, await callProvider(await provider(), call))

  return async (app: App): Promise<void> => {
    readForms(app)
    app.setErrorHandler(answerOAuthError)
    const complete = trackMethods(app)

    const form = (path: string, operation: OperationObject) => {
      app.post(base + path, { config: { operationObject: operation } }, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : ''
        refuseJson(body)
        const given = readForm(body)
        if (path === paths.pushed_authorization_request) refuseLargeRequest(given)
        const { authorization } = request.headers
        const refused = () => refuse(path, claimedId(authorization, given))
        try {
          const secret = presentedSecret(authorization, given)
          const wantsOwn = given.get('grant_type') === 'client_credentials'
          const dpop = proofIn(request)
          if (path === paths.token && wantsOwn && secret !== undefined && dpop === undefined)
            return reply
              .type('application/json; charset=utf-8')
              .send(JSON.stringify(await ownToken(request, reply, secret, given)))
          const [proved, presented] = await Promise.all([
            authenticateForm(options.db, secret, given),
            path === paths.token ? findPresented(options.db, given) : undefined,
          ])
          if (body === '' && request.url.includes('?') && proved.application !== undefined)
            throw invalidRequest('Send the parameters as a form in the body, not in the URL.')
          const countAnswered = await countApplication(limits, request, reply, proved)
          const call = { method: 'POST', path, presented, dpop, ...proved } as const
          const answered = await callProvider(await provider(), call)
          const of = proved.application?.application
          const isProved = provesApplication(path, proved, answered)
          if (of?.selfRegistered && isProved) request.loggedFor = of.id
          if (answered.status >= 400) request.server.countRefusal(errorIn(answered.body))
          if (answered.status === 401) await refused()
          else countAnswered()
          if (path === paths.pushed_authorization_request) await countPushed(proved.form, answered)
          return send(reply, answered)
        } catch (error) {
          if (isRefused(error, oauthRefusals.invalid_client)) {
            // It may have been right until a moment ago.
            request.loggedFor = 0
            await refused()
          }
          throw error
        }
      })
    }
    const endpoints = describeEndpoints(options.authUrl)
    form(paths.token, endpoints.token)
    form(paths.introspection, endpoints.introspection)
    form(paths.revocation, endpoints.revocation)
    form(paths.pushed_authorization_request, endpoints.pushedRequest)

    // The token is read only from the header (RFC 6750, 2.1). The body of the form is ignored.
    for (const method of ['GET', 'POST'] as const)
      app.route({
        method,
        url: base + paths.userinfo,
        config: { operationObject: endpoints.userInfo[method], limitedBy: 'caller' },
        handler: async (request, reply) => {
          const info = await userInfo(claimsOf, request.presented)
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(info))
        },
      })

    const document = (url: string, path: string) => {
      app.get(url, async (_request, reply) => {
        reply.header('Cache-Control', 'public, max-age=60')
        return answer(reply, { method: 'GET', path })
      })
    }
    document(base + paths.jwks, paths.jwks)
    for (const path of discovery) document(base + path, path)
    // If the issuer has a path, RFC 8414, 3.1 puts the well-known part before that path.
    if (base !== '') for (const path of discovery) document(path + base, path)

    complete()
  }
}

/** The proof of a key that a request presents (RFC 9449, 4.1). */
const proofIn = ({ headers: { dpop } }: FastifyRequest): string | undefined =>
  typeof dpop === 'string' && dpop !== '' ? dpop : undefined

/**
 * Counts a request against the limits of its application, if the application has proved itself. The
 * library checks assertions while it answers, so they count afterwards.
 * @returns a function to call when the library has accepted the application
 * @throws {Refused} too_many_requests
 */
async function countApplication(
  limits: RequestLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  { form, application }: AuthenticatedForm,
): Promise<() => void> {
  const hasAssertion = form.has('client_assertion')
  if (application === undefined || !(hasAssertion || form.has('client_secret'))) return () => {}
  const caller = { applicationId: application.application.id, userId: null }
  if (hasAssertion) limits.assertCaller(caller)
  else await limits.countCaller(request, reply, caller)
  return () => hasAssertion && limits.countAnswered(request, reply, caller)
}

/**
 * Whether a request comes from the application that it names, so that strangers cannot write into
 * its log. The id of a public application proves nothing: anybody can push requests and revoke
 * tokens with it. Only a response with tokens proves it, because that needs a code or a refresh
 * token.
 */
function provesApplication(
  path: string,
  { form, application }: AuthenticatedForm,
  { status }: ProviderResponse,
): boolean {
  if (application?.application.authentication === 'none')
    return path === paths.token && status === 200
  return form.has('client_secret') || status < 400
}

const discovery = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
] as const

/** The headers of every response. RFC 6749, 5.1 requires `Pragma`. */
const endpointHeaders = (request: FastifyRequest) => ({
  ...corsHeadersWithCredentials(request),
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
})

/** Accepts only forms, and reads them as text. `readForm` parses them. */
function readForms(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    async (_request: unknown, body: string) => body,
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(endpointHeaders(request))
  })
}

/** The headers of the library's response that are sent to the client. */
const forwardedHeaders = new Set([
  'content-type',
  'cache-control',
  'www-authenticate',
  'dpop-nonce',
])

function send(reply: FastifyReply, { status, headers, body }: ProviderResponse): FastifyReply {
  for (const [name, value] of Object.entries(headers))
    if (forwardedHeaders.has(name) && value !== undefined) reply.header(name, value)
  return reply.code(status).send(body)
}

/** The error code in a response of the library, for the count of refusals. */
function errorIn(body: string): string {
  const { error }: { error?: unknown } = JSON.parse(body)
  return typeof error === 'string' ? error : 'unknown'
}

/**
 * Sends all errors of these routes in the format of RFC 6749, 5.2, including those of the server.
 */
const answerOAuthError: FastifyInstance['errorHandler'] = (error, request, reply) => {
  const thrown = toRefused(error)
  logProblem(request, thrown.refusal, error)
  keepConnection(reply)
  if (thrown.refusal === oauthRefusals.server_error) logUnavailable(request, error)
  const { refusal, details, message } = forApplications(thrown, request)
  reply
    .code(refusal.status)
    // A request that is refused early has not met the hook of this scope.
    .headers({ ...refusalHeaders(details), ...endpointHeaders(request) })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: oauthCodeOf(refusal), error_description: message }))
}

/** Replaces messages that are written for callers of the interface with messages for OAuth. */
function forApplications(refused: Refused, { method, headers }: FastifyRequest): Refused {
  const { refusal, details } = refused
  const say = (text: string): Refused => new Refused(refusal, { ...details, text })
  switch (refusal) {
    case refusals.unsupported_media_type:
      return noForm(headers['content-type'])
    case refusals.payload_too_large:
      return formTooLarge()
    case refusals.method_not_allowed: {
      const allowed = (details.allow ?? '').split(', ')
      const others = allowed.filter((name) => !/^(HEAD|OPTIONS)$/.test(name))
      return say(`Send a ${others.join(' or ')} request: this endpoint does not answer ${method}.`)
    }
    case refusals.service_unavailable:
      return say('Try again in a moment.')
    case refusals.internal_server_error:
      return say('Something went wrong here.')
    default:
      return refused
  }
}
