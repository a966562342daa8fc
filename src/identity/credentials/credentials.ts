import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { isRefused, Refused } from '../../platform/errors/refusals.ts'
import { type Language, languages } from '../../platform/i18n/catalogue.ts'
import { deriveKey } from '../../platform/secrets/seal.ts'
import { isEqual, keyedHash, newId } from '../../platform/secrets/secrets.ts'
import { emailKey } from '../../platform/text/email.ts'
import type { RecordRefusal } from '../../support/audit/refusals/refusals.ts'
import type { Mailer } from '../../support/mail/mailer.ts'
import { passwordGuesses, type Subject } from '../../support/throttle/limits.ts'
import { forgive, guess, openThrottle, type ThrottleDeps } from '../../support/throttle/throttle.ts'
import * as store from './store.ts'

export {
  findByEmailKey,
  findSecret,
  holdUser,
  lockSecret,
  updatePassword,
} from './store.ts'

import { wayBackKey } from '../email-links/way-back.ts'
import { identityRefusals } from '../refusals.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

/** What proving who one is, and changing how, needs beside the database. */
export interface CredentialDeps {
  readonly db: Database
  readonly clock: Clock
  readonly mailer: Mailer
  /** Where links lead. */
  readonly authUrl: string
  /** What the service is called: everybody's first idea of a password. */
  readonly serviceName: string
  readonly throttle: ThrottleDeps
  readonly recordRefusal: RecordRefusal
  /** Seals what links are about, and hashes the addresses of sign-ups. */
  readonly linkKey: Buffer
  /** Seals where users were going. */
  readonly wayBackKey: Buffer
  /** Signs the cookies of known devices. */
  readonly deviceKey: Buffer
}

export const openCredentials = ({
  secretKey,
  ...parts
}: Pick<CredentialDeps, 'db' | 'clock' | 'mailer' | 'authUrl' | 'serviceName' | 'recordRefusal'> & {
  readonly secretKey: string
}): CredentialDeps => ({
  ...parts,
  throttle: openThrottle({ db: parts.db, clock: parts.clock, secretKey }),
  linkKey: deriveKey(secretKey, 'links'),
  wayBackKey: wayBackKey(secretKey),
  deviceKey: openDeviceKey(secretKey),
})

/** The key that signs the cookies of known browsers. */
export const openDeviceKey = (secretKey: string): Buffer => deriveKey(secretKey, 'known browsers')

/** Where a request comes from. */
export interface From {
  /** The address of the peer: IPv4, or IPv6, of which the network (/64) and the site (/48) count. */
  readonly address: string
  /** The cookie that `knownDevice` made, if the browser has one. */
  readonly device?: string | undefined
  /** What people know the browser by, such as "Firefox · Linux"; emails about security say it. */
  readonly browser?: string | undefined
}

/** A user who was found. */
export interface Known {
  readonly userId: number
  readonly language: Language
}

/** A user who has given the right password. */
export interface Proved extends Known {
  /** Which of the user's passwords it was: a replaced one starts no session. */
  readonly passwordVersion: number
}

/**
 * Checks an email address and a password. An unknown address, a wrong password and a disabled user are one answer,
 * after the same work. Past the limits the password is not checked, and the user continues by `sign-in-link.ts`.
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkPassword(
  credentials: CredentialDeps,
  given: { readonly email: string; readonly password: string; readonly from: From },
): Promise<Proved> {
  const email = given.email.trim()
  // Without an account the same statements run, and the same work is done.
  const user = await findByKey(credentials.db, emailKey(email))
  const subjects = subjectsOf(credentials, email, user, given.from)
  return guessPassword(credentials, subjects, { user, password: given.password })
}

/** A browser that knows the account has a count of its own, which nobody else can use up. */
function subjectsOf(
  { deviceKey }: CredentialDeps,
  email: string,
  user: store.Secret | undefined,
  { address, device }: From,
): readonly Subject[] {
  const { id: userId = 0, password_version: passwordVersion = 0 } = user ?? {}
  const nonce = deviceOf(deviceKey, device, { userId, passwordVersion })
  return nonce === undefined ? passwordGuesses(email, address) : [['device', nonce]]
}

