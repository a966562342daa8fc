import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { Unavailable } from '../database/db.ts'
import type { Purpose, QueuePurpose } from './purposes.ts'

/** A key of one purpose, and the id by which sealed values name it. */
export interface DerivedKey {
  readonly id: Buffer
  readonly bytes: Buffer
}

/** The key of one purpose that was derived from a former SECRET_KEY. */
export interface KeptKey extends DerivedKey {
  readonly purpose: string
}

/** Which of the keys the database says is in use. */
export interface KeysInUse {
  /** The check value of the key that seals and hashes. */
  readonly check: string
  /** Whether sealed values name their key. They do from the first rotation on. */
  readonly isNaming: boolean
  readonly kept: readonly KeptKey[]
}

/** The length of the id of a key, in bytes. In Base64 it is 12 whole characters. */
export const keyIdLength = 9

/** SECRET_KEY has been replaced by a key that this process does not have. */
export class KeyReplaced extends Unavailable {
  override name = 'KeyReplaced'
  constructor() {
    super(new Error('SECRET_KEY was replaced. This process must be started with the new key.'))
  }
}

/** Derives 256 bits for one purpose from a secret (HKDF, RFC 5869). Purposes share no key. */
export const deriveBytes = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `foyer ${purpose}`, 32))

const objects = new WeakMap<Buffer, KeyObject>()

/**
 * The key object of bytes that are used again. Node.js takes a key as bytes too, but then it costs
 * about 60 µs of each hash and each seal.
 */
export function keyObjectOf(bytes: Buffer): KeyObject {
  let object = objects.get(bytes)
  if (object === undefined) {
    object = createSecretKey(bytes)
    objects.set(bytes, object)
  }
  return object
}

/** A value that only this key makes. It reveals nothing about the key. */
export const checkValueOf = (secret: string): string =>
  deriveBytes(secret, 'key check').toString('base64url')

/** The id of the key with a check value. */
export const keyIdOf = (check: string): Buffer =>
  Buffer.from(check, 'base64url').subarray(0, keyIdLength)

interface HeldKey {
  readonly secret: string
  readonly check: string
}

/**
 * The secret keys of an installation: SECRET_KEY, and the former key until nothing needs it any
 * more. The database says which of them is in use, so all instances change at the same time.
 */
export class SecretKeys {
  /** Increases with every change, so that derived keys are derived again. */
  version = 0
  #read: () => readonly string[]
  #held: readonly HeldKey[] = []
  #inUse: KeysInUse

  /** @param read returns the keys, the newest first. It is called again if a key is missing. */
  constructor(read: () => readonly string[]) {
    this.#read = read
    this.reread()
    this.#inUse = { check: this.newest.check, isNaming: false, kept: [] }
  }

  /** Reads the keys again, from where they are configured. */
  reread(): void {
    this.#held = [...new Set(this.#read())].map((secret) => ({
      secret,
      check: checkValueOf(secret),
    }))
    this.version++
  }

  /** The key that is configured as SECRET_KEY. */
  get newest(): HeldKey {
    const [newest] = this.#held
    if (newest === undefined) throw new TypeError('there is no secret key')
    return newest
  }

  get inUse(): KeysInUse {
    return this.#inUse
  }

  has(check: string): boolean {
    return this.#held.some((key) => key.check === check)
  }

  /** A copy in which another of the keys is in use, and sealed values name it. */
  changedTo(check: string): SecretKeys {
    const copy = new SecretKeys(this.#read)
    copy.use({ check, isNaming: true, kept: [] })
    return copy
  }

  /** Changes to what the database says. */
  use(inUse: KeysInUse): void {
    this.#inUse = inUse
    if (!this.has(inUse.check)) this.reread()
    this.version++
  }

  /** @throws {KeyReplaced} if the key in use is not here */
  assertUsable(): void {
    if (!this.has(this.#inUse.check)) throw new KeyReplaced()
  }

  /** All keys of a purpose, the one in use first. */
  keysOf(purpose: string): readonly DerivedKey[] {
    const { check: current, kept } = this.#inUse
    const held = this.#held
      .toSorted((a, b) => Number(b.check === current) - Number(a.check === current))
      .map(({ secret, check }) => ({ id: keyIdOf(check), bytes: deriveBytes(secret, purpose) }))
    const others = kept.filter(
      (key) => key.purpose === purpose && !held.some(({ id }) => id.equals(key.id)),
    )
    return [...held, ...others]
  }

  /** The key of a purpose that is derived from one of the secret keys. */
  keyOf(check: string, purpose: string): Buffer {
    const held = this.#held.find((key) => key.check === check)
    if (held === undefined) throw new KeyReplaced()
    return deriveBytes(held.secret, purpose)
  }
}

/** The secret keys, or a key that is never rotated, as in tests. */
export type SecretKey = SecretKeys | string

/** The keys of one purpose. They follow a rotation of SECRET_KEY. */
export class Key {
  readonly #ring: SecretKeys
  readonly #purpose: string
  #version = -1
  #keys: readonly DerivedKey[] = []

  constructor(ring: SecretKeys, purpose: string) {
    this.#ring = ring
    this.#purpose = purpose
  }

  /** All keys, the one in use first. */
  get all(): readonly DerivedKey[] {
    if (this.#version !== this.#ring.version) {
      this.#version = this.#ring.version
      this.#keys = this.#ring.keysOf(this.#purpose)
    }
    return this.#keys
  }

  /** The key in use. @throws {KeyReplaced} */
  get current(): DerivedKey {
    this.#ring.assertUsable()
    const [current] = this.all
    if (current === undefined) throw new KeyReplaced()
    return current
  }

  get isNaming(): boolean {
    return this.#ring.inUse.isNaming
  }
}

const ringOf = (secret: string): SecretKeys => new SecretKeys(() => [secret])

/** Derives the key for one purpose from SECRET_KEY. */
export const deriveKey = (secretKey: SecretKey, purpose: Purpose | QueuePurpose): Key =>
  new Key(typeof secretKey === 'string' ? ringOf(secretKey) : secretKey, purpose)

/** Derives the key for one purpose from another secret, such as a token. */
export const deriveKeyFrom = (secret: string, purpose: string): Key =>
  new Key(ringOf(secret), purpose)
