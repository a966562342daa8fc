import { type Attempts, openAttempts } from '../attempts/attempts.ts'
import type { Post } from '../mail/mail.ts'
import type { Database, Queryable } from '../platform/db.ts'
import { deriveKey } from '../platform/seal.ts'
import type { From } from '../user/credentials.ts'

/** What second factors need beside the database. */
export interface SecondFactors {
  readonly db: Database
  readonly clock: { now(): number }
  readonly post: Post
  readonly attempts: Attempts
  /** Seals the secrets of authenticator apps. */
  readonly totpKey: Buffer
  /** The origin of the pages, and its host, which passkeys are bound to (WebAuthn's RP ID). */
  readonly origin: string
  readonly host: string
}

export const openSecondFactors = ({
  secretKey,
  authUrl,
  ...parts
}: Pick<SecondFactors, 'db' | 'clock' | 'post'> & {
  readonly secretKey: string
  readonly authUrl: string
}): SecondFactors => ({
  ...parts,
  attempts: openAttempts({ db: parts.db, clock: parts.clock, secretKey }),
  totpKey: deriveKey(secretKey, 'authenticator apps'),
  origin: new URL(authUrl).origin,
  host: new URL(authUrl).hostname,
})

/** One of a user's passkeys. */
export interface Passkey {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
  /** Whether it is kept on several devices. */
  readonly backedUp: boolean
}

/** What a user has beside a password. A second step is asked for after the password when `totp` or any passkey is there. */
export interface Factors {
  readonly totp: boolean
  readonly passkeys: readonly Passkey[]
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Whether the password alone does not do. */
  readonly required: boolean
}

export async function factorsOf(db: Queryable, userId: number): Promise<Factors> {
  throw new Error('to come')
}

/**
 * Begins with an authenticator app: nothing is asked for before `confirmTotp`. Beginning again makes a new secret.
 * @returns the secret in Base32 and the same as an otpauth URI, for a QR code
 * @throws {Refused} forbidden where one is in use
 */
export async function beginTotp(
  factors: SecondFactors,
  userId: number,
): Promise<{ readonly secret: string; readonly uri: string }> {
  throw new Error('to come')
}

/**
 * Puts the authenticator app into use with its first code.
 * @returns recovery codes, shown this once; none where the user has some already
 * @throws {SignInRefused} wrong, too_many, ended (nothing was begun)
 */
export async function confirmTotp(
  factors: SecondFactors,
  given: { readonly userId: number; readonly code: string; readonly from: From },
): Promise<readonly string[]> {
  throw new Error('to come')
}

/**
 * Checks a code of the authenticator app, or a recovery code, as the second step. Each does once.
 * @throws {SignInRefused} wrong, too_many
 */
export async function checkCode(
  factors: SecondFactors,
  given: { readonly userId: number; readonly code: string; readonly from: From },
): Promise<'totp' | 'recovery_code'> {
  throw new Error('to come')
}

/** Takes the authenticator app out of use. @returns false where there was none */
export async function removeTotp(factors: SecondFactors, userId: number): Promise<boolean> {
  throw new Error('to come')
}

/** Makes new recovery codes; the old ones end. @throws {Refused} forbidden without a second factor */
export async function renewRecoveryCodes(
  factors: SecondFactors,
  userId: number,
): Promise<readonly string[]> {
  throw new Error('to come')
}
