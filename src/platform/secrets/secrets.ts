import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Key, keyObjectOf } from './keys.ts'

/*
 * Everything that opens something because nobody can guess it: tokens, codes, session ids, links
 * and browser names. A secret has 256 random bits in base64url (RFC 4648, 5), which is 43
 * characters. It is stored as its SHA-256 hash. One round is enough, because 256 random bits cannot
 * be guessed: slow hashes are for passwords.
 */

const secretBytes = 32
const secretPattern = /^[\w-]{43}$/

/** A secret, and the hash under which it is stored. */
export interface Minted {
  readonly secret: string
  readonly hash: Buffer
}

/** Random text from this number of random bytes, in base64url (RFC 4648, 5). */
export const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** A new secret: 256 random bits, 43 characters. */
export const newSecret = (): string => randomText(secretBytes)

/** A new id that is unique but not secret: 128 random bits, 22 characters. */
export const newId = (): string => randomText(16)

/** Whether a text has the format of a secret. Other texts need no lookup. */
export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && secretPattern.test(text)

/** The SHA-256 hash of a secret (FIPS 180-4), 32 bytes. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The hash of `hashSecret` as text, in base64url. */
export const hashSecretToText = (secret: string): string => hash('sha256', secret, 'base64url')

/** Makes `count` new secrets with their hashes, from one read of the random source. */
export function mintSecrets(count: number): Minted[] {
  const bits = randomBytes(count * secretBytes)
  return Array.from({ length: count }, (_, index) => {
    const start = index * secretBytes
    const secret = bits.toString('base64url', start, start + secretBytes)
    return { secret, hash: hashSecret(secret) }
  })
}

/** Makes a new secret with its hash. */
export function mintSecret(): Minted {
  const secret = newSecret()
  return { secret, hash: hashSecret(secret) }
}

/**
 * HMAC-SHA-256 of a text (RFC 2104), 32 bytes: a hash that nobody can compute without the key.
 * @throws {KeyReplaced} if this process does not have the key in use
 */
export const keyedHash = (key: Key, text: string): Buffer => hmac(key.current.bytes, text)

/** The hashes of a text under the key in use, which comes first, and under the keys before it. */
export type KeyedHashes = readonly [Buffer, ...Buffer[]]

/**
 * Computes the hashes of a text with all keys. After a rotation of SECRET_KEY, a stored hash may be
 * any of them.
 * @throws {KeyReplaced} if this process does not have the key in use
 */
export const keyedHashes = (key: Key, text: string): KeyedHashes => {
  const [, ...former] = key.all
  return [keyedHash(key, text), ...former.map(({ bytes }) => hmac(bytes, text))]
}

/** The hash of `keyedHash`, with a key that is not derived from SECRET_KEY. */
export const hmac = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', keyObjectOf(key)).update(text).digest()

/** Compares bytes in constant time. The time reveals only a difference in length. */
export const isEqual = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
