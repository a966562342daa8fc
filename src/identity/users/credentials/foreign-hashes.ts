import { createCipheriv, createHmac, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/*
 * Hashes of passwords that another system made, for users who moved here. They are checked as that
 * system checked them. The next sign-in replaces them by argon2id.
 *
 * Each form is read strictly, and its cost is limited. One check takes 128 MiB of memory at most. Its
 * time depends on the machine: an import measures it (`hash-costs.ts`).
 */

/** What a check does, over and over: the rounds of a form, or of a digest. */
export type WorkKind = 'bcrypt' | 'argon2' | 'scrypt' | Digest

/** The work of one check. It takes time in proportion to the units. */
export interface Work {
  readonly kind: WorkKind
  /** bcrypt: 2^cost. argon2: KiB times passes. scrypt: N times r times p. Digests: iterations. */
  readonly units: number
}

/** A hash that another system made. */
export interface ForeignHash {
  readonly scheme: 'bcrypt' | 'argon2' | 'scrypt' | 'pbkdf2' | 'hmac'
  readonly work: Work
  /**
   * Whether the password has this hash.
   * @param key the key of the other system, for `hmac`; without it, no password has such a hash
   */
  matches(password: string, key: Buffer | undefined): Promise<boolean>
}

/** The largest memory of a hash, in bytes. */
const maxMemory = 128 * 2 ** 20
const maxBcryptCost = 13
/** The largest product of memory in KiB and passes: 64 MiB and eight passes. */
const maxArgon2Work = 512 * 2 ** 10
const maxArgon2Lanes = 16
/** The largest product of N, r and p: N = 2^17, r = 8 and p = 1. */
const maxScryptWork = 2 ** 20
/** For each block of the digest's length. Django 6.1 takes 1,500,000. */
const maxIterations = 2_000_000

const digestLength = { sha1: 20, sha256: 32, sha512: 64 } as const
type Digest = keyof typeof digestLength

/** Reads a hash in PHC form or in modular crypt form. Undefined if it is none of these. */
export function readForeignHash(text: string): ForeignHash | undefined {
  if (text.startsWith('$2')) return bcrypt(text)
  if (text.startsWith('$argon2')) return argon2(text)
  if (text.startsWith('$scrypt$')) return scryptHash(text)
  if (text.startsWith('$fbscrypt$')) return firebaseHash(text)
  if (text.startsWith('$pbkdf2-')) return pbkdf2Hash(text)
  return text.startsWith('$hmac-') ? hmacHash(text) : undefined
}

/** The salt has 22 characters, and the hash 31. The versions differ in the label alone. */
const bcryptForm = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/
const bcryptAlphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Clears the lowest bits of a character of bcrypt's Base64. */
const cleared = (character: string, bits: number): string =>
  bcryptAlphabet.charAt((bcryptAlphabet.indexOf(character) >> bits) << bits)

/**
 * bcrypt counts the first 72 bytes of a password (in UTF-8) alone, and so does this check. The
 * argon2id hash that replaces it counts all of the password with which the user signs in.
 */
function bcrypt(text: string): ForeignHash | undefined {
  const cost = Number(bcryptForm.exec(text)?.[1])
  if (!(cost >= 4 && cost <= maxBcryptCost)) return undefined
  // Some programs choose all 22 characters of a salt at random. It has 128 bits, and the hash 184. The
  // library finds no password if the other bits are set.
  const [salt, hash] = [cleared(text.charAt(28), 4), cleared(text.charAt(59), 2)]
  const canonical = `${text.slice(0, 28)}${salt}${text.slice(29, 59)}${hash}`
  return {
    scheme: 'bcrypt',
    work: { kind: 'bcrypt', units: 2 ** cost },
    async matches(password) {
      const { verify } = await import('@node-rs/bcrypt')
      return verify(password, canonical)
    },
  }
}

/**
 * RFC 9106, version 19, in PHC form, which libsodium and PHP write, too. The library throws an error
 * if a number begins with a zero.
 */
const argon2Form =
  /^\$argon2(?:id|i|d)\$v=19\$m=([1-9]\d{0,5}),t=([1-9]\d?),p=([1-9]\d?)\$([^$]+)\$([^$]+)$/

function argon2(text: string): ForeignHash | undefined {
  const [, m = '', t = '', p = '', salt = '', hash = ''] = argon2Form.exec(text) ?? []
  const [memory, passes, lanes] = [Number(m), Number(t), Number(p)]
  const fits =
    passes >= 1 &&
    lanes >= 1 &&
    lanes <= maxArgon2Lanes &&
    memory >= 8 * lanes &&
    memory * 1024 <= maxMemory &&
    memory * passes <= maxArgon2Work
  if (!fits || !bytesOf(salt, 8, 64) || !bytesOf(hash, 16, 64)) return undefined
  return {
    scheme: 'argon2',
    work: { kind: 'argon2', units: memory * passes },
    async matches(password) {
      const { verify } = await import('@node-rs/argon2')
      return verify(text, password)
    },
  }
}

const scryptForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/
const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** RFC 7914, in PHC form. */
function scryptHash(text: string): ForeignHash | undefined {
  const [, ln = '', r = '', p = '', salted = '', hashed = ''] = scryptForm.exec(text) ?? []
  const costs = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
  const [salt, hash] = [bytesOf(salted, 4, 64), bytesOf(hashed, 16, 64)]
  const work = workOfScrypt(costs)
  if (!work || !salt || !hash) return undefined
  return {
    scheme: 'scrypt',
    work,
    matches: async (password) =>
      timingSafeEqual(await deriveScrypt(password, salt, hash.length, { ...costs, maxmem }), hash),
  }
}

/** OpenSSL counts a little more than the blocks. */
const maxmem = 2 * maxMemory

/** @returns undefined if the costs are impossible, or too high */
function workOfScrypt({ N, r, p }: Readonly<Record<'N' | 'r' | 'p', number>>): Work | undefined {
  const units = N * r * p
  const fits = N >= 2 && r >= 1 && p >= 1 && 128 * N * r <= maxMemory && units <= maxScryptWork
  return fits ? { kind: 'scrypt', units } : undefined
}

const firebaseForm =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=1,ss=([^,$]*),sk=([^,$]+)\$([^$]+)\$([^$]+)$/

/**
 * Firebase's scrypt, in the form of Supabase. The derived key encrypts the project's signer key, and
 * the result is the hash (google/firebase-tools, firebase/scrypt).
 */
function firebaseHash(text: string): ForeignHash | undefined {
  const [, n = '', r = '', separator = '', key = '', salted = '', hashed = ''] =
    firebaseForm.exec(text) ?? []
  const costs = { N: 2 ** Number(n), r: Number(r), p: 1 }
  const [salt, end, signer] = [
    bytesOf(salted, 4, 64),
    bytesOf(separator, 0, 16),
    bytesOf(key, 16, 64),
  ]
  const hash = bytesOf(hashed, 16, 64)
  const work = workOfScrypt(costs)
  if (!work || !salt || !end || !signer || hash?.length !== signer.length) return undefined
  return {
    scheme: 'scrypt',
    work,
    async matches(password) {
      const whole = Buffer.concat([salt, end])
      const derived = await deriveScrypt(password, whole, 32, { ...costs, maxmem })
      const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16))
      return timingSafeEqual(cipher.update(signer), hash)
    },
  }
}

