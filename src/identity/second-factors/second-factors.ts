import type { Clock } from '../../platform/clock.ts'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../platform/errors/refusals.ts'
import { deriveKey } from '../../platform/secrets/seal.ts'
import { record } from '../../support/audit/audit.ts'
import type { RecordRefusal } from '../../support/audit/refusals/refusals.ts'
import type { FactorChange, Mailer } from '../../support/mail/mailer.ts'
import { codeGuesses, guessesFrom, type Subject } from '../../support/throttle/limits.ts'
import { guess, openThrottle, type ThrottleDeps } from '../../support/throttle/throttle.ts'
import {
  deviceOf,
  type From,
  findPerson,
  lockPerson,
  openDeviceKey,
  type Person,
} from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { ensureRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import * as store from './store.ts'
import { makeSecret, openSecret, sealSecret, secretUri, stepOf } from './totp.ts'

/** What second factors need beside the database. */
export interface SecondFactorDeps {
  readonly db: Database
  readonly clock: Clock
  readonly mailer: Mailer
  readonly throttle: ThrottleDeps
  /** Signs the cookies of known browsers. */
  readonly deviceKey: Buffer
  readonly recordRefusal: RecordRefusal
  /** Seals the secrets of authenticator apps. */
  readonly totpKey: Buffer
  /** How authenticators call the service. */
  readonly serviceName: string
  /** The origin of the pages, and its host, which passkeys are bound to (WebAuthn's RP ID). */
  readonly origin: string
  readonly host: string
}

export const openSecondFactors = ({
  secretKey,
  authUrl,
  ...parts
}: Pick<SecondFactorDeps, 'db' | 'clock' | 'mailer' | 'serviceName' | 'recordRefusal'> & {
  readonly secretKey: string
  readonly authUrl: string
}): SecondFactorDeps => ({
  ...parts,
  throttle: openThrottle({ db: parts.db, clock: parts.clock, secretKey }),
  deviceKey: openDeviceKey(secretKey),
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

/** Which second factors a user has. */
export interface FactorKinds extends store.FactorKinds {
  /** Whether the password alone does not do. */
  readonly required: boolean
}

export async function factorKindsOf(db: Queryable, userId: number): Promise<FactorKinds> {
  const kinds = await store.findFactorKinds(db, userId)
  return { ...kinds, required: kinds.totp || kinds.passkey }
}

export async function factorsOf(db: Queryable, userId: number): Promise<Factors> {
  const [app, passkeys, recoveryCodes] = await Promise.all([
    store.findTotp(db, userId),
    store.listPasskeys(db, userId),
    store.countRecoveryCodes(db, userId),
  ])
  const totp = app?.confirmed ?? false
  return {
    totp,
    passkeys: passkeys.map(passkeyOf),
    recoveryCodes,
    required: totp || passkeys.length > 0,
  }
}

export const passkeyOf = (row: store.PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: new Date(row.created),
  usedAt: row.used === null ? null : new Date(row.used),
  backedUp: row.backed_up,
})

/**
 * Begins with an authenticator app: nothing is asked for before `confirmTotp`. Beginning again makes a new secret.
 * @returns the secret in Base32 and the same as an otpauth URI, for a QR code
 * @throws {Refused} forbidden where one is in use
 */
export async function beginTotp(
  { db, totpKey, serviceName }: SecondFactorDeps,
  userId: number,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { email } = await findPerson(db, userId)
  const made = makeSecret()
  if (!(await store.saveTotp(db, userId, sealSecret(totpKey, userId, made))))
    throw new Refused(refusals.forbidden)
  return { secret: made, uri: secretUri(made, { issuer: serviceName, label: email }) }
}

/**
 * Puts the authenticator app into use with its first code.
 * @returns recovery codes, shown this once; none where the user has some already
 * @throws {Refused} wrong_credentials, expired (nothing was begun)
 * @throws {Refused} too_many_attempts
 */
export async function confirmTotp(
  factors: SecondFactorDeps,
  given: CodeGiven,
): Promise<readonly string[]> {
  const { db, clock, throttle, totpKey, mailer } = factors
  const { userId, code } = given
  const { sealed, step } = await guess(throttle, await totpGuesses(factors, given), async () => {
    const begun = await store.findTotp(db, userId)
    if (begun === undefined || begun.confirmed) throw new Refused(identityRefusals.expired)
    const secret = openSecret(totpKey, userId, begun.sealed)
    const step = await stepOf(secret, bareCode(code), clock.now())
    if (step === undefined) throw new Refused(identityRefusals.wrong_credentials)
    return { sealed: begun.sealed, step }
  })
  return db.transactionFor(userId, async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!(await store.confirmTotp(tx, userId, { sealed, step })))
      throw new Refused(identityRefusals.expired)
    const codes = await ensureRecoveryCodes(tx, userId)
    await tellChange(tx, mailer, { person, change: 'totp_added', from: given.from })
    await record(tx, { userId, action: 'second_factor.added', details: { kind: 'totp' } })
    return codes
  })
}

