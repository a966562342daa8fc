import type { FastifyRequest } from 'fastify'
import { type Refusal, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { invalidTokenChallenge } from '../../../platform/http/errors.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { afterCount, type RequestLimits } from '../../../support/rate-limits/requests.ts'
import type { Scope } from '../../applications/scopes.ts'
import type { Authenticator } from '../tokens/authenticate.ts'
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
  }
  interface FastifyContextConfig {
    /** The scope that a token needs to call this route. */
    scope?: Scope
  }
}

/**
 * Requires a user's token for all routes of a Fastify scope. The token must have the OAuth scope of
 * the route. Counts each request against the limits of its caller, or of its network if it has no
 * valid token.
 */
export function requireUser(app: App, authenticator: Authenticator, limits: RequestLimits): void {
  app.decorateRequest('caller')
  requireToken(app, authenticator, limits, (caller, request) => {
    if (caller.userId === null)
      return insufficient(request, ['error.insufficient_scope.application'])
    request.caller = caller as UserCaller
    return undefined
  })
}

/** Requires an application's own token for all routes of a Fastify scope, and does the same. */
export function requireApplication(
  app: App,
  authenticator: Authenticator,
  limits: RequestLimits,
): void {
  app.decorateRequest('application')
  requireToken(app, authenticator, limits, (caller, request) => {
    if (caller.userId !== null) return insufficient(request, ['error.insufficient_scope.user'])
    request.application = caller
    return undefined
  })
}

/**
 * Counts each request of a Fastify scope that anybody may send: with a valid token against the
 * limits of its caller, else against its network. A token that is wrong, or that cannot be looked
 * up, changes nothing else.
 */
export function countAnybody(app: App, { find }: Authenticator, limits: RequestLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { authorization } = request.headers
    const countCaller = (caller: Caller) =>
      afterCount(() => limits.countCaller(request, reply, caller), done)
    const countVisitor = () => afterCount(() => limits.countVisitor(request, reply), done)
    if (authorization === undefined) return countVisitor()
    let caller: Caller | Promise<Caller>
    try {
      caller = find(authorization)
    } catch {
      return countVisitor()
    }
    if (caller instanceof Promise) caller.then(countCaller, countVisitor)
    else countCaller(caller)
  })
}

/**
 * @param admit sets the caller on the request, or returns why the token is not of the right kind
 */
function requireToken(
  app: App,
  { find }: Authenticator,
  limits: RequestLimits,
  admit: (caller: Caller, request: FastifyRequest) => Refused | undefined,
): void {
  app.addHook('onRoute', ({ config, url }) => {
    if (config?.scope === undefined) throw new Error(`the route ${url} has no scope`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const accept = (caller: Caller) => {
      if (caller.selfRegistered) request.loggedFor = caller.applicationId
      afterCount(
        () => limits.countCaller(request, reply, caller),
        (limit) => done(limit ?? admit(caller, request) ?? scopeRefusal(caller, request)),
      )
    }
    const refuse = (error: unknown) => {
      if (!(error instanceof Refused)) return done(error as Error)
      afterCount(
        () => limits.countVisitor(request, reply),
        (limit) => done(limit ?? challenged(error.refusal, request)),
      )
    }
    let caller: Caller | Promise<Caller>
    try {
      caller = find(request.headers.authorization)
    } catch (error) {
      return refuse(error)
    }
    if (caller instanceof Promise) caller.then(accept, refuse)
    else accept(caller)
  })
}

function scopeRefusal({ scopes }: Caller, request: FastifyRequest): Refused | undefined {
  const scope = scopeOf(request)
  if (scopes.has(scope)) return undefined
  return insufficient(request, ['error.insufficient_scope.needed', { scope }])
}

const scopeOf = (request: FastifyRequest): string => request.routeConfig.scope ?? ''

/**
 * The challenge for a request without a token (`unauthorized`), or with one that is not valid
 * (`invalid_token`).
 */
export const bearerChallenge = (refusal: Refusal): string =>
  refusal === refusals.unauthorized ? 'Bearer realm="foyer"' : invalidTokenChallenge()

/** The challenge for a token that lacks a scope, in the form of `invalidTokenChallenge`. */
export const scopeChallenge = (scope: string): string =>
  `Bearer realm="foyer",error="insufficient_scope",scope="${scope}"`

function challenged(refusal: Refusal, request: FastifyRequest): Refused {
  const message = refusal === refusals.unauthorized ? misplaced(request) : undefined
  return new Refused(refusal, { challenge: bearerChallenge(refusal), ...(message && { message }) })
}

const header = 'Authorization: Bearer'

/** The message for a request with another kind of credential, or with a token in the query. */
function misplaced({ headers, query }: FastifyRequest): Message | undefined {
  if (headers.authorization) return ['error.unauthorized.scheme', { header }]
  const parameters = query as Readonly<Record<string, unknown>>
  return 'access_token' in parameters ? ['error.unauthorized.query', { header }] : undefined
}

const insufficient = (request: FastifyRequest, message: Message): Refused =>
  new Refused(refusals.insufficient_scope, {
    challenge: scopeChallenge(scopeOf(request)),
    message,
  })