const pbkdf2Form = /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d{1,7})(?:,l=(\d{1,2}))?\$([^$]+)\$([^$]+)$/
const derivePbkdf2 = promisify(pbkdf2)

/** RFC 8018, 5.2, in PHC form. */
function pbkdf2Hash(text: string): ForeignHash | undefined {
  const [, name = '', i = '', length, salted = '', hashed = ''] = pbkdf2Form.exec(text) ?? []
  const digest = name as Digest
  const iterations = Number(i)
  const [salt, hash] = [bytesOf(salted, 4, 64), bytesOf(hashed, 16, 64)]
  if (!salt || !hash || iterations < 1) return undefined
  if (length !== undefined && Number(length) !== hash.length) return undefined
  const units = iterations * Math.ceil(hash.length / digestLength[digest])
  if (units > maxIterations) return undefined
  return {
    scheme: 'pbkdf2',
    work: { kind: digest, units },
    matches: async (password) =>
      timingSafeEqual(await derivePbkdf2(password, salt, iterations, hash.length, digest), hash),
  }
}

const hmacForm = /^\$hmac-(sha256|sha512)\$([^$]+)\$([^$]+)$/

/** A keyed hash (RFC 2104) of the salt followed by the password. */
function hmacHash(text: string): ForeignHash | undefined {
  const [, name = '', salted = '', hashed = ''] = hmacForm.exec(text) ?? []
  const digest = name as Digest
  const [salt, hash] = [bytesOf(salted, 4, 64), bytesOf(hashed, 16, 64)]
  if (!salt || hash?.length !== digestLength[digest]) return undefined
  return {
    scheme: 'hmac',
    work: { kind: digest, units: 1 },
    matches: async (password, key) =>
      key !== undefined &&
      timingSafeEqual(createHmac(digest, key).update(salt).update(password).digest(), hash),
  }
}

/** Decodes standard Base64 without padding, as PHC has it. Undefined if it is not canonical. */
function bytesOf(text: string, min: number, max: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const padded = bytes.toString('base64')
  const isCanonical = !text.endsWith('=') && padded === text.padEnd(padded.length, '=')
  return isCanonical && bytes.length >= min && bytes.length <= max ? bytes : undefined
}