/**
 * Checks a code of the authenticator app, or a recovery code, as the second step. Each does once.
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkCode(
  factors: SecondFactorDeps,
  given: CodeGiven,
): Promise<'totp' | 'recovery_code'> {
  const { db, throttle, recordRefusal } = factors
  const { userId } = given
  const bare = bareCode(given.code)
  const kind = /^\d{6}$/.test(bare) ? 'totp' : 'recovery_code'
  const subjects = kind === 'totp' ? await totpGuesses(factors, given) : recoveryGuesses(given)
  const take = () =>
    kind === 'totp' ? takeTotp(factors, userId, bare) : takeCode(db, userId, bare)
  try {
    await guess(throttle, subjects, async () => {
      if (!(await take())) throw new Refused(identityRefusals.wrong_credentials)
    })
  } catch (error) {
    // A wrong code is recorded after it was counted, so it counts even if the record cannot be written.
    if (isRefused(error, identityRefusals.wrong_credentials))
      await recordRefusal({ userId, action: 'second_factor.refused', details: { kind } })
    throw error
  }
  return kind
}

/**
 * The limits that a code counts against. A session, a sign-in whose user has opened an emailed link, and a browser that
 * knows the user have counts of their own. A stranger who knows the password cannot use those up.
 */
async function totpGuesses(
  { db, deviceKey }: SecondFactorDeps,
  { userId, from, step, sessionUid }: CodeGiven,
): Promise<readonly Subject[]> {
  if (sessionUid !== undefined)
    return [
      ['code_session', sessionUid],
      ['code_session_day', sessionUid],
    ]
  if (step?.emailProved)
    return [
      ['code_step', step.token],
      ['code_emailed_day', userId],
    ]
  const device = from.device && deviceOf(deviceKey, from.device, await findPerson(db, userId))
  if (device)
    return [
      ['code_device', device],
      ['code_device_day', device],
    ]
  return codeGuesses(userId, from.address)
}

/** Nobody can guess 80 bits, so recovery codes still work while strangers guess codes of six digits. */
const recoveryGuesses = ({ from, step, sessionUid }: CodeGiven): readonly Subject[] => {
  const one = step?.token ?? sessionUid
  return one === undefined ? guessesFrom(from.address) : [['recovery', one]]
}

async function takeTotp(
  { db, clock, totpKey }: Pick<SecondFactorDeps, 'db' | 'clock' | 'totpKey'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const app = await store.findTotp(db, userId)
  if (app?.confirmed !== true) return false
  const step = await stepOf(openSecret(totpKey, userId, app.sealed), code, clock.now())
  return step !== undefined && (await store.takeStep(db, userId, step))
}

const takeCode = (db: Database, userId: number, code: string): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    if (!(await takeRecoveryCode(tx, userId, code))) return false
    await record(tx, { userId, action: 'recovery_code.used' })
    return true
  })

/** Takes the authenticator app out of use. @returns false where there was none */
export function removeTotp(
  { db, mailer }: SecondFactorDeps,
  { userId, from }: { readonly userId: number; readonly from: From },
): Promise<boolean> {
  return db.transactionFor(userId, async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!(await store.removeTotp(tx, userId))) return false
    await dropUselessCodes(tx, userId)
    await tellChange(tx, mailer, { person, change: 'totp_removed', from })
    await record(tx, { userId, action: 'second_factor.removed', details: { kind: 'totp' } })
    return true
  })
}

/** Makes new recovery codes; the old ones end. @throws {Refused} forbidden without a second factor */
export function renewRecoveryCodes(
  { db, mailer }: SecondFactorDeps,
  { userId, from }: { readonly userId: number; readonly from: From },
): Promise<readonly string[]> {
  return db.transactionFor(userId, async (tx) => {
    const person = await lockPerson(tx, userId)
    const { required } = await factorKindsOf(tx, userId)
    if (!required) throw new Refused(refusals.forbidden)
    await tellChange(tx, mailer, { person, change: 'recovery_codes_renewed', from })
    return replaceRecoveryCodes(tx, userId)
  })
}

/** Without a second factor nobody asks for a recovery code. */
export async function dropUselessCodes(tx: Queryable, userId: number): Promise<void> {
  const { required } = await factorKindsOf(tx, userId)
  if (!required) await store.removeRecoveryCodes(tx, userId)
}

/** Emails a user about a change to how they sign in, and from which browser it was made. */
export const tellChange = (
  tx: Queryable,
  mailer: Mailer,
  told: { readonly person: Person; readonly change: FactorChange; readonly from: From },
): Promise<void> =>
  mailer.send(tx, {
    to: told.person.email,
    language: told.person.language,
    kind: 'second_factor_changed',
    change: told.change,
    browser: told.from.browser,
  })

interface CodeGiven {
  readonly userId: number
  readonly code: string
  readonly from: From
  /** The sign-in whose second step it is. */
  readonly step?: { readonly token: string; readonly emailProved: boolean }
  /** The session of a signed-in user. */
  readonly sessionUid?: string
}

/** Apps show codes in groups, and some people type the blank between. */
const bareCode = (code: string): string => code.normalize('NFKC').replace(/\s/g, '')

/** The most challenges that are kept, about 20 MB, because strangers can request any number. The oldest go first. */
const mostChallenges = 100_000

/** Deletes expired challenges, and the oldest if there are too many. Call this every few minutes. */
export async function removeExpiredChallenges(db: Queryable, most = mostChallenges): Promise<void> {
  await removeInBatches((limit) => store.removeExpiredChallenges(db, limit))
  await removeInBatches((limit) => store.removeOldestChallenges(db, most, limit))
}
