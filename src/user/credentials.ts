import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type Attempts,
  attempt,
  fromNetwork,
  openAttempts,
  type Subject,
} from '../attempts/attempts.ts'
import { recordRefusals } from '../audit/refusals.ts'
import { SignInRefused } from '../errors.ts'
import type { Post } from '../mail/mail.ts'
import type { Database, Queryable } from '../platform/db.ts'
import { emailKey } from '../platform/email.ts'
import { type Language, languages } from '../platform/i18n.ts'
import { deriveKey } from '../platform/seal.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import * as store from './store.ts'
import { wayBackKey } from './way-back.ts'

/** What proving who one is, and changing how, needs beside the database. */
export interface Credentials {
  readonly db: Database
  readonly clock: { now(): number }
  readonly post: Post
  /** Where links lead. */
  readonly authUrl: string
  /** What the service is called: everybody's first idea of a password. */
  readonly serviceName: string
  readonly attempts: Attempts
  readonly recordRefusal: ReturnType<typeof recordRefusals>
  /** Seals what links are about, and hashes the addresses of sign-ups. */
  readonly linkKey: Buffer
  /** Seals where people were going. */
  readonly wayBackKey: Buffer
  /** Signs the cookies of known devices. */
  readonly deviceKey: Buffer
}

export const openCredentials = ({
  secretKey,
  ...parts
}: Pick<Credentials, 'db' | 'clock' | 'post' | 'authUrl' | 'serviceName'> & {
  readonly secretKey: string
}): Credentials => ({
  ...parts,
  attempts: openAttempts({ db: parts.db, clock: parts.clock, secretKey }),
  recordRefusal: recordRefusals(parts.db),
  linkKey: deriveKey(secretKey, 'links'),
  wayBackKey: wayBackKey(secretKey),
  deviceKey: deriveKey(secretKey, 'known devices'),
})

/** From where somebody comes. */
export interface From {
  /** The address of the peer: IPv4, or IPv6, of which the network (/64) counts. */
  readonly address: string
  /** The cookie that `knownDevice` made, if the browser has one. */
  readonly device?: string | undefined
  /** What people know the browser by, such as "Firefox · Linux"; emails about security say it. */
  readonly browser?: string | undefined
}

/** Somebody whose account is found. */
export interface Known {
  readonly userId: number
  readonly language: Language
}

/** Somebody who has given the right password. */
export interface Proved extends Known {
  /** Which of the user's passwords it was: a session is not started by one that was replaced meanwhile. */
  readonly passwordVersion: number
}

/**
 * Checks an e-mail address and a password. An unknown address, a wrong password and a disabled user are one answer, after
 * the same work.
 * @throws {SignInRefused} wrong, too_many
 */
export async function checkPassword(
  credentials: Credentials,
  given: { readonly email: string; readonly password: string; readonly from: From },
): Promise<Proved> {
  const { db, attempts } = credentials
  const key = emailKey(given.email.trim())
  const trying = await attempt(attempts, [
    accountSubject(credentials, key, given.from.device),
    fromNetwork(given.from.address),
  ])
  // Without an account the same statements run, and the same work is done.
  const user = await findByKey(db, key)
  const usable = user !== undefined && user.disabled_at === null ? user : undefined
  const hash = usable?.password_hash ?? null
  const right = await verifyPassword(given.password, hash).catch(async (error: unknown) => {
    // Too many are waiting for theirs: who tries again is not taken for somebody who guesses.
    await trying.unmade()
    throw error
  })
  if (!right || usable === undefined) return refuse(credentials, user?.id ?? null)
  await trying.right()
  await renewHash(credentials, usable, given.password)
  const { id, language, password_version: passwordVersion } = usable
  return { userId: id, language: languageOf(language), passwordVersion }
}

/**
 * Checks the password of a user who is signed in, before something that matters.
 * @throws {SignInRefused} wrong, too_many
 */
export async function checkOwnPassword(
  credentials: Credentials,
  given: { readonly userId: number; readonly password: string; readonly from: From },
): Promise<store.Secret> {
  const { db, attempts } = credentials
  const { userId, password, from } = given
  const trying = await attempt(attempts, [['user', userId], fromNetwork(from.address)])
  const user = await store.findSecret(db, userId)
  const right = await verifyPassword(password, user?.password_hash ?? null)
  if (!right || user === undefined) return refuse(credentials, userId)
  await trying.right()
  return user
}

/** @throws {SignInRefused} wrong */
async function refuse({ recordRefusal }: Credentials, userId: number | null): Promise<never> {
  await recordRefusal({ userId, action: 'sign_in.refused', details: { by: 'password' } })
  throw new SignInRefused('wrong')
}

/**
 * What a browser keeps in a cookie after its user has signed in: from there it has attempts of its own, which nobody
 * elsewhere can use up. It opens nothing.
 */
export function knownDevice({ deviceKey }: Credentials, email: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${deviceSignature(deviceKey, nonce, emailKey(email.trim())).toString('base64url')}`
}

/** Whose attempts count: those from a browser that knows the account do apart. */
function accountSubject({ deviceKey }: Credentials, key: string, device?: string): Subject {
  const [nonce = '', signature = ''] = device?.split('.') ?? []
  const presented = Buffer.from(signature, 'base64url')
  const expected = deviceSignature(deviceKey, nonce, key)
  return presented.length === expected.length && timingSafeEqual(presented, expected)
    ? ['device', nonce]
    : ['account', key]
}

const deviceSignature = (deviceKey: Buffer, nonce: string, key: string): Buffer =>
  createHmac('sha256', deviceKey).update(`${nonce} ${key}`).digest()

/** The user who has an e-mail address. As many statements run where nobody has. */
export const findByKey = async (db: Queryable, key: string): Promise<store.Secret | undefined> =>
  store.findSecret(db, (await store.findByEmailKey(db, key)) ?? 0)

/** Whom to write to, and how. */
export interface Person {
  readonly userId: number
  readonly email: string
  readonly fullName: string | null
  readonly language: Language
}

/** @throws {SignInRefused} ended, where the user is disabled or gone */
export const findPerson = async (db: Queryable, userId: number): Promise<Person> =>
  personOf(await store.findSecret(db, userId))

/** Finds a user and lets nobody else change them until the transaction ends. @throws {SignInRefused} ended */
export const lockPerson = async (tx: Queryable, userId: number): Promise<Person> =>
  personOf(await store.lockSecret(tx, userId))

function personOf(user: store.Secret | undefined): Person {
  if (user === undefined || user.disabled_at !== null) throw new SignInRefused('ended')
  const { id, email, full_name, language } = user
  return { userId: id, email, fullName: full_name, language: languageOf(language) }
}

/** A hash of other parameters than today's gives way to a new one. */
async function renewHash(
  { db }: Credentials,
  { id, password_hash }: store.Secret,
  password: string,
): Promise<void> {
  if (password_hash === null || !isOutdated(password_hash)) return
  await store.replaceHash(db, id, password_hash, await hashPassword(password))
}

export const languageOf = (tag: string): Language =>
  languages.find((language) => language === tag) ?? 'en'
