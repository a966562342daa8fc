import { type Refusal, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type ClaimsOf, pickClaims } from '../provider/claims.ts'
import type { Authenticator } from '../tokens/authenticate.ts'
import { bearerChallenge, scopeChallenge } from './bearer.ts'

/**
 * The claims about the user of an access token (OpenID Connect Core 1.0, 5.3).
 * @throws {Refused} `invalid_token`, `insufficient_scope`, with the challenges of RFC 6750, 3
 */
export async function userInfo(
  { authenticate }: Authenticator,
  claimsOf: ClaimsOf,
  authorization: string | undefined,
): Promise<Record<string, unknown>> {
  const caller = await authenticate(authorization).catch((error: unknown) => {
    throw error instanceof Refused ? invalidToken(error.refusal) : error
  })
  const { userId, scopes } = caller
  if (userId === null || !scopes.has('openid'))
    throw new Refused(refusals.insufficient_scope, {
      text: 'the scope openid is required',
      challenge: scopeChallenge('openid'),
    })
  const claims = await claimsOf(userId)
  if (claims === undefined) throw invalidToken(refusals.invalid_token)
  return pickClaims(userId, claims, scopes)
}

const invalidToken = (of: Refusal): Refused =>
  new Refused(refusals.invalid_token, {
    text: 'a valid access token is required',
    challenge: bearerChallenge(of),
  })
