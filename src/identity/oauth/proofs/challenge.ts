import { type Message, say } from '../../../platform/i18n/catalogue.ts'

/** The algorithms of proofs, here and at the token endpoint (RFC 9449, 5.1). */
export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const

/** The challenge for a token that is bound to a key (RFC 9449, 7.1). */
export const dpopChallenge = (
  error: 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce',
  message: Message,
): string =>
  `DPoP realm="foyer",error="${error}",error_description="${say('en', ...message)}",` +
  `algs="${proofAlgorithms.join(' ')}"`
