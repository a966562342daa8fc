import { hkdfSync } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { deriveKey, type SecretKey } from '../../../platform/secrets/keys.ts'
import { hashSecret, isEqual } from '../../../platform/secrets/secrets.ts'
import { saveProof } from '../tokens/tokens.ts'
import { dpopChallenge, proofAlgorithms } from './challenge.ts'

/** How far the time of a proof may differ from the time of this service. */
const windowSeconds = 300
/** How often the nonce changes. */
const nonceSeconds = 60
/** How many steps a nonce may differ from the present one. */
const nonceSteps = 2

/** A request with a proof of the key that its token is bound to. */
export interface ProvedRequest {
  /** The header `DPoP`. */
  readonly proof: string | undefined
  readonly method: string
  /** The path of the request as the router reads it, with or without a query. */
  readonly path: string
  readonly token: string
  /** The thumbprint of the key (RFC 7638). */
  readonly boundTo: string
}

/** What the proof of a request is worth. */
export interface CheckedProof {
  /** Why the request is refused. */
  readonly refused?: Refused
  /** The nonce for the next proof (RFC 9449, 8.2). Undefined if the proof had the newest one. */
  readonly nonce: string | undefined
}

export interface ProofDeps {
  readonly db: Queryable
  readonly clock: Clock
  readonly secretKey: SecretKey
  /** Returns the URL of a path, in the one form in which URLs are compared. */
  readonly urlOf: (path: string) => string
}

export interface Proofs {
  /** Checks the proof of a request, and stores that it is used (RFC 9449, 4.3 and 7.1). */
  check(request: ProvedRequest): Promise<CheckedProof>
}

/**
 * Opens the check of proofs at resources. Each proof works once, on all instances: its id is a row
 * until the proof is too old.
 */
export function openProofs({ db, clock, secretKey, urlOf }: ProofDeps): Proofs {
  const key = deriveKey(secretKey, 'proof nonces')
  /** As the token endpoint makes them, so that a nonce works at both, as clients expect of an origin. */
  const nonceAt = (step: number): string => {
    const salt = Buffer.alloc(8)
    salt.writeBigUInt64BE(BigInt(step))
    const bytes = hkdfSync('sha256', key.current.bytes, salt, 'DPoP', 32)
    return Buffer.from(bytes).toString('base64url')
  }
  const stepNow = () => Math.floor(clock.now() / 1000 / nonceSeconds)

  function isNonce(text: string): boolean {
    const step = stepNow()
    let matches = false
    for (let away = -nonceSteps; away <= nonceSteps; away++)
      matches = isEqual(Buffer.from(nonceAt(step + away)), Buffer.from(text)) || matches
    return matches
  }

  /** @returns what is wrong with the claims of a proof; undefined if nothing is */
  function faultIn(claims: JWTPayload, request: ProvedRequest): Refused | undefined {
    const { jti, htm, htu, iat, ath, nonce } = claims
    if (typeof jti !== 'string' || jti === '' || jti.length > 1_000) return badProof('jti')
    if (htm !== request.method) return badProof('htm')
    if (typeof htu !== 'string' || !isSameUrl(htu, request.path)) return badProof('htu')
    if (ath !== hashSecret(request.token).toString('base64url')) return badProof('ath')
    if (typeof iat !== 'number') return badProof('iat')
    if (nonce !== undefined)
      return typeof nonce === 'string' && isNonce(nonce) ? undefined : needsNonce()
    return Math.abs(clock.now() / 1000 - iat) > windowSeconds ? needsNonce() : undefined
  }

  function isSameUrl(htu: string, path: string): boolean {
    const url = URL.parse(htu)
    if (url === null) return false
    const expected = urlOf(path)
    return new URL(expected).origin === url.origin && urlOf(url.pathname) === expected
  }

  return {
    async check(request) {
      const newest = nonceAt(stepNow() + 1)
      const { proof, boundTo } = request
      if (proof === undefined || proof === '')
        return { refused: refusedProof(['error.invalid_token.proof_missing']), nonce: newest }
      const read = await readProof(proof, new Date(clock.now()))
      if (read === undefined || read.thumbprint !== boundTo)
        return { refused: badProof('typ, alg, jwk'), nonce: newest }
      const fault = faultIn(read.claims, request)
      const nonce = read.claims.nonce === newest ? undefined : newest
      if (fault !== undefined) return { refused: fault, nonce }
      // A proof may be from the future. It is too old when twice the window is over.
      const expiresAt = new Date(clock.now() + 2 * windowSeconds * 1000)
      const isNew = await saveProof(db, `${boundTo} ${read.claims.jti}`, expiresAt)
      return isNew
        ? { nonce }
        : { refused: refusedProof(['error.invalid_token.proof_used']), nonce }
    },
  }
}

/** Verifies the signature of a proof. @returns undefined if it is not valid */
async function readProof(
  proof: string,
  currentDate: Date,
): Promise<{ claims: JWTPayload; thumbprint: string } | undefined> {
  // Imported here, because only requests with proofs need it.
  const { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } = await import('jose')
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: [...proofAlgorithms],
      typ: 'dpop+jwt',
      currentDate,
    })
    const { jwk } = protectedHeader
    if (jwk === undefined) return undefined
    return { claims: payload, thumbprint: await calculateJwkThumbprint(jwk) }
  } catch (error) {
    // The key in the header can be anything, so Node.js can refuse it, too.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** @param part the claim or the header that is wrong */
const badProof = (part: string): Refused => refusedProof(['error.invalid_token.proof', { part }])

const refusedProof = (message: Message): Refused =>
  new Refused(refusals.invalid_token, {
    message,
    challenge: dpopChallenge('invalid_dpop_proof', message),
  })

function needsNonce(): Refused {
  const message: Message = ['error.invalid_token.proof_nonce']
  return new Refused(refusals.invalid_token, {
    message,
    challenge: dpopChallenge('use_dpop_nonce', message),
  })
}
