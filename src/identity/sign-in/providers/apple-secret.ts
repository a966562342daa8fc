import { sign } from 'node:crypto'
import type { ClientSecret } from './settings.ts'

/** How long the secret is valid. Apple allows six months; each exchange gets a new one. */
const ttlSeconds = 300

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Makes the client secret for Apple: a token, signed with ES256 (Sign in with Apple, "Creating a
 * client secret").
 * @param options.nowMs milliseconds since the epoch
 */
export function appleSecret(
  { teamId, keyId, key }: Extract<ClientSecret, { kind: 'apple' }>,
  { clientId, issuer, nowMs }: { clientId: string; issuer: string; nowMs: number },
): string {
  const iat = Math.floor(nowMs / 1000)
  const claims = { iss: teamId, iat, exp: iat + ttlSeconds, aud: issuer, sub: clientId }
  const content = `${encode({ alg: 'ES256', kid: keyId })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}
