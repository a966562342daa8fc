import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import { semaphore } from '../platform/semaphore.ts'

/** OWASP's parameters for argon2id, the library's algorithm: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes a whole core; one is left for everything else. */
const inTurn = semaphore(Math.max(1, availableParallelism() - 1))

/** The argon2id hash of a password (RFC 9106), in PHC form. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, parameters))
