import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Key, keyIdLength, keyObjectOf } from './keys.ts'

/** Sealed content cannot be opened, because another key sealed it or somebody changed it. */
export class BrokenSeal extends Error {
  override name = 'BrokenSeal'
}

const ivLength = 12
const tagLength = 16
/** How many seals one read of the random source serves. */
const ivsPerRead = 256

let ivs = Buffer.alloc(0)

/** The next 12 random bytes, which no other seal gets. A read for each seal took 13 µs. */
function nextIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(ivsPerRead * ivLength)
  const iv = ivs.subarray(0, ivLength)
  ivs = ivs.subarray(ivLength)
  return iv
}

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D). Only the same key and label open them. After the
 * first rotation of SECRET_KEY, the id of the key comes first.
 * @throws {KeyReplaced} if this process does not have the key in use
 */
export function seal(key: Key, label: string, content: Buffer): Buffer {
  const { id, bytes } = key.current
  const iv = nextIv()
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(bytes), iv).setAAD(Buffer.from(label))
  const name = key.isNaming ? [id] : []
  return Buffer.concat([...name, iv, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/**
 * Opens bytes that `seal` sealed. A value that names no key opens with whichever key sealed it: the
 * authentication tag tells.
 * @throws {BrokenSeal}
 * @throws {KeyReplaced} if this process does not have the key in use
 */
export function open(key: Key, label: string, sealed: Buffer): Buffer {
  const named = key.all.find(({ id }) => id.equals(sealed.subarray(0, keyIdLength)))
  const content =
    (named && decipher(named.bytes, label, sealed.subarray(keyIdLength))) ??
    firstOf(key.all, ({ bytes }) => decipher(bytes, label, sealed))
  if (content !== undefined) return content
  key.current
  throw new BrokenSeal(`"${label}" does not open with this key.`)
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** @returns undefined if another key sealed it, or somebody changed it */
function decipher(key: Buffer, label: string, sealed: Buffer): Buffer | undefined {
  try {
    const iv = sealed.subarray(0, ivLength)
    const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), iv, {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(label))
      .setAuthTag(sealed.subarray(-tagLength))
    return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()])
  } catch {
    return undefined
  }
}
