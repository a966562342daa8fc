import type { Clock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable, Transaction } from '../../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { withoutSeparators } from '../../../platform/text/pasted.ts'
import { record } from '../../../support/audit/audit.ts'
import type { RecordRefusal } from '../../../support/audit/refusals/refusals.ts'
import { limits } from '../../../support/limits/limits.ts'
import {
  codeGuesses,
  guessesFrom,
  type Subject,
  signInAdditions,
} from '../../../support/limits/subjects.ts'
import {
  countGuess,
  countUse,
  openTableCounts,
  type TableCounts,
} from '../../../support/limits/table-counts.ts'
import { type FactorChange, type Mailer, undoHours } from '../../../support/mail/mailer.ts'
import { endRole } from '../../access/access.ts'
import {
  type ActiveUser,
  findActiveUser,
  lockActiveUser,
  openDeviceKey,
  type RequestSource,
  readDeviceCookie,
} from '../credentials/credentials.ts'
import type { SignInMethods } from '../email-links/links.ts'
import { identityRefusals } from '../refusals.ts'
import { lockSessionForShare, type Session } from '../sessions/sessions.ts'
import { makeUndoLink, readMethods } from './former-methods.ts'
import {
  consumeRecoveryCode,
  ensureRecoveryCodes,
  hasAllRecoveryCodes,
  replaceRecoveryCodes,
} from './recovery-codes.ts'
import * as store from './store.ts'
import { findTimeStep, makeSecret, openSecret, otpauthUri, sealSecret } from './totp.ts'

export { sealedSecrets } from './totp.ts'

/** The dependencies of second factors. */
export interface SecondFactorDeps {
  readonly db: Database
  readonly clock: Clock
  readonly mailer: Mailer
  readonly counts: TableCounts
  /** Signs the cookies of known browsers. */
  readonly deviceKey: Key
  readonly recordRefusal: RecordRefusal
  /** Encrypts the secrets of authenticator apps. */
  readonly totpKey: Key
  /** Encrypts the contents of links. */
  readonly linkKey: Key
  /** The issuer: links in emails begin with it. */
  readonly authUrl: string
  /** The name of the service, as authenticators show it. */
  readonly serviceName: string
  /** The origin of the pages, and its host, which passkeys are bound to (WebAuthn's RP ID). */
  readonly origin: string
  readonly host: string
}

