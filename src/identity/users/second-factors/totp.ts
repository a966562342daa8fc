import type { Key } from '../../../platform/secrets/keys.ts'
import { open, seal } from '../../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-column.ts'

/** Only users with authenticator apps need the library. */
const library = () => import('otplib')

/**
 * The length of a time step. Codes of the previous and the next step are also accepted (RFC 6238,
 * 5.2).
 */
const periodSeconds = 30

/**
 * Makes a secret of 160 bits in Base32. The other parameters are the ones that authenticator apps
 * assume: SHA-1, six digits, 30 seconds.
 */
export const makeSecret = async (): Promise<string> => (await library()).generateSecret()

/**
 * The `otpauth` URI that authenticator apps read from a QR code. A colon separates issuer and
 * account, so neither may contain one: apps would show the wrong account.
 */
export async function otpauthUri(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): Promise<string> {
  const [name, account] = [issuer, label].map((text) => text.replaceAll(':', '·'))
  return (await library()).generateURI({ issuer: name ?? '', label: account ?? '', secret })
}

/**
 * Finds the time step that a code belongs to.
 * @param now milliseconds since the epoch
 * @returns undefined if the code is not valid now
 */
export async function findTimeStep(
  secret: string,
  code: string,
  now: number,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const { verify } = await library()
  const found = await verify({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: periodSeconds,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

export const sealSecret = (key: Key, userId: number, secret: string): Buffer =>
  seal(key, labelOf(userId), Buffer.from(secret))

export const openSecret = (key: Key, userId: number, sealed: Buffer): string =>
  open(key, labelOf(userId), sealed).toString()

/** The secrets of authenticator apps are sealed. */
export const sealedSecrets: SealedColumn = {
  table: 'totp_secrets',
  column: 'sealed',
  key: ['user_id'],
  purposeOf: () => 'authenticator apps',
  labelOf: ({ user_id }) => labelOf(Number(user_id)),
}

/** A sealed secret can only be opened for the user that it belongs to. */
const labelOf = (userId: number): string => `authenticator app of ${userId}`