/**
 * Counts a guess at the password of a user who was found, and checks it. Does the same work for one who was not found.
 * A wrong guess is recorded after it was counted, so it counts even if the record cannot be written.
 * @param given.use what a right password is used for; if that fails, the guess does not count
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function guessPassword(
  credentials: CredentialDeps,
  subjects: readonly Subject[],
  given: {
    readonly user: store.Secret | undefined
    readonly password: string
    readonly use?: () => Promise<void>
  },
): Promise<Proved> {
  const { user, password, use } = given
  try {
    return await guess(credentials.throttle, subjects, async () => {
      const proved = await verifyUser(credentials, user, password)
      await use?.()
      return proved
    })
  } catch (error) {
    if (isRefused(error, identityRefusals.wrong_credentials)) {
      const userId = user?.id ?? null
      const details = { by: 'password' }
      await credentials.recordRefusal({ userId, action: 'sign_in.refused', details })
    }
    throw error
  }
}

/** @throws {Refused} wrong_credentials */
async function verifyUser(
  credentials: CredentialDeps,
  user: store.Secret | undefined,
  password: string,
): Promise<Proved> {
  const usable = user !== undefined && user.disabled_at === null ? user : undefined
  const right = await verifyPassword(password, usable?.password_hash ?? null)
  if (!right || usable === undefined) throw new Refused(identityRefusals.wrong_credentials)
  await renewHash(credentials, usable, password)
  const { id, language, password_version: passwordVersion } = usable
  return { userId: id, language: languageOf(language), passwordVersion }
}

/**
 * Checks the password of a signed-in user, asked for again. It counts for the session alone.
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkOwnPassword(
  credentials: CredentialDeps,
  given: { readonly userId: number; readonly password: string; readonly sessionUid: string },
): Promise<Proved> {
  const { userId, password, sessionUid } = given
  const user = await store.findSecret(credentials.db, userId)
  return guessPassword(credentials, [['session', sessionUid]], { user, password })
}

/** Clears the counts of emails to an address, because their links have ended, or nobody had the address. */
export const forgiveEmails = (
  { throttle }: Pick<CredentialDeps, 'throttle'>,
  email: string,
): Promise<void> => {
  const key = emailKey(email)
  return forgive(throttle, [
    ['reset_email', key],
    ['sign_in_email', key],
  ])
}

/** The user that a known browser knows. */
interface KnownBy {
  readonly userId: number
  readonly passwordVersion: number
}

/**
 * What a browser keeps in a cookie after its user has signed in, with the second factor where there is one: it has
 * attempts of its own from then on. It opens nothing, and ends with the password.
 */
export function knownDevice(deviceKey: Buffer, user: KnownBy): string {
  const nonce = newId()
  return `${nonce}.${deviceSignature(deviceKey, nonce, user).toString('base64url')}`
}

/** The name under which the attempts of a browser that knows the user count; undefined for another browser. */
export function deviceOf(
  deviceKey: Buffer,
  device: string | undefined,
  user: KnownBy,
): string | undefined {
  const [nonce = '', signature = ''] = device?.split('.') ?? []
  const presented = Buffer.from(signature, 'base64url')
  const expected = deviceSignature(deviceKey, nonce, user)
  return isEqual(presented, expected) ? nonce : undefined
}

const deviceSignature = (
  deviceKey: Buffer,
  nonce: string,
  { userId, passwordVersion }: KnownBy,
): Buffer => keyedHash(deviceKey, `${nonce} ${userId} ${passwordVersion}`)

/** The user who has an e-mail address. As many statements run where nobody has. */
export const findByKey = async (db: Queryable, key: string): Promise<store.Secret | undefined> =>
  store.findSecret(db, (await store.findByEmailKey(db, key)) ?? 0)

/** Whom to write to, and how. */
export interface Person {
  readonly userId: number
  readonly email: string
  readonly fullName: string | null
  readonly language: Language
  readonly passwordVersion: number
}

/** @throws {Refused} expired, where the user is disabled or gone */
export const findPerson = async (db: Queryable, userId: number): Promise<Person> =>
  personOf(await store.findSecret(db, userId))

/** Finds a user and lets nobody else change them until the transaction ends. @throws {Refused} expired */
export const lockPerson = async (tx: Queryable, userId: number): Promise<Person> =>
  personOf(await store.lockSecret(tx, userId))

function personOf(user: store.Secret | undefined): Person {
  if (user === undefined || user.disabled_at !== null) throw new Refused(identityRefusals.expired)
  const { id, email, full_name, language, password_version: passwordVersion } = user
  return { userId: id, email, fullName: full_name, language: languageOf(language), passwordVersion }
}

/** A hash of other parameters than today's gives way to a new one. */
async function renewHash(
  { db }: CredentialDeps,
  { id, password_hash }: store.Secret,
  password: string,
): Promise<void> {
  if (password_hash === null || !isOutdated(password_hash)) return
  await store.replaceHash(db, id, password_hash, await hashPassword(password))
}

export const languageOf = (tag: string): Language =>
  languages.find((language) => language === tag) ?? 'en'