/** Derives the keys, and opens the counts of guesses. */
export const openSecondFactors = ({
  secretKey,
  authUrl,
  ...deps
}: Pick<SecondFactorDeps, 'db' | 'clock' | 'mailer' | 'serviceName' | 'recordRefusal'> & {
  readonly secretKey: SecretKey
  readonly authUrl: string
}): SecondFactorDeps => ({
  ...deps,
  authUrl,
  linkKey: deriveKey(secretKey, 'links'),
  counts: openTableCounts({ db: deps.db, clock: deps.clock, secretKey }),
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
  /** Whether the passkey is synchronised between devices, or can be. */
  readonly backedUp: boolean
}

/** The second factors of a user. */
export interface Factors {
  readonly totp: boolean
  readonly passkeys: readonly Passkey[]
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Whether signing in needs a second step after the password. */
  readonly required: boolean
}

/** The kinds of second factors that a user has. */
export interface FactorKinds extends store.FactorKinds {
  /** Whether signing in needs a second step after the password. */
  readonly required: boolean
}

export async function findFactorKinds(db: Queryable, userId: number): Promise<FactorKinds> {
  const kinds = await store.findFactorKinds(db, userId)
  return { ...kinds, required: kinds.totp || kinds.passkey }
}

export async function findFactors(db: Queryable, userId: number): Promise<Factors> {
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
 * Starts adding an authenticator app. Sign-in does not ask for its codes before `confirmTotp`.
 * Another call makes a new secret.
 * @returns the secret in Base32, and as an otpauth URI for a QR code
 * @throws {Refused} forbidden, if the user already has an authenticator app
 */
export async function beginTotp(factors: SecondFactorDeps, userId: number): Promise<TotpSecret> {
  const { db, totpKey } = factors
  const made = await makeSecret()
  const secret = await showTotp(factors, userId, made)
  if (!(await store.saveTotp(db, userId, sealSecret(totpKey, userId, made))))
    throw new Refused(refusals.forbidden, { message: ['page.error.totp_present'] })
  return secret
}

/**
 * Returns the secret of an authenticator app whose first code the user has not given yet, to show it
 * again after a wrong code. Undefined if the user adds none.
 */
export async function findBegunTotp(
  factors: SecondFactorDeps,
  userId: number,
): Promise<TotpSecret | undefined> {
  const begun = await store.findTotp(factors.db, userId)
  if (begun === undefined || begun.confirmed) return undefined
  return showTotp(factors, userId, openSecret(factors.totpKey, userId, begun.sealed))
}

/** The secret of an authenticator app, and the URI that its QR code contains. */
interface TotpSecret {
  readonly secret: string
  readonly uri: string
}

async function showTotp(
  { db, serviceName }: SecondFactorDeps,
  userId: number,
  secret: string,
): Promise<TotpSecret> {
  const { email } = await findActiveUser(db, userId)
  return { secret, uri: await otpauthUri(secret, { issuer: serviceName, label: email }) }
}

/**
 * Confirms the authenticator app with its first code. From then on, sign-in asks for its codes. If
 * the form was sent twice, the browser has dropped the page with the recovery codes, so they are
 * replaced within a minute.
 * @returns new recovery codes to show once; no codes if the user already has some; null if the app
 * was confirmed earlier
 * @throws {Refused} wrong_credentials; expired, if the user has not started to add an app;
 * sign_in_expired, if the session has ended
 * @throws {Refused} too_many_attempts
 */
export async function confirmTotp(
  factors: SecondFactorDeps,
  given: CodeGiven & InSession,
): Promise<readonly string[] | null> {
  const { db, clock, counts, totpKey } = factors
  const { userId, code } = given
  const known = await store.findTotp(db, userId)
  if (known?.confirmed && !known.isNew) return null
  const right = await countGuess(counts, await totpGuesses(factors, given), async () => {
    const begun = await store.findTotp(db, userId)
    if (begun === undefined) throw new Refused(identityRefusals.expired)
    const secret = openSecret(totpKey, userId, begun.sealed)
    const step = await findTimeStep(secret, withoutSeparators(code), clock.now())
    if (step === undefined) throw new Refused(identityRefusals.wrong_credentials)
    return { sealed: begun.sealed, step }
  }).catch((error: unknown) => {
    if (known?.confirmed && isRefused(error, identityRefusals.wrong_credentials)) return undefined
    throw error
  })
  if (right === undefined) return null
  return addInTransaction(factors, userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    if (!(await store.confirmTotp(tx, userId, right))) return replaceUnseenCodes(tx, userId, right)
    const codes = await ensureRecoveryCodes(tx, userId)
    await emailFactorChange(tx, factors, { before, change: 'totp_added', from: given.from })
    await record(tx, { userId, action: 'second_factor.added', details: { kind: 'totp' } })
    return codes
  })
}

/**
 * Replaces the recovery codes that came with a new authenticator app.
 * @param confirmed the secret of the app, and the time step of the code that confirmed it
 * @returns null if the app is another one or older than a minute, a code was used since, or the
 * user has seen the recovery codes, because they came with a passkey
 * @throws {Refused} expired, if another secret has replaced this one
 */
async function replaceUnseenCodes(
  tx: Queryable,
  userId: number,
  confirmed: { readonly sealed: Buffer; readonly step: number },
): Promise<readonly string[] | null> {
  const app = await store.findTotp(tx, userId)
  if (!app?.confirmed) throw new Refused(identityRefusals.expired)
  const isSame = app.sealed.equals(confirmed.sealed) && app.lastStep === confirmed.step
  const { passkey } = await store.findFactorKinds(tx, userId)
  if (!isSame || !app.isNew || passkey || !(await hasAllRecoveryCodes(tx, userId))) return null
  return replaceRecoveryCodes(tx, userId)
}

/** The kind of a code. */
type CodeKind = 'totp' | 'recovery_code'

/**
 * Uses a code up. Call this in the transaction of what the code allows.
 * @throws {Refused} wrong_credentials, if the code is wrong or was used before
 */
export type TakeCode = (tx: Queryable) => Promise<void>

/**
 * Checks a code of the authenticator app or a recovery code. Each code works once.
 * @param use does what the code allows. It takes the code in its transaction, so that either both
 * happen or nothing
 * @returns what `use` returns
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkCode<T>(
  factors: SecondFactorDeps,
  given: CodeGiven,
  use: (take: TakeCode, kind: CodeKind) => Promise<T>,
): Promise<T> {
  const { counts, recordRefusal } = factors
  const { userId } = given
  const bare = withoutSeparators(given.code)
  const kind = /^\d{6}$/.test(bare) ? 'totp' : 'recovery_code'
  const subjects = kind === 'totp' ? await totpGuesses(factors, given) : recoveryGuesses(given)
  try {
    return await countGuess(counts, subjects, async () => {
      const consume =
        kind === 'totp' ? await readTotpCode(factors, userId, bare) : recoveryCode(userId, bare)
      // No transaction is needed for a code that is wrong at any rate.
      if (consume === undefined) throw new Refused(identityRefusals.wrong_credentials)
      const take: TakeCode = async (tx) => {
        if (!(await consume(tx))) throw new Refused(identityRefusals.wrong_credentials)
      }
      return use(take, kind)
    })
  } catch (error) {
    // A wrong code is recorded after it is counted, so it counts even if the record cannot be
    // written.
    if (isRefused(error, identityRefusals.wrong_credentials))
      await recordRefusal({ userId, action: 'second_factor.refused', details: { kind } })
    throw error
  }
}

/**
 * The limits that a code counts against. Separate counts apply to a session, to a sign-in in which
 * the user opened an emailed link, and to a known browser. A stranger who knows the password cannot
 * use those up.
 */
async function totpGuesses(
  { db, deviceKey }: SecondFactorDeps,
  { userId, from, step, sessionUid }: CodeGiven,
): Promise<readonly Subject[]> {
  if (sessionUid !== undefined)
    return [
      [limits.code_session, sessionUid],
      [limits.code_session_day, sessionUid],
    ]
  if (step?.emailProved)
    return [
      [limits.code_step, step.token],
      [limits.code_emailed_day, userId],
    ]
  const device =
    from.device && readDeviceCookie(deviceKey, from.device, await findActiveUser(db, userId))
  if (device)
    return [
      [limits.code_device, device],
      [limits.code_device_day, device],
      [limits.code_devices_day, userId],
    ]
  return codeGuesses(userId, from.address)
}

/**
 * Recovery codes have a separate count, so that they still work while strangers guess codes of six
 * digits. Nobody can guess the 80 bits of a recovery code.
 */
const recoveryGuesses = ({ from, step, sessionUid }: CodeGiven): readonly Subject[] => {
  const one = step?.token ?? sessionUid
  return one === undefined ? guessesFrom(from.address) : [[limits.recovery, one]]
}

/** Uses a code up. @returns false if there is no such code, or it was used before */
type ConsumeCode = (tx: Queryable) => Promise<boolean>

/** @returns undefined if the code is wrong */
async function readTotpCode(
  { db, clock, totpKey }: Pick<SecondFactorDeps, 'db' | 'clock' | 'totpKey'>,
  userId: number,
  code: string,
): Promise<ConsumeCode | undefined> {
  const app = await store.findTotp(db, userId)
  if (app?.confirmed !== true) return undefined
  const step = await findTimeStep(openSecret(totpKey, userId, app.sealed), code, clock.now())
  return step === undefined ? undefined : (tx) => store.consumeTotpStep(tx, userId, step)
}

const recoveryCode =
  (userId: number, code: string): ConsumeCode =>
  async (tx) => {
    if (!(await consumeRecoveryCode(tx, userId, code))) return false
    await record(tx, { userId, action: 'recovery_code.used' })
    return true
  }

/**
 * Removes the authenticator app, and emails the user.
 * @returns false if there was none
 * @throws {Refused} sign_in_expired, if the session has ended
 */
export function removeTotp(
  factors: SecondFactorDeps,
  given: InSession & { readonly from: RequestSource },
): Promise<boolean> {
  const { userId, from } = given
  return factors.db.transactionFor(userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    if (!(await store.removeTotp(tx, userId))) return false
    await endWithoutFactor(tx, userId)
    await emailFactorChange(tx, factors, { before, change: 'totp_removed', from })
    await record(tx, { userId, action: 'second_factor.removed', details: { kind: 'totp' } })
    return true
  })
}

