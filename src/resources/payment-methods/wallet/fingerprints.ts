import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { keyedHash, keyedHashes } from '../../../platform/secrets/secrets.ts'

/** What fingerprints of cards and bank accounts need. */
export interface FingerprintDeps {
  /** The key for fingerprints. */
  readonly fingerprintKey: Key
}

/** What a vault has kept. `identity` is equal for the same card or bank account. */
interface Identified {
  readonly identity: string
}

/** Derives the key for fingerprints from SECRET_KEY (HKDF, RFC 5869). */
export const openFingerprintKey = (secretKey: SecretKey): Key =>
  deriveKey(secretKey, 'card fingerprints')

/**
 * Returns the fingerprints of a card of a user: under the key in use, which comes first, and under
 * the keys before it. One of them is stored. Fingerprints are equal for the same card of the same
 * user, and for nothing else. Without the key, they do not reveal the number.
 */
export const fingerprintsOf = (
  { fingerprintKey }: FingerprintDeps,
  userId: number,
  kept: Identified,
): readonly Buffer[] => keyedHashes(fingerprintKey, `${userId}:${kept.identity}`)

/** Returns the fingerprint to store. @throws {KeyReplaced} */
export const fingerprintOf = (
  { fingerprintKey }: FingerprintDeps,
  userId: number,
  kept: Identified,
): Buffer => keyedHash(fingerprintKey, `${userId}:${kept.identity}`)
