import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Attestation, Made } from './authenticator.ts'

/** An attestation that the credential's own key signs (WebAuthn, 8.2). */
export const selfAttestation = ({ authData, clientDataHash, privateKey }: Made): Attestation => [
  'packed',
  [
    ['alg', -7],
    ['sig', sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey)],
  ],
]

/**
 * An attestation of an Android key (WebAuthn, 8.4). Its certificates are an attacker's, and say
 * where the list of revoked certificates is.
 */
export function androidAttestation(
  { authData, clientDataHash, publicKey, privateKey }: Made,
  revocationsUrl: string,
): Attestation {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rootCertificate = certificate('Evil', 'Evil', root.publicKey, root.privateKey, [
    extension('551d13', sequence(der(1, Buffer.of(255)))),
  ])
  const description = sequence(
    der(2, Buffer.of(3)),
    der(10, Buffer.of(1)),
    der(2, Buffer.of(4)),
    der(10, Buffer.of(1)),
    der(4, clientDataHash),
    der(4),
    sequence(),
    sequence(),
  )
  const location = der(0xa0, der(0xa0, der(0x86, Buffer.from(revocationsUrl))))
  const leaf = certificate('Key', 'Evil', publicKey, root.privateKey, [
    extension('2b06010401d679020111', description),
    extension('551d1f', sequence(sequence(location))),
  ])
  return [
    'android-key',
    [
      ['alg', -7],
      ['sig', sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey)],
      ['x5c', [leaf, rootCertificate]],
    ],
  ]
}

/** An X.509 certificate (RFC 5280, 4.1) of ECDSA with SHA-256. It is valid from 2020 to 2049. */
function certificate(
  subject: string,
  issuer: string,
  publicKey: KeyObject,
  issuerKey: KeyObject,
  extensions: readonly Buffer[],
): Buffer {
  const algorithm = sequence(identifier('2a8648ce3d040302'))
  const valid = ['200101000000Z', '490101000000Z'].map((time) => der(23, Buffer.from(time)))
  const content = sequence(
    der(0xa0, der(2, Buffer.of(2))),
    der(2, Buffer.of(1)),
    algorithm,
    nameOf(issuer),
    sequence(...valid),
    nameOf(subject),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', content, issuerKey)
  return sequence(content, algorithm, der(3, Buffer.of(0), signature))
}

const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(identifier('550403'), der(12, Buffer.from(commonName)))))

const extension = (id: string, value: Buffer): Buffer => sequence(identifier(id), der(4, value))

const identifier = (hex: string): Buffer => der(6, Buffer.from(hex, 'hex'))

const sequence = (...items: readonly Buffer[]): Buffer => der(0x30, ...items)

/** An item in DER (X.690): its tag, its length and its content. */
function der(tag: number, ...items: readonly Buffer[]): Buffer {
  const content = Buffer.concat(items)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
