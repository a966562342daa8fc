import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** How an authenticator deviates from a correct one. */
export interface Habits {
  /** The origin that the browser reports. */
  readonly origin?: string
  readonly rpId?: string
  /** Whether its user touched it. */
  readonly touched?: boolean
  /** Whether it verified its user, for example by a fingerprint. */
  readonly verifies?: boolean
  /** The counter that it reports. */
  readonly counter?: number
  /** The user handle that it reports for the credential. */
  readonly userHandle?: string
  /** Makes the attestation of a new credential. Without it, the format is "none". */
  readonly attest?: (made: Made) => Attestation
}

/** What an attestation is about (WebAuthn, 6.5). */
export interface Made {
  readonly authData: Buffer
  readonly clientDataHash: Buffer
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** The format of an attestation, and its statement. */
export type Attestation = readonly [
  format: string,
  statement: readonly (readonly [string, number | Buffer | readonly Buffer[]])[],
]

/** An authenticator with one credential, and the browser around it. */
export interface TestAuthenticator {
  create(options: PublicKeyCredentialCreationOptionsJSON, habits?: Habits): RegistrationResponseJSON
  get(options: PublicKeyCredentialRequestOptionsJSON, habits?: Habits): AuthenticationResponseJSON
}

/** Makes an authenticator of ES256 that counts, in a browser at `origin` (WebAuthn, 6). */
export function createAuthenticator(origin: string): TestAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, habits: Habits): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: habits.origin ?? origin }))

  /** WebAuthn, 6.1: the party, the flags, the counter, and a new credential. */
  const authenticatorData = (rpId: string, habits: Habits, credential?: Buffer): Buffer => {
    const present = habits.touched === false ? 0 : 0x01
    const verified = habits.verifies === false ? 0 : 0x04
    const count = Buffer.alloc(4)
    count.writeUInt32BE(habits.counter ?? ++counter)
    return Buffer.concat([
      sha256(habits.rpId ?? rpId),
      Buffer.of(present | verified | (credential === undefined ? 0 : 0x40)),
      count,
      credential ?? Buffer.alloc(0),
    ])
  }

  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  return {
    create({ challenge, rp, user }, habits = {}) {
      handle = user.id
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.of(0, id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const authData = authenticatorData(rp.id ?? '', habits, credential)
      const data = clientData('webauthn.create', challenge, habits)
      const made = { authData, clientDataHash: sha256(data), publicKey, privateKey }
      const [format, statement] = habits.attest?.(made) ?? ['none', []]
      const attestation = Buffer.concat([
        head(5, 3),
        ...['fmt', format, 'attStmt'].map(cbor),
        cborMap(statement),
        ...['authData', authData].map(cbor),
      ])
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    get({ challenge, rpId = '' }, habits = {}) {
      const data = clientData('webauthn.get', challenge, habits)
      const authData = authenticatorData(rpId, habits)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: habits.userHandle ?? handle,
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | readonly Buffer[]

/** CBOR (RFC 8949), as much of it as an authenticator needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(3, text.length), text])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(4, value.length), ...value.map(cbor)])
}

const cborMap = (entries: readonly (readonly [number | string, Cbor])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])

/** The first bytes of a CBOR item: its type, and its length or value. */
function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.of((type << 5) | size)
  if (size < 256) return Buffer.of((type << 5) | 24, size)
  return Buffer.of((type << 5) | 25, size >> 8, size & 255)
}
