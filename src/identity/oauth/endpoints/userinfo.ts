import { type Refusal, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type ClaimsOf, pickClaims } from '../provider/claims.ts'
import type { Caller } from '../tokens/caller.ts'
import { bearerChallenge, scopeChallenge } from './bearer.ts'

/**
 * The claims about the user of an access token (OpenID Connect Core 1.0, 5.3).
 * @param presented the caller of the request, or why there is none
 * @throws {Refused} `invalid_token`, `insufficient_scope`, with the challenges of RFC 6750, 3
 */
export async function userInfo(
  claimsOf: ClaimsOf,
  presented: Caller | Error | undefined,
): Promise<Record<string, unknown>> {
  if (presented === undefined) throw invalidToken(refusals.unauthorized)
  if (presented instanceof Error)
    throw presented instanceof Refused
      ? invalidToken(presented.refusal, presented.details.challenge)
      : presented
  const { userId, scopes, boundTo } = presented
  if (userId === null || !scopes.has('openid'))
    throw new Refused(refusals.insufficient_scope, {
      text: 'the scope openid is required',
      challenge: scopeChallenge('openid', boundTo !== null),
    })
  const claims = await claimsOf(userId)
  if (claims === undefined) throw invalidToken(refusals.invalid_token)
  return pickClaims(userId, claims, scopes)
}

const invalidToken = (of: Refusal, challenge = bearerChallenge(of)): Refused =>
  new Refused(refusals.invalid_token, {
    text: 'a valid access token is required',
    challenge,
  })
