import Provider, {
  type Client,
  type Configuration,
  errors,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { scopes } from '../applications/scopes.ts'
import type { Database } from '../platform/db.ts'
import { deriveKey } from '../platform/seal.ts'
import { createAdapter } from './adapter.ts'
import { tellFailures } from './ask.ts'
import type { Clock } from './authenticate.ts'
import { compareSecret, ownMetadata } from './client.ts'
import { loadKeys } from './keys.ts'
import { adaptAnswer, grantClientCredentials } from './token-endpoint.ts'
import { lifetimes } from './tokens.ts'

export interface ProviderOptions {
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
} as const

/** How often the signing keys are read again, in milliseconds. */
const reread = 60_000

/**
 * Gives the provider when asked for, and another one once the signing keys have changed. The first time
 * makes them, if there are none.
 */
export function keepProvider(
  options: ProviderOptions & { readonly clock: Clock },
): () => Promise<Provider> {
  let latest: Promise<Built> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = options.clock.now()
    if (latest === undefined || now - readAt >= reread) {
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

async function build(options: ProviderOptions, before: Promise<Built> | undefined): Promise<Built> {
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
  { db, authUrl, secretKey }: ProviderOptions,
  keys: readonly JWK[],
): Provider {
  const provider = new Provider(authUrl, {
    ...policies,
    adapter: createAdapter(db),
    jwks: { keys },
    cookies: { keys: [deriveKey(secretKey, 'cookies').toString('base64url')] },
  })
  // The address is said in headers that only we write, so the library may trust them.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = compareSecret
  provider.registerGrantType('client_credentials', grantClientCredentials, ['scope'])
  tellFailures(provider)
  provider.use(adaptAnswer)
  provider.use(withoutSignIn)
  return provider
}

const policies: Configuration = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  scopes: ['openid', 'offline_access', ...scopes],
  responseTypes: ['code'],
  extraClientMetadata: { properties: ownMetadata },
  routes: { authorization: '/authorize', ...paths },
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: mayIntrospect },
    revocation: { enabled: true, allowedPolicy: mayRevoke },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  pkce: { required: (_ctx, client) => client.allow_missing_pkce !== true },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  rotateRefreshToken: true,
  // A disabled user has no grant left, and is asked about only under one.
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  ttl: {
    AccessToken: lifetimes.userToken,
    AuthorizationCode: lifetimes.code,
    ClientCredentials: lifetimes.clientCredentials,
    Grant: lifetimes.grant,
    IdToken: lifetimes.userToken,
    RefreshToken: lifetimes.refreshToken,
  },
}

interface Issued {
  readonly clientId?: string | undefined
  readonly kind: string
}

/**
 * Sibling services ask about the access tokens that they are shown, so any application that can keep a
 * secret may ask about any; a refresh token is shown to nobody but its application.
 */
async function mayIntrospect(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: Issued,
): Promise<boolean> {
  if (client.clientAuthMethod === 'none') return false
  return token.kind !== 'RefreshToken' || token.clientId === client.clientId
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

/** Takes out of the discovery documents what needs pages for users, which are not served. */
async function withoutSignIn(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const body: unknown = ctx.body
  if (typeof body !== 'object' || body === null || !('authorization_endpoint' in body)) return
  const { authorization_endpoint: _, ...document } = body
  ctx.body = {
    ...document,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    response_modes_supported: [],
  }
}
