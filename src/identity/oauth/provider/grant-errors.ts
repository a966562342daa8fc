import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import { proofMissing } from '../endpoints/refusals.ts'
import { ttlSeconds } from '../tokens/tokens.ts'

const { code, refreshToken } = ttlSeconds
const startAgain = 'Send the user to the authorization endpoint again.'

/** The descriptions for applications, by the library's internal reason. */
const descriptions = new Map([
  [
    'authorization code not found',
    `The code is unknown. It was not issued to this application, or it has been revoked. ${startAgain}`,
  ],
  [
    'authorization code is expired',
    `The code has expired. A code is valid for ${code} seconds. ${startAgain}`,
  ],
  [
    'authorization code already consumed',
    `The code was already used. All tokens that were issued for it are revoked. ${startAgain}`,
  ],
  [
    'authorization code redirect_uri mismatch',
    'The redirect_uri is different from the one in the authorization request.',
  ],
  [
    'code_verifier must be provided',
    'The code_verifier is missing. The authorization request had a code_challenge.',
  ],
  [
    'code_verifier does not match code_challenge',
    'The code_verifier does not match the code_challenge of the authorization request.',
  ],
  [
    'unsupported code_challenge_method',
    'A code_verifier was sent, but the authorization request had no code_challenge.',
  ],
  [
    'refresh token not found',
    `The refresh token is unknown. It was not issued to this application, or it has been revoked. ${startAgain}`,
  ],
  [
    'refresh token is expired',
    `The refresh token has expired. A refresh token is valid for ${refreshToken / 86_400} days. ${startAgain}`,
  ],
  [
    'refresh token already used',
    `The refresh token was already used. All tokens that were issued for it are revoked. ${startAgain}`,
  ],
  [
    'failed jkt verification',
    'The refresh token is bound to another key. Send a proof of its key in the header DPoP.',
  ],
  ['grant not found', `The user's permission has ended. ${startAgain}`],
  ['grant is expired', `The user's permission has ended. ${startAgain}`],
  ['the grant has been revoked', `The user's permission has ended. ${startAgain}`],
])

/** One description for every reason, because a public application has not authenticated. */
const forPublicApplications =
  'The code or refresh token is unknown, was already used or has expired, ' +
  `or the code_verifier or redirect_uri does not match. ${startAgain}`

/** The library calls these errors `invalid_grant`. RFC 9449, 5 has a code for them. */
const proofErrors = new Map([
  ['DPoP proof JWT not provided', proofMissing],
  ['DPoP proof JWT Replay detected', 'The DPoP proof was already used. Make a new proof.'],
])

/**
 * Describes in an `invalid_grant` response what is wrong with the code or refresh token. Only
 * applications that have authenticated get details. A code of another application counts as
 * unknown, so that its existence is not revealed.
 */
export function describeInvalidGrant(
  { body, oidc: { client, params } }: KoaContextWithOIDC,
  { error, error_detail: detail = '' }: errors.OIDCProviderError,
): void {
  if (error !== 'invalid_grant' || typeof body !== 'object' || body === null) return
  const wrongProof = proofErrors.get(detail)
  if (wrongProof !== undefined) {
    Object.assign(body, { error: 'invalid_dpop_proof', error_description: wrongProof })
    return
  }
  const description =
    client?.clientAuthMethod === 'none'
      ? forPublicApplications
      : descriptions.get(sameAs(detail, params?.grant_type === 'refresh_token'))
  if (description !== undefined) Object.assign(body, { error_description: description })
}

function sameAs(detail: string, refreshes: boolean): string {
  if (detail === 'client mismatch')
    return refreshes ? 'refresh token not found' : 'authorization code not found'
  if (detail === 'already used')
    return refreshes ? 'refresh token already used' : 'authorization code already consumed'
  return detail
}
