import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { type Language, languageOf } from '../../../platform/i18n/catalogue.ts'
import type { FindPlace } from '../../../platform/i18n/places.ts'
import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { isEqual, keyedHash, newId } from '../../../platform/secrets/secrets.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { record } from '../../../support/audit/audit.ts'
import type { RecordRefusal } from '../../../support/audit/refusals/refusals.ts'
import { limits } from '../../../support/limits/limits.ts'
import {
  knownBrowserGuesses,
  passwordGuesses,
  type Subject,
  sessionGuesses,
} from '../../../support/limits/subjects.ts'
import {
  clearCounts,
  countGuess,
  openTableCounts,
  type TableCounts,
} from '../../../support/limits/table-counts.ts'
import type { Mailer } from '../../../support/mail/mailer.ts'
import type { UndoPayout } from '../email-links/link.ts'
import { wayBackKey } from '../email-links/way-back.ts'
import { identityRefusals } from '../refusals.ts'
import { type BreachedPasswords, noBreachedPasswords } from './breached/breached-passwords.ts'
import { type FindDecoy, openDecoys } from './decoys.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import type { SignInCounts } from './sign-in-counts.ts'
import type { RenewedHash } from './store.ts'
import * as store from './store.ts'

export {
  clearPassword,
  findSignInUser,
  findUserIdByEmail,
  hasKeyedHashes,
  lockConnectableUser,
  lockSignInUser,
  lockUserForShare,
  type RenewedHash,
  replaceHash,
  updatePassword,
} from './store.ts'

/** The dependencies of sign-in, and of changes to how a user signs in. */
export interface CredentialDeps {
  readonly db: Database
  readonly clock: Clock
  readonly mailer: Mailer
  /** The issuer: links in emails begin with it. */
  readonly authUrl: string
  /** The name of the service. Passwords must not consist of it. */
  readonly serviceName: string
  readonly counts: TableCounts
  readonly recordRefusal: RecordRefusal
  /** Encrypts the contents of links, and hashes the addresses of sign-ups. */
  readonly linkKey: Key
  /** Encrypts the pages that users return to after they follow a link. */
  readonly wayBackKey: Key
  /** Encrypts the secrets of authenticator apps. */
  readonly totpKey: Key
  /** Signs the cookies of known browsers. */
  readonly deviceKey: Key
  /** Makes the ids of sessions that start with a form that works once. */
  readonly repeatKey: Key
  /** Finds the user whose hash is checked for an address without an account. */
  readonly findDecoy: FindDecoy
  /** The key of hashes that another system made. */
  readonly legacyPasswordKey?: Buffer | undefined
  readonly signIns?: SignInCounts | undefined
  /** Names the places of networks, if the operator has a file of them. */
  readonly findPlace?: FindPlace | undefined
  /** The list of stolen passwords. */
  readonly breached: BreachedPasswords
  /** Takes changes of where money goes back. Payment methods are another feature. */
  readonly undoPayout: UndoPayout
}

/** Derives the keys, and opens the counts of guesses. */
export const openCredentials = ({
  secretKey,
  breached = noBreachedPasswords,
  ...deps
}: Pick<
  CredentialDeps,
  | 'db'
  | 'clock'
  | 'mailer'
  | 'authUrl'
  | 'serviceName'
  | 'recordRefusal'
  | 'legacyPasswordKey'
  | 'signIns'
  | 'findPlace'
  | 'undoPayout'
> & {
  readonly secretKey: SecretKey
  readonly breached?: BreachedPasswords
}): CredentialDeps => ({
  ...deps,
  breached,
  counts: openTableCounts({ db: deps.db, clock: deps.clock, secretKey }),
  linkKey: deriveKey(secretKey, 'links'),
  wayBackKey: wayBackKey(secretKey),
  totpKey: deriveKey(secretKey, 'authenticator apps'),
  deviceKey: openDeviceKey(secretKey),
  repeatKey: deriveKey(secretKey, 'repeated sign-ins'),
  findDecoy: openDecoys({ db: deps.db, clock: deps.clock, key: deriveKey(secretKey, 'decoys') }),
})

/** Derives the key that signs the cookies of known browsers. */
export const openDeviceKey = (secretKey: SecretKey): Key => deriveKey(secretKey, 'known browsers')

/** Where a request comes from. */
export interface RequestSource {
  /** The IP address of the client. Limits count IPv6 addresses by network (/64) and site (/48). */
  readonly address: string
  /** The value of the cookie that `makeDeviceCookie` made, if the browser has one. */
  readonly device?: string | undefined
  /** A readable name of the browser, such as "Firefox · Linux", for emails about security. */
  readonly browser?: string | undefined
}

