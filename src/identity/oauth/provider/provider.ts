import Provider, {
  type Client,
  type Configuration,
  errors,
  type JWK,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { identityScopes, scopes } from '../../applications/scopes.ts'
import { pathCookieName, sessionCookie } from '../../sessions/session-cookie.ts'
import { captureFailures } from '../endpoints/call-provider.ts'
import { loadKeys } from '../keys/keys.ts'
import { createAdapter } from '../tokens/adapter.ts'
import { grantTtlSeconds, ttlSeconds } from '../tokens/tokens.ts'
import { createPolicy, loadGrant, resolveScope } from './authorization.ts'
import { claimsOfScope } from './claims.ts'
import { compareSecret, ownMetadata } from './client.ts'
import { checkAssertion, clockToleranceSeconds } from './client-assertion.ts'
import { describeInvalidGrant } from './grant-errors.ts'
import { adaptAnswer, grantClientCredentials, writeExchange } from './token-endpoint.ts'

export interface ProviderDeps {
  readonly db: Database
  /** The issuer: an absolute URL without a slash at the end. It may have a path. */
  readonly authUrl: string
  readonly secretKey: string
}

/** The paths of the endpoints below the issuer. */
export const paths = {
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  jwks: '/oauth2/jwks',
  pushed_authorization_request: '/oauth2/par',
  userinfo: '/oauth2/userinfo',
  end_session: '/oauth2/end-session',
  authorization: '/authorize',
} as const

/** How often the signing keys are read again. */
const rereadEveryMs = 60_000

/**
 * Makes a function that returns the provider. It builds a new provider when the signing keys have
 * changed. The first call creates signing keys if there are none.
 */
export function cachedProvider(
  options: ProviderDeps & { readonly clock: Clock },
): () => Promise<Provider> {
  let latest: Promise<Built> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = options.clock.now()
    if (latest === undefined || now - readAt >= rereadEveryMs) {
      readAt = now
      const next = build(options, latest)
      latest = next
      next.catch(() => {
        if (latest === next) latest = undefined
      })
    }
    return (await latest).provider
  }
}

interface Built {
  readonly provider: Provider
  /** The ids of its keys, in order. */
  readonly keys: string
}

async function build(options: ProviderDeps, before: Promise<Built> | undefined): Promise<Built> {
  const built = await before?.catch(() => undefined)
  try {
    const jwks = await loadKeys(options.db, options.secretKey)
    const keys = jwks.map(({ kid }) => kid).join()
    if (built?.keys === keys) return built
    return { provider: createProvider(options, jwks), keys }
  } catch (error) {
    // The database cannot be read now. Go on with the keys that were read before.
    if (built !== undefined) return built
    throw error
  }
}

/** Makes the authorization server: oidc-provider with the configuration of this service. */
export function createProvider(
  { db, authUrl, secretKey }: ProviderDeps,
  keys: readonly JWK[],
): Provider {
  const provider = new Provider(authUrl, {
    ...policies,
    adapter: createAdapter(db, secretKey),
    jwks: { keys },
    // The cookies need no signature: they hold random ids, which are looked up by their hashes.
    cookies: { names: cookieNames(authUrl), short: lax, long: lax },
    interactions: {
      policy: createPolicy(db),
      url: (_ctx, { uid }) => interactionPath(authUrl, uid),
    },
    loadExistingGrant: loadGrant(db),
  })
  // Only `callProvider` writes the forwarded headers, so the library may trust them.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = compareSecret
  // A session gets its id when its user signs in. The library must not change the id later: an open
  // request in another tab would then sign the user out.
  provider.Session.prototype.resetIdentifier = () => undefined
  provider.registerGrantType('client_credentials', grantClientCredentials, ['scope'])
  captureFailures(provider)
  provider.on('grant.error', describeInvalidGrant)
  provider.use(adaptAnswer)
  provider.use(writeExchange(db))
  return provider
}

const lax = { httpOnly: true, sameSite: 'lax' } as const

/**
 * The names of the library's cookies. It shares the session cookie. The cookies of an interaction
 * belong to paths.
 */
export const cookieNames = (authUrl: string) => ({
  session: sessionCookie(authUrl).name,
  interaction: pathCookieName(authUrl, 'interaction'),
  resume: pathCookieName(authUrl, 'resume'),
})

/** The path on which the user continues an authorization. It includes the path of the issuer. */
export const interactionPath = (authUrl: string, uid: string): string =>
  `${new URL(authUrl).pathname.replace(/\/$/, '')}/interaction/${uid}`

const policies: Configuration = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  assertJwtClientAuthClaimsAndHeader: checkAssertion,
  clockTolerance: clockToleranceSeconds,
  scopes: [...identityScopes, ...scopes],
  // Every ID token says when and how the user signed in.
  claims: { ...mutable(claimsOfScope), openid: ['sub', 'auth_time', 'amr'] },
  responseTypes: ['code'],
  extraClientMetadata: { properties: ownMetadata },
  extraParams: { scope: resolveScope },
  routes: paths,
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: mayIntrospect },
    revocation: { enabled: true, allowedPolicy: mayRevoke },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource: answerLogout },
    userinfo: { enabled: true },
  },
  pkce: { required: (_ctx, client) => client.allow_missing_pkce !== true },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  rotateRefreshToken: true,
  // This needs no check for disabled users: the library asks only for users who have a grant, and
  // disabled users have no grants.
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
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

/** Answers a valid request to sign out. The service then shows its own page. */
function answerLogout(ctx: KoaContextWithOIDC): void {
  ctx.type = 'json'
  ctx.body = { client_name: ctx.oidc.client?.clientName ?? null }
}

interface Issued {
  readonly clientId?: string | undefined
  readonly kind: string
}

/**
 * Whether an application may introspect a token. A resource server may introspect the access tokens
 * of all applications. Every other application that has authenticated may introspect its own
 * tokens. For any other token, the response says that it is not active (RFC 7662, 2.2).
 */
async function mayIntrospect(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: Issued,
): Promise<boolean> {
  if (client.clientAuthMethod === 'none') return false
  if (token.clientId === client.clientId) return true
  return client.may_introspect === true && token.kind !== 'RefreshToken'
}

/** An application may revoke only tokens that were issued to it (RFC 7009, 2.1). */
async function mayRevoke(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: Issued,
): Promise<boolean> {
  if (token.clientId === client.clientId) return true
  throw new errors.InvalidRequest('the token was not issued to this application')
}
