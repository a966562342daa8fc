import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Sealed content cannot be opened, because another key sealed it or somebody changed it. */
export class BrokenSeal extends Error {
  override name = 'BrokenSeal'
}

/**
 * Derives a key of 256 bits for one purpose from SECRET_KEY (HKDF, RFC 5869). Purposes share no
 * key.
 */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `foyer ${purpose}`, 32))

const ivLength = 12
const tagLength = 16

/** Seals bytes with AES-256-GCM (NIST SP 800-38D). Only the same key and label open them. */
export function seal(key: Buffer, label: string, content: Buffer): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(label))
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Opens bytes that `seal` sealed. @throws {BrokenSeal} */
export function open(key: Buffer, label: string, sealed: Buffer): Buffer {
  try {
    const iv = sealed.subarray(0, ivLength)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
      .setAAD(Buffer.from(label))
      .setAuthTag(sealed.subarray(-tagLength))
    return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()])
  } catch (cause) {
    throw new BrokenSeal(`"${label}" does not open with this key.`, { cause })
  }
}
