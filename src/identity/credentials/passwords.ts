import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { semaphore } from '../../platform/process/semaphore.ts'
import { commonForm, isCommon } from './common-passwords.ts'

/** OWASP's parameters for argon2id, the library's algorithm: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes a whole core; one is left for everything else. */
const places = Math.max(1, availableParallelism() - 1)
/** As many as have their turn within about two seconds: requests are not waited for much longer. */
const inTurn = semaphore(places, 64 * places)

/**
 * A password as it is compared: non-ASCII spaces as spaces, in normalisation form C (RFC 8265, 4.2), since keyboards
 * differ in how they write the same.
 */
export const preparePassword = (password: string): string =>
  password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** The argon2id hash of a password (RFC 9106), in PHC form. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(preparePassword(password), parameters))

/** Of a password that nobody knows: compared where there is none, for the same work. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Compares a password with a hash in PHC form. Without a hash it is false, after the same work. */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const right = await inTurn(() => verify(passwordHash ?? nobodys, preparePassword(password)))
  return right && passwordHash !== null
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    memoryCost !== parameters.memoryCost ||
    timeCost !== parameters.timeCost ||
    parallelism !== parameters.parallelism
  )
}

const shortest = 8
const longest = 256

/** What a password must not be, beside common. */
export interface Whose {
  readonly email?: string | null
  readonly fullName?: string | null
  readonly serviceName?: string
}

/**
 * What is wrong with a password somebody chooses, if anything: too short, too long to be hashed in passing, common, or what
 * everybody knows of its owner. No rules on which characters it is made of (NIST SP 800-63B, 3.1.1.2).
 */
export function passwordFault(
  password: string,
  { email, fullName, serviceName = 'Foyer' }: Whose = {},
): Message | undefined {
  const prepared = preparePassword(password)
  const length = [...prepared].length
  if (length < shortest) return ['page.error.password_short']
  if (length > longest) return ['page.error.password_long']
  if (isCommon(prepared)) return ['page.error.password_common']
  const known = [email, email?.replace(/@[^@]*$/, ''), fullName].map((text) => bare(text ?? ''))
  const chosen = bare(prepared)
  return chosen === '' || isRepeated(chosen, bare(serviceName)) || known.includes(chosen)
    ? ['page.error.password_same']
    : undefined
}

/** Blanks do not make a name another. */
const bare = (text: string): string => commonForm(text).replace(/\s/g, '')

const isRepeated = (text: string, word: string): boolean => text.replaceAll(word, '') === ''