/**
 * Replaces the recovery codes, and emails the user.
 * @throws {Refused} forbidden, if there is no second factor
 * @throws {Refused} sign_in_expired, if the session has ended; too_many_attempts
 */
export function renewRecoveryCodes(
  factors: SecondFactorDeps,
  given: InSession & { readonly from: RequestSource },
): Promise<readonly string[]> {
  const { userId, from } = given
  return addInTransaction(factors, userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    const { required } = await findFactorKinds(tx, userId)
    if (!required)
      throw new Refused(refusals.forbidden, { message: ['page.error.no_second_factor'] })
    await emailFactorChange(tx, factors, { before, change: 'recovery_codes_renewed', from })
    return replaceRecoveryCodes(tx, userId)
  })
}

/**
 * Ends what a user without a second factor cannot have: the recovery codes, which nothing asks for
 * then, and the operator role. Otherwise whoever knows the password could add a second factor and
 * be an operator. Call this after removing a factor.
 */
export async function endWithoutFactor(tx: Queryable, userId: number): Promise<void> {
  const { required } = await findFactorKinds(tx, userId)
  if (required) return
  await store.removeRecoveryCodes(tx, userId)
  await endRole(tx, userId, 'operator')
}

/**
 * Adds a way to sign in, or recovery codes, in a transaction. It counts, because each stores a link
 * that takes it back.
 * @throws {Refused} too_many_attempts
 */
