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
import { tellFailures } from '../endpoints/ask.ts'
import { loadKeys } from '../keys/keys.ts'
import { createAdapter } from '../tokens/adapter.ts'
import { grantTtlSeconds, ttlSeconds } from '../tokens/tokens.ts'
import { loadGrant, policyOf, settleScope } from './authorization.ts'
import { claimsOfScope } from './claims.ts'
import { compareSecret, ownMetadata } from './client.ts'
import { checkAssertion, clockToleranceSeconds } from './client-assertion.ts'
import { describeInvalidGrant } from './grant-errors.ts'
import { adaptAnswer, grantClientCredentials } from './token-endpoint.ts'

export interface ProviderDeps {
  readonly db: Database
  /** The issuer: absolute, without a slash at its end. May have a path. */
  readonly authUrl: string
  readonly secretKey: string
}

/** Where the endpoints are, below the issuer. */
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

/** How often the signing keys are read again, in milliseconds. */
const rereadEveryMs = 60_000

/**
 * Gives the provider when asked for, and another one once the signing keys have changed. The first time
 * makes them, if there are none.
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
  /** The names of its keys, in order. */
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
    // Keys that were good a minute ago are better than none.
    if (built !== undefined) return built
    throw error
  }
}

/** Makes the authorization server: oidc-provider, with everything that it would choose by itself chosen. */
export function createProvider(
  { db, authUrl, secretKey }: ProviderDeps,
  keys: readonly JWK[],
): Provider {
  const provider = new Provider(authUrl, {
    ...policies,
    adapter: createAdapter(db, secretKey),
    jwks: { keys },
    // Not signed: what they hold is found by its hash or not at all.
    cookies: { names: cookieNames(authUrl), short: lax, long: lax },
    interactions: { policy: policyOf(db), url: (_ctx, { uid }) => interactionPath(authUrl, uid) },
    loadExistingGrant: loadGrant(db),
  })
  // The address is said in headers that only we write, so the library may trust them.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = compareSecret
  // A session gets its id when its user signs in. Were it changed later, what another tab has under way would sign the
  // user out.
  provider.Session.prototype.resetIdentifier = () => undefined
  provider.registerGrantType('client_credentials', grantClientCredentials, ['scope'])
  tellFailures(provider)
  provider.on('grant.error', describeInvalidGrant)
  provider.use(adaptAnswer)
  return provider
}

const lax = { httpOnly: true, sameSite: 'lax' } as const

/** The names of the library's cookies: the session's is ours, those of an interaction are bound to paths. */
export const cookieNames = (authUrl: string) => ({
  session: sessionCookie(authUrl).name,
  interaction: pathCookieName(authUrl, 'interaction'),
  resume: pathCookieName(authUrl, 'resume'),
})

/** Where an authorization is continued with its user, with the issuer's path. */
export const interactionPath = (authUrl: string, uid: string): string =>
  `${new URL(authUrl).pathname.replace(/\/$/, '')}/interaction/${uid}`

const policies: Configuration = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  assertJwtClientAuthClaimsAndHeader: checkAssertion,
  clockTolerance: clockToleranceSeconds,
  scopes: [...identityScopes, ...scopes],
  // When and how the user signed in is told with every ID token.
  claims: { ...mutable(claimsOfScope), openid: ['sub', 'auth_time', 'amr'] },
  responseTypes: ['code'],
  extraClientMetadata: { properties: ownMetadata },
  extraParams: { scope: settleScope },
  routes: paths,
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: mayIntrospect },
    revocation: { enabled: true, allowedPolicy: mayRevoke },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource: tellLogout },
    userinfo: { enabled: true },
  },
  pkce: { required: (_ctx, client) => client.allow_missing_pkce !== true },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  rotateRefreshToken: true,
  // A disabled user has no grant left, and is asked about only under one.
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  ttl: {
    AccessToken: ttlSeconds.userToken,
    AuthorizationCode: ttlSeconds.code,
    ClientCredentials: ttlSeconds.clientCredentials,
    Grant: grantTtlSeconds(true),
    IdToken: ttlSeconds.userToken,
    Interaction: ttlSeconds.interaction,
    RefreshToken: refreshTokenLifetime,
    // Kept by us, with ends of their own.
    Session: ttlSeconds.interaction,
  },
  // What cannot be told to the application is told to the user, by a page.
  renderError: (ctx, out, error) => {
    ctx.body = { ...out, over: error instanceof errors.SessionNotFound }
  },
}

function mutable(claims: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(claims).map(([scope, names]) => [scope, [...names]]))
}

/** Seconds: refresh tokens of one sign-in end together, however often they are used. */
function refreshTokenLifetime(_ctx: KoaContextWithOIDC, { iiat = 0 }: RefreshToken): number {
  const left = iiat + ttlSeconds.refreshTokens - Math.floor(systemClock.now() / 1000)
  return Math.max(1, Math.min(ttlSeconds.refreshToken, left))
}

/** Says what a request to sign out comes to, for our own page to ask. */
function tellLogout(ctx: KoaContextWithOIDC): void {
  ctx.type = 'json'
  ctx.body = { client_name: ctx.oidc.client?.clientName ?? null }
}

interface Issued {
  readonly clientId?: string | undefined
  readonly kind: string
}

/**
 * A resource server asks about the access tokens that it is shown, of any application. Every other application that has
 * authenticated asks about its own tokens. For any other token the answer is that it is not active (RFC 7662, 2.2).
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

/** An application revokes what was issued to itself (RFC 7009, 2.1). */
async function mayRevoke(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: Issued,
): Promise<boolean> {
  if (token.clientId === client.clientId) return true
  throw new errors.InvalidRequest('the token was not issued to this application')
}
