import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from 'oidc-provider'
import {
  checkDpopReplay,
  checkDpopRequired,
  validateDpop,
} from 'oidc-provider/lib/helpers/grants.js'
import { type Database, Unavailable } from '../../../platform/database/db.ts'
import { hintAt } from '../../../platform/text/suggest.ts'
import { grantTypes } from '../../applications/applications.ts'
import { splitScope } from '../../applications/scopes.ts'
import type { Audiences } from '../audiences/audiences.ts'
import {
  challengeOf,
  exchangeUnknown,
  grantNotAllowed,
  notAuthenticated,
  unsupportedParameters,
} from '../endpoints/refusals.ts'
import { audienceOf, issueOwnToken, ownScope } from '../tokens/client-credentials.ts'
import { Exchange } from '../tokens/exchange.ts'
import { alreadyRead, withAlreadyRead } from './already-read.ts'
import { responseModes } from './client.ts'
import { describeInvalidGrant } from './grant-errors.ts'

/*
 * Changes responses of the library to those that the documentation promises: the letter case of
 * `token_type`, a `scope` in every response, the error for a grant that is not allowed, and the
 * error and challenge for an application that has not authenticated.
 */

/** The client credentials grant of an application that signs assertions or proofs. */
export const grantToSigner =
  (db: Database, audiences: Audiences) =>
  async (ctx: TokenEndpointGrantContext): Promise<void> => {
    const { client, params } = ctx.oidc
    const scope = ownScope(splitScope(client.scope ?? ''), params.scope as string | undefined)
    if (typeof scope !== 'string') throw new errors.InvalidScope(scope.message, '')
    const { clientId } = client
    const { provider } = ctx.oidc
    const proof = await validateDpop(provider, ctx)
    checkDpopRequired(provider, ctx, proof)
    await checkDpopReplay(provider, ctx, proof, clientId)
    const boundTo = proof?.thumbprint ?? null
    const audience = await audienceOf(audiences, params.resource as string | undefined)
    if (audience instanceof Error) throw new errors.InvalidTarget(audience.message)
    const token = await issueOwnToken(db, { clientId, scope, audience, boundTo, secrets: null })
    if (token === undefined) throw new errors.InvalidClientAuth('the application is disabled')
    ctx.body = token
  }

/** Middleware around every endpoint of the library. It changes the responses as described above. */
export async function adaptAnswer(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next()
  // RFC 7009, 2.2 does not define the body. Some clients fail if it is empty.
  if (ctx.oidc.route === 'revocation' && ctx.status === 200) ctx.body = {}
  const body: unknown = ctx.body
  if (typeof body !== 'object' || body === null) return
  if ('response_modes_supported' in body) ctx.body = { ...body, ...discovered(body) }
  else if (isPage(ctx)) return
  else if ('error' in body) adaptError(ctx, body)
  else if ('token_type' in body)
    ctx.body = { ...body, token_type: typeOf(body), scope: 'scope' in body ? body.scope : '' }
}

/** The type of a token, as the documentation writes it. */
const typeOf = ({ token_type }: { readonly token_type: unknown }): 'bearer' | 'DPoP' =>
  token_type === 'DPoP' ? 'DPoP' : 'bearer'

/**
 * Middleware that writes the exchange of a code or refresh token after the library has decided. A
 * refused request writes nothing, so its code can be used again.
 */
export const writeExchange =
  (db: Database) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const read = alreadyRead()
    const { presented } = read
    if (presented?.token === undefined || presented.grant === undefined) return next()
    const exchange = new Exchange(presented, presented.grant)
    await withAlreadyRead({ ...read, exchange }, next)
    if (ctx.status !== 200) return
    try {
      await exchange.write(db)
    } catch (error) {
      if (error instanceof Unavailable && error.mayHaveCommitted) throw exchangeUnknown(error)
      if (!(error instanceof errors.InvalidGrant)) throw error
      const { error: code, error_description } = error
      ctx.status = error.statusCode
      ctx.body = { error: code, error_description }
      describeInvalidGrant(ctx, error)
    }
  }

interface AuthenticationMetadata {
  readonly token_endpoint_auth_methods_supported?: readonly string[]
  readonly token_endpoint_auth_signing_alg_values_supported?: readonly string[]
}

/** Adds and corrects entries of the library's discovery document (RFC 8414, 2). */
function discovered(body: object): object {
  const {
    token_endpoint_auth_methods_supported: methods = [],
    token_endpoint_auth_signing_alg_values_supported: algorithms,
  } = body as AuthenticationMetadata
  return {
    // The library lists all the response modes that it supports.
    response_modes_supported: responseModes,
    // A public application cannot introspect tokens.
    introspection_endpoint_auth_methods_supported: methods.filter((name) => name !== 'none'),
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
  }
}

/** Whether people open this path in a browser. Applications call the other paths. */
const isPage = ({ path }: KoaContextWithOIDC): boolean => !/^\/oauth2\/(?!end-session)/.test(path)

/**
 * The library has one description for all refusals. Any other description is from
 * `AssertionRefused`.
 */
const describeRefusal = (description: unknown): string =>
  typeof description !== 'string' || description === 'client authentication failed'
    ? notAuthenticated
    : description

/** Descriptions of the errors that the library does not describe. */
const descriptions = new Map<unknown, string>([
  ...Object.entries(unsupportedParameters),
  ['invalid_target', 'The authorization request did not name this resource.'],
])

const missing = /^missing required parameter(s?) (.+)$/

/** The description of an error: the library's, in a sentence, or our own. */
function describe({ error, error_description: text }: LibraryError): unknown {
  const [, plural, names] = missing.exec(String(text)) ?? []
  if (names === undefined) return text ?? descriptions.get(error)
  return plural === ''
    ? `The parameter ${names} is missing.`
    : `The parameters ${names} are missing.`
}

interface LibraryError {
  error: unknown
  error_description?: unknown
}

function adaptError(ctx: KoaContextWithOIDC, body: LibraryError): void {
  const { client, params } = ctx.oidc
  // The form was checked before the library got it. If the library does not know the client, the
  // only thing that can be missing is the authentication.
  const isUnauthenticated = client === undefined && body.error === 'invalid_request'
  if (isUnauthenticated || ctx.status === 401) {
    const description = isUnauthenticated
      ? notAuthenticated
      : describeRefusal(body.error_description)
    ctx.status = 401
    ctx.set('WWW-Authenticate', challengeOf(description))
    ctx.body = { error: 'invalid_client', error_description: description }
  } else if (client !== undefined && isNotAllowed(client, params?.grant_type, body.error)) {
    ctx.body = {
      error: 'unauthorized_client',
      error_description: grantNotAllowed,
    }
  } else {
    // The library adds the refused scope. Error responses have no such member.
    delete (body as { scope?: unknown }).scope
    body.error_description = describe(body)
    if (body.error === 'unsupported_grant_type')
      body.error_description = `The grant_type is unknown. ${hintAt(String(params?.grant_type), grantTypes)}`
  }
}

const isNotAllowed = (
  client: NonNullable<KoaContextWithOIDC['oidc']['client']>,
  grantType: unknown,
  error: unknown,
): boolean =>
  error === 'invalid_request' &&
  typeof grantType === 'string' &&
  !client.grantTypeAllowed(grantType)
