import { type ClaimsOf, pickClaims } from '../provider/claims.ts'
import { type Authenticator, Unauthenticated } from '../tokens/authenticate.ts'
import { bearerChallenge, scopeChallenge } from './bearer.ts'
import { OAuthError } from './oauth-error.ts'

/**
 * What the bearer of a token may learn of its user (OpenID Connect Core 1.0, 5.3).
 * @throws {OAuthError} `invalid_token`, `insufficient_scope`, with the challenges of RFC 6750, 3.
 */
export async function userInfo(
  { authenticate }: Authenticator,
  claimsOf: ClaimsOf,
  authorization: string | undefined,
): Promise<Record<string, unknown>> {
  const { userId, scopes } = await authenticate(authorization).catch((error: unknown) => {
    throw error instanceof Unauthenticated ? refusal(error.kind) : error
  })
  if (userId === null || !scopes.has('openid'))
    throw new OAuthError('insufficient_scope', 'the scope openid is needed', 403, {
      'WWW-Authenticate': scopeChallenge('openid'),
    })
  const claims = await claimsOf(userId)
  if (claims === undefined) throw refusal('invalid')
  return pickClaims(userId, claims, scopes)
}

const refusal = (kind: Unauthenticated['kind']): OAuthError =>
  new OAuthError('invalid_token', 'a good access token is needed', 401, {
    'WWW-Authenticate': bearerChallenge(kind),
  })
