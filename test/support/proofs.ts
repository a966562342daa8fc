import { generateKeyPairSync, hash, randomUUID } from 'node:crypto'
import { signedJwt } from './oauth.ts'

/** A key of an application, and the proofs that it makes (RFC 9449, 4.2). */
export function newProofKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const proof = (
    method: string,
    url: string,
    claims: Readonly<Record<string, unknown>> = {},
    header: object = {},
  ): string =>
    signedJwt(
      { typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y }, ...header },
      {
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ...claims,
      },
      privateKey,
    )
  return {
    privateKey,
    /** The thumbprint of the key (RFC 7638). */
    thumbprint: hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url'),
    proof,
    /** A proof for a request with a token. */
    proofWith: (method: string, url: string, token: string, claims: object = {}): string =>
      proof(method, url, { ath: hash('sha256', token, 'base64url'), ...claims }),
  }
}
