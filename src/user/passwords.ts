import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { semaphore } from '../platform/semaphore.ts'

/** OWASP's parameters for argon2id, the library's algorithm: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes a whole core; one is left for everything else. */
const inTurn = semaphore(Math.max(1, availableParallelism() - 1))

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
