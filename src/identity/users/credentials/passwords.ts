import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { semaphore } from '../../../platform/process/semaphore.ts'
import { currentActor } from '../../../support/audit/actor.ts'
import type { BreachedPasswords } from './breached/breached-passwords.ts'
import { commonForm, isCommon } from './common-passwords.ts'
import { readForeignHash, type WorkKind } from './foreign-hashes.ts'

/** The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const siteOfActor = (): string => currentActor().site?.() ?? ''

/** Each hash takes a whole core. One core stays free for everything else. */
const maxConcurrentHashes = Math.max(1, availableParallelism() - 1)
/**
 * Runs slow hashes one after the other. The queue holds as many of ours as finish within about two
 * seconds: clients do not wait much longer. Sites share it: an IPv6 site contains 65,536 networks.
 * @throws {Unavailable} if the queue is full
 */
export const runHashing = semaphore(maxConcurrentHashes, 64 * maxConcurrentHashes, siteOfActor)

/**
 * The most work of the forms that other systems usually have: up to about a quarter of a second.
 * Most users have such a hash after a move, so they share the queue of ours.
 */
const usualWork = {
  bcrypt: 2 ** 12, // Laravel, Devise
  argon2: 262_144, // PHP
  scrypt: 655_360, // Django
  sha1: 1_300_000, // OWASP
  sha256: 1_500_000, // Django
  sha512: 300_000, // Keycloak, OWASP: 210,000
} as const satisfies Record<WorkKind, number>

/** Half of the four threads of the pool (libuv) stay free for everything else. */
const maxConcurrentCostly = maxConcurrentHashes < 4 ? 1 : 2

/**
 * Runs checks of another system's hashes that take longer than usual, up to a second. So they hold up
 * no other sign-in. Few wait, because each waits long.
 * @throws {Unavailable} if the queue is full
 */
const runCostlyHashing = semaphore(maxConcurrentCostly, 8 * maxConcurrentCostly, siteOfActor)

/**
 * Prepares a password for hashing (RFC 8265, 4.2): non-ASCII spaces become spaces, and the text is
 * in normalisation form C. Keyboards encode the same text differently.
 */
export const preparePassword = (password: string): string =>
  password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** The argon2id hash of a password (RFC 9106), in PHC form. */
export const hashPassword = (password: string): Promise<string> =>
  runHashing(() => hash(preparePassword(password), parameters))

/**
 * The hash of a password that nobody knows. A user without a password is compared with it, for the
 * same work.
 */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Compares a password with a hash: one of ours, or one of another system. If the hash is null, it
 * returns false after the work of one of ours. Another system may not have prepared the password,
 * so a password that preparation changes is tried as it was typed, too. better-auth, which has
 * scrypt, prepares passwords by normalisation form KC.
 * @param legacyKey the key of the other system, if its hashes have one
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  legacyKey?: Buffer,
): Promise<boolean> {
  const checked = passwordHash ?? dummyHash
  const foreign = isOutdated(checked) ? readForeignHash(checked) : undefined
  const isCostly = foreign !== undefined && foreign.work.units > usualWork[foreign.work.kind]
  const run = isCostly ? runCostlyHashing : runHashing
  const matches = (form: string): Promise<boolean> =>
    foreign?.matches(form, legacyKey) ?? verify(checked, form)
  const forms = [preparePassword(password), password]
  if (foreign?.scheme === 'scrypt') forms.push(password.normalize('NFKC'))
  for (const form of new Set(forms))
    if (await run(() => matches(form))) return passwordHash !== null
  return false
}

const argon2id = '$argon2id$'

/** Whether a hash is of another kind than ours, or was made with other parameters. */
export function isOutdated(passwordHash: string): boolean {
  if (!passwordHash.startsWith(argon2id)) return true
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    memoryCost !== parameters.memoryCost ||
    timeCost !== parameters.timeCost ||
    parallelism !== parameters.parallelism
  )
}

const minLength = 8
const maxLength = 256

/** The texts that a password must not equal: they are easy to guess. */
export interface PasswordContext {
  readonly email?: string | null
  readonly fullName?: string | null
  readonly serviceName?: string
}

/**
 * Checks a new password. It must not be too short, too long, common, or equal to the user's name,
 * the user's address or the name of the service. There are no rules about its characters (NIST SP
 * 800-63B, 3.1.1.2).
 * @returns what is wrong; undefined if nothing is
 */
export function passwordFault(
  password: string,
  { email, fullName, serviceName = 'Foyer' }: PasswordContext = {},
): Message | undefined {
  const prepared = preparePassword(password)
  const length = [...prepared].length
  if (length < minLength) return ['page.error.password_short']
  if (length > maxLength) return ['page.error.password_long']
  if (isCommon(prepared)) return ['page.error.password_common']
  const guessable = [email, email?.replace(/@[^@]*$/, ''), fullName].map((text) =>
    comparisonForm(text ?? ''),
  )
  const chosen = comparisonForm(prepared)
  return chosen === '' ||
    isRepetitionOf(chosen, comparisonForm(serviceName)) ||
    guessable.includes(chosen)
    ? ['page.error.password_same']
    : undefined
}

/** Whether a password was stolen, from this service or another one. */
export const isBreached = (
  { breached }: { readonly breached: BreachedPasswords },
  password: string,
): Promise<boolean> => breached.includes(preparePassword(password))

/**
 * Checks a new password that its user chooses: like `passwordFault`, and then whether it was stolen.
 * @returns what is wrong; undefined if nothing is
 */
export async function chosenPasswordFault(
  deps: { readonly breached: BreachedPasswords },
  password: string,
  context: PasswordContext,
): Promise<Message | undefined> {
  const fault = passwordFault(password, context)
  if (fault !== undefined) return fault
  return (await isBreached(deps, password)) ? ['page.error.password_breached'] : undefined
}

/** A text in the form in which it is compared: without spaces, and case does not count. */
const comparisonForm = (text: string): string => commonForm(text).replace(/\s/g, '')

const isRepetitionOf = (text: string, word: string): boolean => text.replaceAll(word, '') === ''
