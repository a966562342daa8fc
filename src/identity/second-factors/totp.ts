import { generateSecret, generateURI, verify } from 'otplib'
import { open, seal } from '../../platform/secrets/seal.ts'

/** Seconds of a step; codes of the one before and the one after do, too (RFC 6238, 5.2). */
const period = 30

/** A secret of 160 bits in Base32. The rest is what authenticator apps take for granted: SHA-1, six digits, 30 seconds. */
export const makeSecret = (): string => generateSecret()

/** What authenticator apps read from a QR code. */
export const secretUri = (
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string => generateURI({ issuer, label, secret })

/** The step of the clock whose code this is, if of any that does now. */
export async function stepOf(
  secret: string,
  code: string,
  now: number,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const found = await verify({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: period,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

export const sealSecret = (key: Buffer, userId: number, secret: string): Buffer =>
  seal(key, labelOf(userId), Buffer.from(secret))

export const openSecret = (key: Buffer, userId: number, sealed: Buffer): string =>
  open(key, labelOf(userId), sealed).toString()

/** A secret opens as its own user's alone. */
const labelOf = (userId: number): string => `authenticator app of ${userId}`
