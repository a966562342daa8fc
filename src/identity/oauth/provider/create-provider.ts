import Provider, {
  type Client,
  type Configuration,
  errors,
  type JWK,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider'
import { systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { deriveKey, type SecretKey } from '../../../platform/secrets/keys.ts'
import { identityScopes, scopes } from '../../applications/scopes.ts'
import { signInLevels } from '../../users/sessions/sign-in-level.ts'
import type { Audiences } from '../audiences/audiences.ts'
import { captureFailures } from '../endpoints/call-provider.ts'
import { unknownResource } from '../endpoints/refusals.ts'
import { proofAlgorithms } from '../proofs/challenge.ts'
import { createAdapter } from '../tokens/adapter.ts'
import { grantTtlSeconds, ttlSeconds } from '../tokens/tokens.ts'
import { createPolicy, loadGrant, resolveScope } from './authorization.ts'
import { type ClaimsOf, claimsOfScope, pickClaims } from './claims.ts'
import { answerForm, formMode, ownMetadata } from './client.ts'
import { checkAssertion, clockToleranceSeconds } from './client-assertion.ts'
import { describeInvalidGrant } from './grant-errors.ts'
import { cookieNames, interactionPath, paths } from './paths.ts'
import { adaptAnswer, grantToSigner, writeExchange } from './token-endpoint.ts'

export interface ProviderDeps {
  readonly db: Database
  /** The issuer: an absolute URL without a slash at the end. It may have a path. */
  readonly authUrl: string
  readonly secretKey: SecretKey
  readonly claimsOf: ClaimsOf
  readonly audiences: Audiences
}

/** Makes the authorization server: oidc-provider with the configuration of this service. */
export function createProvider(
  { db, authUrl, secretKey, claimsOf, audiences }: ProviderDeps,
  keys: readonly JWK[],
): Provider {
  const provider = new Provider(authUrl, {
    ...policies,
    features: {
      ...features,
      introspection: { enabled: true, allowedPolicy: introspectionPolicy(audiences) },
      resourceIndicators: resourceIndicators(audiences),
      dPoP: { enabled: true, nonceSecret: deriveKey(secretKey, 'proof nonces').current.bytes },
    },
    adapter: createAdapter(db, secretKey),
    jwks: { keys },
    // The cookies need no signature: they hold random ids, which are looked up by their hashes.
    cookies: { names: cookieNames(authUrl), short: lax, long: lax },
    interactions: {
      policy: createPolicy(db),
      url: (_ctx, { uid }) => interactionPath(authUrl, uid),
    },
    loadExistingGrant: loadGrant(db),
    // This needs no check for disabled users: the library asks only for users who have a grant, and
    // disabled users have no grants.
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: (_use, scope) => idTokenClaims(claimsOf, sub, scope),
    }),
  })
  // Only `callProvider` writes the forwarded headers, so the library may trust them.
  provider.proxy = true
  provider.registerGrantType('client_credentials', grantToSigner(db, audiences), [
    'scope',
    'resource',
  ])
  provider.registerResponseMode(formMode, answerForm)
  captureFailures(provider)
  provider.on('grant.error', describeInvalidGrant)
  provider.use(adaptAnswer)
  provider.use(writeExchange(db))
  return provider
}

const lax = { httpOnly: true, sameSite: 'lax' } as const

const features = {
  clientCredentials: { enabled: true },
  revocation: { enabled: true, allowedPolicy: mayRevoke },
  devInteractions: { enabled: false },
  pushedAuthorizationRequests: { enabled: true },
  rpInitiatedLogout: { enabled: true, logoutSource: answerLogout },
  userinfo: { enabled: true },
} as const satisfies Configuration['features']

