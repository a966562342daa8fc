import type { FastifyRequest } from 'fastify'
import { HttpProblem } from '../../../platform/http/errors.ts'
import type { App } from '../../../platform/http/server.ts'
import { type Message, say } from '../../../platform/i18n/catalogue.ts'
import type { Scope } from '../../applications/scopes.ts'
import { type Authenticator, type Caller, Unauthenticated } from '../tokens/authenticate.ts'

/** A caller that acts for a user. */
export interface UserCaller extends Caller {
  readonly userId: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set inside the scope with a user, and only there. */
    caller: UserCaller
  }
  interface FastifyContextConfig {
    /** The scope that a token needs to call this route. */
    scope?: Scope
  }
}

/** Makes a scope one with a user: inside it there is always a caller, with the scope that the route asks for. */
export function requireUser(app: App, { authenticate }: Authenticator): void {
  app.decorateRequest('caller')
  app.addHook('onRoute', ({ config, url }) => {
    if (config?.scope === undefined) throw new Error(`the route ${url} names no scope`)
  })
  app.addHook('onRequest', async (request) => {
    request.caller = await callerOf(request, authenticate)
  })
}

async function callerOf(
  request: FastifyRequest,
  authenticate: Authenticator['authenticate'],
): Promise<UserCaller> {
  const caller = await authenticate(request.headers.authorization).catch((error: unknown) => {
    throw error instanceof Unauthenticated ? challenge(error, request) : error
  })
  const { scope = '' } = request.routeOptions.config
  if (caller.userId === null) throw insufficient(scope, ['error.insufficient_scope.application'])
  if (!caller.scopes.has(scope))
    throw insufficient(scope, ['error.insufficient_scope.needed', { scope }])
  return caller as UserCaller
}

// Challenges (RFC 6750, 3). No space follows the commas: a client in the field parses exactly this.

/** What is told to whoever comes without a token, or with one that is not good. */
export const bearerChallenge = (kind: Unauthenticated['kind']): string =>
  kind === 'missing'
    ? 'Bearer realm="foyer"'
    : `Bearer realm="foyer",error="invalid_token",error_description="${say('en', 'error.invalid_token')}"`

/** What is told to whoever comes with a token that lacks a scope. */
export const scopeChallenge = (scope: string): string =>
  `Bearer realm="foyer",error="insufficient_scope",scope="${scope}"`

const challenge = ({ kind }: Unauthenticated, request: FastifyRequest): HttpProblem =>
  new HttpProblem(
    kind === 'missing' ? 'unauthorized' : 'invalid_token',
    { 'WWW-Authenticate': bearerChallenge(kind) },
    kind === 'missing' ? misplaced(request) : undefined,
  )

const header = 'Authorization: Bearer'

/** What to say where a request has a credential that is not taken, or a token in the wrong place. */
function misplaced({ headers, query }: FastifyRequest): Message | undefined {
  if (headers.authorization) return ['error.unauthorized.scheme', { header }]
  const parameters = query as Readonly<Record<string, unknown>>
  return 'access_token' in parameters ? ['error.unauthorized.query', { header }] : undefined
}

const insufficient = (scope: string, told: Message): HttpProblem =>
  new HttpProblem('insufficient_scope', { 'WWW-Authenticate': scopeChallenge(scope) }, told)