/** The id and the language of a user. */
export interface IdentifiedUser {
  readonly userId: number
  readonly language: Language
}

/** A user who gave the right password. */
export interface AuthenticatedUser extends IdentifiedUser {
  /** The version of that password. A session cannot start with a replaced password. */
  readonly passwordVersion: number
  /** A new hash of that password, which the transaction of the sign-in stores. */
  readonly renewedHash: RenewedHash | undefined
}

/**
 * Checks an email address and a password. An unknown address, a wrong password and a disabled user
 * give the same error after the same work. Past the limits, the password is not checked, and the
 * user signs in by `sign-in-link.ts`.
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkPassword(
  credentials: CredentialDeps,
  given: { readonly email: string; readonly password: string; readonly from: RequestSource },
): Promise<AuthenticatedUser> {
  const { db, findDecoy } = credentials
  const email = given.email.trim()
  // The same work is done when nobody has the address, so that the time reveals nothing.
  const decoy = await findDecoy(emailKey(email))
  const userId = await store.findUserIdByEmail(db, email)
  const found = await store.findSignInUser(db, userId ?? decoy)
  const user = userId === undefined ? undefined : found
  const subjects = subjectsOf(credentials, email, user, given.from)
  const { password } = given
  const guess = { user, password, decoyHash: found?.password_hash }
  return guessPassword(credentials, subjects, guess, same)
}

/** Guesses from a known browser have a separate count, so that strangers cannot use it up. */
function subjectsOf(
  { deviceKey }: CredentialDeps,
  email: string,
  user: store.SignInUser | undefined,
  { address, device }: RequestSource,
): readonly Subject[] {
  const { id: userId = 0, password_version: passwordVersion = 0 } = user ?? {}
  const nonce = readDeviceCookie(deviceKey, device, { userId, passwordVersion })
  return nonce === undefined
    ? passwordGuesses(email, address)
    : knownBrowserGuesses(nonce, email, address)
}

/**
 * Counts a guess at a password, and checks it. If `given.user` is undefined, it does the work of
 * `given.decoyHash` and refuses the guess. A wrong guess is recorded after it is counted, so it
 * counts even if the record cannot be written.
 * @param use runs after a right password
 * @returns what `use` returns
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function guessPassword<T>(
  credentials: CredentialDeps,
  subjects: readonly Subject[],
  given: {
    readonly user: store.SignInUser | undefined
    readonly password: string
    readonly decoyHash?: string | null | undefined
  },
  use: (proved: AuthenticatedUser) => Promise<T>,
): Promise<T> {
  const { user } = given
  try {
    return await countGuess(credentials.counts, subjects, async () =>
      use(await verifyUser(credentials, given)),
    )
  } catch (error) {
    if (isRefused(error, identityRefusals.wrong_credentials)) {
      const userId = user?.id ?? null
      const details = { by: 'password' }
      await credentials.recordRefusal({ userId, action: 'sign_in.refused', details })
    }
    throw error
  }
}

const same = async (proved: AuthenticatedUser): Promise<AuthenticatedUser> => proved

/** @throws {Refused} wrong_credentials */
async function verifyUser(
  { legacyPasswordKey }: CredentialDeps,
  {
    user,
    password,
    decoyHash,
  }: {
    readonly user: store.SignInUser | undefined
    readonly password: string
    readonly decoyHash?: string | null | undefined
  },
): Promise<AuthenticatedUser> {
  const before = (user === undefined ? decoyHash : user.password_hash) ?? null
  const right = await verifyPassword(password, before, legacyPasswordKey)
  if (!right || before === null || user === undefined || user.disabled_at !== null)
    throw new Refused(identityRefusals.wrong_credentials)
  const renewedHash = isOutdated(before)
    ? { before, after: await hashPassword(password) }
    : undefined
  const { id, language, password_version: passwordVersion } = user
  return { userId: id, language: languageOf(language), passwordVersion, renewedHash }
}

/**
 * Checks the password of a user who is signed in. The guess counts for the session only.
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkOwnPassword(
  credentials: CredentialDeps,
  given: { readonly userId: number; readonly password: string; readonly sessionUid: string },
): Promise<AuthenticatedUser> {
  const { userId, password, sessionUid } = given
  const { db } = credentials
  const user = await store.findSignInUser(db, userId)
  const guess = { user, password }
  const proved = await guessPassword(credentials, sessionGuesses(sessionUid), guess, same)
  if (proved.renewedHash) await store.replaceHash(db, userId, proved.renewedHash)
  return proved
}

/**
 * Clears the counts of emails to an address. Call this when the links in those emails have ended,
 * or when the address gets an account, so that the next email is sent at once.
 */