const policies: Configuration = {
  enabledJWA: { dPoPSigningAlgValues: [...proofAlgorithms] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  assertJwtClientAuthClaimsAndHeader: checkAssertion,
  clockTolerance: clockToleranceSeconds,
  scopes: [...identityScopes, ...scopes],
  // Every ID token says when, how and how strongly the user signed in.
  claims: { ...mutable(claimsOfScope), openid: ['sub', 'auth_time', 'amr', 'acr'] },
  // OpenID Connect Core, 5.4 leaves the claims of a scope to userinfo. Most other services have them
  // in the ID token, too, and many libraries read nothing else.
  conformIdTokenClaims: false,
  acrValues: [...signInLevels],
  // Initiating User Registration via OpenID Connect 1.0, 4.
  discovery: { prompt_values_supported: ['none', 'login', 'select_account', 'consent'] },
  responseTypes: ['code'],
  extraClientMetadata: { properties: ownMetadata },
  extraParams: { scope: resolveScope },
  routes: paths,
  pkce: { required: (_ctx, client) => client.allow_missing_pkce !== true },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  rotateRefreshToken: true,
  ttl: {
    AccessToken: ttlSeconds.userToken,
    AuthorizationCode: ttlSeconds.code,
    ClientCredentials: ttlSeconds.clientCredentials,
    Grant: grantTtlSeconds(true),
    IdToken: ttlSeconds.userToken,
    Interaction: ttlSeconds.interaction,
    RefreshToken: refreshTokenLifetime,
    // Not used: this service stores the sessions, with other lifetimes.
    Session: ttlSeconds.interaction,
  },
  // Errors that cannot be sent to the application are shown to the user on a page.
  renderError: (ctx, out, error) => {
    ctx.body = { ...out, isOver: error instanceof errors.SessionNotFound }
  },
}

function mutable(claims: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(claims).map(([scope, names]) => [scope, [...names]]))
}

/**
 * The lifetime in seconds. All refresh tokens of one sign-in end at the same time, even if they are
 * used.
 */
function refreshTokenLifetime(_ctx: KoaContextWithOIDC, { iiat = 0 }: RefreshToken): number {
  const leftSeconds = iiat + ttlSeconds.refreshTokens - Math.floor(systemClock.now() / 1000)
  return Math.max(1, Math.min(ttlSeconds.refreshToken, leftSeconds))
}

/** The claims of an ID token about its user. */
async function idTokenClaims(claimsOf: ClaimsOf, sub: string, scope: string) {
  const scopes = new Set(scope.split(' ')).intersection(scopesWithClaims)
  const claims = scopes.size > 0 ? await claimsOf(Number(sub)) : undefined
  return { sub, ...pickClaims(Number(sub), claims ?? {}, scopes) }
}

/**
 * The scopes with claims that need a look-up. The address stays in userinfo: ID tokens travel in
 * URLs, as hints, and in cookies, which have 4 KB.
 */
const scopesWithClaims: ReadonlySet<string> = new Set(['profile', 'email', 'phone'])

/** Answers a valid request to sign out. The service then shows its own page. */
function answerLogout(ctx: KoaContextWithOIDC): void {
  ctx.type = 'json'
  ctx.body = { client_name: ctx.oidc.client?.clientName ?? null }
}

interface Issued {
  readonly clientId?: string | undefined
  readonly aud?: string | string[] | undefined
  readonly kind: string
}

/**
 * Whether an application may introspect a token. The application of a sibling service may introspect
 * the access tokens that were made for the service, and a resource server those that were made for no
 * resource. Every other application that has
 * authenticated may introspect its own tokens. For any other token, the response says that it is
 * not active (RFC 7662, 2.2).
 */
const introspectionPolicy =
  (audiences: Audiences) =>
  async (_ctx: KoaContextWithOIDC, client: Client, token: Issued): Promise<boolean> => {
    if (client.clientAuthMethod === 'none') return false
    if (token.clientId === client.clientId) return true
    if (token.kind === 'RefreshToken') return false
    const { aud } = token
    return aud === undefined
      ? client.may_introspect === true
      : audiences.isOf(Number(client.application_id), String(aud))
  }

const allScopes = [...identityScopes, ...scopes].join(' ')

/**
 * Tokens for one resource (RFC 8707). A token has all the scopes that the user allows, because the
 * service that it is made for reads only its own.
 */
const resourceIndicators = (audiences: Audiences) => ({
  enabled: true,
  // A token that is requested without a resource is for the resource of the authorization request.
  useGrantedResource: () => true,
  getResourceServerInfo: async (_ctx: KoaContextWithOIDC, resource: string) => {
    const audience = await audiences.find(resource)
    if (audience === undefined) throw new errors.InvalidTarget(unknownResource)
    return { audience, scope: allScopes, accessTokenFormat: 'opaque' as const }
  },
})

/** An application may revoke only tokens that were issued to it (RFC 7009, 2.1). */
async function mayRevoke(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: Issued,
): Promise<boolean> {
  if (token.clientId === client.clientId) return true
  throw new errors.InvalidRequest('the token was not issued to this application')
}
