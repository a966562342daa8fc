import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { LimitedBy } from '../../../platform/http/app.ts'
import { invalidTokenChallenge } from '../../../platform/http/errors.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { afterCount, type RequestLimits } from '../../../support/limits/requests.ts'
import type { Scope } from '../../applications/scopes.ts'
import { dpopChallenge } from '../proofs/challenge.ts'
import type { Proofs } from '../proofs/proofs.ts'
import { type Authenticator, isBoundScheme } from '../tokens/authenticate.ts'
import type { Caller } from '../tokens/caller.ts'

/** A caller with a user's token. */
export interface UserCaller extends Caller {
  readonly userId: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only in scopes with `requireUser`. */
    caller: UserCaller
    /** Set only in scopes with `requireApplication`. */
    application: Caller
    /** The caller of a valid token, or why there is none. Nothing if no token was sent. */
    presented: Caller | Error | undefined
  }
  interface FastifyContextConfig {
    /** The scope that a token needs to call this route. */
    scope?: Scope
  }
}

/**
 * Counts every request before anything else is decided, against the limit that its route declares.
 * A request whose token cannot be looked up now is not counted: it may be somebody's. Call it before
 * routes are added. A token that is bound to a key needs a proof; only such requests pay for it.
 * @param limitOf the limit of a path without a route
 */
export function countRequests(
  app: App,
  { find, findBound }: Authenticator,
  limits: RequestLimits,
  limitOf: (url: string) => LimitedBy,
  proofs: Proofs,
): void {
  /** Finds the caller of a request with a proof. */
  const findProved = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const { authorization = '', dpop } = request.headers
    const { caller, token, boundTo } = await findBound(authorization)
    limits.assertCaller(caller)
    const { method, url: path } = request
    const proof = typeof dpop === 'string' ? dpop : undefined
    const { refused, nonce } = await proofs.check({ proof, method, path, token, boundTo })
    if (nonce !== undefined) reply.header('DPoP-Nonce', nonce)
    if (refused !== undefined) throw refused
    return caller
  }

  app.decorateRequest('visitorWindows')
  app.decorateRequest('presented')
  app.addHook('onRequest', (request, reply, done) => {
    const { routeConfig, is404, url, headers } = request
    const limitedBy = is404 ? limitOf(url) : routeConfig.limitedBy
    if (limitedBy === 'nothing') return done()
    const authorization = limitedBy === 'caller' ? headers.authorization : undefined
    const countCaller = (caller: Caller) => {
      request.presented = caller
      if (caller.selfRegistered) request.loggedFor = caller.applicationId
      afterCount(() => limits.countCaller(request, reply, caller), done)
    }
    const countVisitor = (error?: Error) => {
      request.presented = error
      if (error !== undefined && !(error instanceof Refused)) return done()
      afterCount(() => limits.countVisitor(request, reply), done)
    }
    if (authorization === undefined) return countVisitor()
    let caller: Caller | Promise<Caller>
    try {
      caller = find(authorization)
    } catch (error) {
      if (!isBoundScheme(authorization)) return countVisitor(error as Error)
      caller = findProved(request, reply)
    }
    if (caller instanceof Promise) caller.then(countCaller, countVisitor)
    else countCaller(caller)
  })
}

/** Counts the requests to the routes of a scope against their callers. */
export function limitByCaller(app: App): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, limitedBy: 'caller' }
  })
}

/**
 * Requires a user's token for all routes of a Fastify scope. The token must have the OAuth scope of
 * the route.
 */
export function requireUser(app: App): void {
  app.decorateRequest('caller')
  requireToken(app, (caller, request) => {
    if (caller.userId === null)
      return insufficient(request, caller, ['error.insufficient_scope.application'])
    request.caller = caller as UserCaller
    return undefined
  })
}

/** Requires an application's own token for all routes of a Fastify scope, and does the same. */
export function requireApplication(app: App): void {
  app.decorateRequest('application')
  requireToken(app, (caller, request) => {
    if (caller.userId !== null)
      return insufficient(request, caller, ['error.insufficient_scope.user'])
    request.application = caller
    return undefined
  })
}

/**
 * @param admit sets the caller on the request, or returns why the token is not of the right kind
 */
function requireToken(
  app: App,
  admit: (caller: Caller, request: FastifyRequest) => Refused | undefined,
): void {
  app.addHook('onRoute', ({ config, url }) => {
    if (config?.scope === undefined) throw new Error(`the route ${url} has no scope`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { presented } = request
    if (presented === undefined) return done(challenged(refusals.unauthorized, request))
    if (presented instanceof Refused) return done(challenged(presented.refusal, request, presented))
    if (presented instanceof Error) return done(presented)
    done(admit(presented, request) ?? scopeRefusal(presented, request))
  })
}

function scopeRefusal(caller: Caller, request: FastifyRequest): Refused | undefined {
  const scope = scopeOf(request)
  if (caller.scopes.has(scope)) return undefined
  return insufficient(request, caller, ['error.insufficient_scope.needed', { scope }])
}

const scopeOf = (request: FastifyRequest): string => request.routeConfig.scope ?? ''

/**
 * The challenge for a request without a token (`unauthorized`), or with one that is not valid
 * (`invalid_token`).
 */
export const bearerChallenge = (refusal: Refusal): string =>
  refusal === refusals.unauthorized ? 'Bearer realm="foyer"' : invalidTokenChallenge()

/** The challenge for a token that lacks a scope, in the form of `invalidTokenChallenge`. */
export const scopeChallenge = (scope: string, isBound = false): string =>
  `${isBound ? 'DPoP' : 'Bearer'} realm="foyer",error="insufficient_scope",scope="${scope}"`

function challenged(refusal: Refusal, request: FastifyRequest, presented?: Refused): Refused {
  const message =
    refusal === refusals.unauthorized ? misplaced(request) : presented?.details.message
  const isBound = isBoundScheme(request.headers.authorization ?? '')
  const challenge =
    presented?.details.challenge ??
    (isBound ? dpopChallenge('invalid_token', ['error.invalid_token']) : bearerChallenge(refusal))
  return new Refused(refusal, { challenge, ...(message && { message }) })
}

const header = 'Authorization: Bearer ACCESS_TOKEN'

/** The message for a request with another kind of credential, or with a token in the query. */
function misplaced({ headers, query }: FastifyRequest): Message | undefined {
  if (headers.authorization) return ['error.unauthorized.scheme', { header }]
  const parameters = query as Readonly<Record<string, unknown>>
  return 'access_token' in parameters ? ['error.unauthorized.query', { header }] : undefined
}

const insufficient = (request: FastifyRequest, { boundTo }: Caller, message: Message): Refused =>
  new Refused(refusals.insufficient_scope, {
    challenge: scopeChallenge(scopeOf(request), boundTo !== null),
    message,
  })