export const forgiveEmails = (
  { counts }: Pick<CredentialDeps, 'counts'>,
  email: string,
): Promise<void> => {
  const key = emailKey(email)
  return clearCounts(counts, [
    [limits.reset_email, key],
    [limits.sign_in_email, key],
    [limits.code_email, key],
  ])
}

/** The user, and the version of the password, that a known browser belongs to. */
interface DeviceOwner {
  readonly userId: number
  readonly passwordVersion: number
}

/**
 * Makes the cookie of a known browser, for a user who has signed in, with the second factor if
 * there is one. Attempts from a known browser have a separate count. The cookie gives no access,
 * and a new password makes it invalid.
 * @param nonce the id that the browser's attempts count under
 */
export function makeDeviceCookie(deviceKey: Key, user: DeviceOwner, nonce = newId()): string {
  return `${nonce}.${deviceSignature(deviceKey, nonce, user).toString('base64url')}`
}

/**
 * Checks the cookie of a known browser.
 * @returns the id that the browser's attempts count under; undefined if the browser is not known to
 * the user
 */
export function readDeviceCookie(
  deviceKey: Key,
  device: string | undefined,
  user: DeviceOwner,
): string | undefined {
  const [nonce = '', signature = ''] = device?.split('.') ?? []
  const presented = Buffer.from(signature, 'base64url')
  const expected = deviceSignature(deviceKey, nonce, user)
  return isEqual(presented, expected) ? nonce : undefined
}

const deviceSignature = (
  deviceKey: Key,
  nonce: string,
  { userId, passwordVersion }: DeviceOwner,
): Buffer => keyedHash(deviceKey, `${nonce} ${userId} ${passwordVersion}`)

/** Finds the user who has an email address. The same statements run if nobody has it. */
export const findUserByEmail = async (
  db: Queryable,
  email: string,
): Promise<store.SignInUser | undefined> =>
  store.findSignInUser(db, (await store.findUserIdByEmail(db, email)) ?? 0)

/**
 * Whether somebody else may have chosen the password of an account: it was imported with the
 * account, and nobody has confirmed the address. Whoever reads the mailbox must then choose a new
 * one.
 */
export const mayHaveForeignPassword = (user: store.SignInUser): boolean =>
  !user.email_confirmed && user.password_hash !== null

/**
 * Confirms the address of a user who has just signed in with an email. If the account has a
 * password, the user must have given it, because somebody else may have chosen it. Do not call this
 * for a user with a second factor. Somebody else may have added the factor, and a new password by
 * email removes it only while the address is not confirmed.
 */
export const confirmAddress = (
  { db }: Pick<CredentialDeps, 'db'>,
  userId: number,
  { knowsPassword }: { readonly knowsPassword: boolean },
): Promise<void> =>
  db.transactionFor(userId, async (tx) => {
    if (await store.confirmEmail(tx, userId, knowsPassword))
      await record(tx, { userId, action: 'email.confirmed' })
  })

/** A user who is not disabled, with what emails need. */
export interface ActiveUser {
  readonly userId: number
  readonly email: string
  readonly emailConfirmed: boolean
  readonly fullName: string | null
  readonly language: Language
  readonly passwordVersion: number
}

/** Finds a user. @throws {Refused} expired, if the user is disabled or does not exist */
export const findActiveUser = async (db: Queryable, userId: number): Promise<ActiveUser> =>
  toActiveUser(await store.findSignInUser(db, userId))

/**
 * Finds a user, and locks the row until the transaction ends.
 * @throws {Refused} expired, if the user is disabled or does not exist
 */
export const lockActiveUser = async (tx: Queryable, userId: number): Promise<ActiveUser> =>
  toActiveUser(await store.lockSignInUser(tx, userId))

function toActiveUser(user: store.SignInUser | undefined): ActiveUser {
  if (user === undefined || user.disabled_at !== null) throw new Refused(identityRefusals.expired)
  return {
    userId: user.id,
    email: user.email,
    emailConfirmed: user.email_confirmed,
    fullName: user.full_name,
    language: languageOf(user.language),
    passwordVersion: user.password_version,
  }
}