export const addInTransaction = <T>(
  { db, counts }: Pick<SecondFactorDeps, 'db' | 'counts'>,
  userId: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => countUse(counts, signInAdditions(userId), () => db.transactionFor(userId, work))

/** What `emailFactorChange` needs. */
type NoticeDeps = Pick<SecondFactorDeps, 'clock' | 'mailer' | 'linkKey' | 'authUrl'>

/** A user before a change to how they sign in. */
export interface BeforeChange {
  readonly user: ActiveUser
  readonly methods: SignInMethods
}

/**
 * Emails a user about a change to how they sign in, and from which browser it was made. The email
 * has a link to take it back.
 */
export async function emailFactorChange(
  tx: Queryable,
  deps: NoticeDeps,
  notice: {
    readonly before: BeforeChange
    readonly change: FactorChange
    /** The name of the provider, if it is an account there. */
    readonly provider?: string
    readonly from: RequestSource
  },
): Promise<void> {
  const { before, change, provider, from } = notice
  const { user, methods } = before
  const link = await makeUndoLink(tx, deps, user, methods, undoHours[change])
  await deps.mailer.send(tx, user.userId, {
    to: user.email,
    language: user.language,
    kind: 'second_factor_changed',
    change,
    link,
    browser: from.browser,
    ...(provider !== undefined && { provider }),
  })
}

/**
 * Like `lockUserInSession`. It also reads how the user signs in, for the link that takes the change
 * back.
 */
export async function lockBeforeChange(
  tx: Queryable,
  factors: Pick<SecondFactorDeps, 'totpKey'>,
  given: InSession,
): Promise<BeforeChange> {
  const user = await lockUserInSession(tx, given)
  return { user, methods: await readMethods(tx, factors, user.userId) }
}

/** A user, and the session in which the user changes a second factor. */
export interface InSession {
  readonly userId: number
  readonly session?: Pick<Session, 'hash'>
}

/**
 * Locks the user's row, and the session, until the transaction ends. A request that waits while a
 * new password ends the session, or gives it a new id, then changes nothing.
 * @throws {Refused} expired, if the user is disabled
 * @throws {Refused} sign_in_expired, if the session has ended or has a new id
 */
export async function lockUserInSession(
  tx: Queryable,
  { userId, session }: InSession,
): Promise<ActiveUser> {
  const user = await lockActiveUser(tx, userId)
  if (session !== undefined && !(await lockSessionForShare(tx, userId, session)))
    throw new Refused(identityRefusals.sign_in_expired)
  return user
}

interface CodeGiven {
  readonly userId: number
  readonly code: string
  /** The session in which the code is given. Its guesses are counted separately. */
  readonly sessionUid?: string
  readonly from: RequestSource
  /** The sign-in that the code is the second step of. */
  readonly step?: { readonly token: string; readonly emailProved: boolean }
}

/**
 * The most challenges that are stored, about 20 MB, because strangers can request any number. The
 * oldest are deleted first.
 */
const maxStoredChallenges = 100_000

/**
 * Deletes expired challenges, and the oldest if there are too many. Call this every few minutes.
 */
export async function removeExpiredChallenges(
  db: Queryable,
  maxStored = maxStoredChallenges,
): Promise<void> {
  await removeInBatches((limit) => store.removeExpiredChallenges(db, limit))
  await removeInBatches((limit) => store.removeOldestChallenges(db, maxStored, limit))
}
