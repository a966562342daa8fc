import { createHmac } from 'node:crypto'
import { hashSecret, type Minted, randomText } from '../../platform/secrets/secrets.ts'

/** The passwords, the secret and the tokens of the demo. With a seed they are always the same. */
export interface DemoSecrets {
  password(email: string): string
  /** Undefined without a seed: then it is random. The same applies to tokens. */
  readonly clientSecret: string | undefined
  token(email: string): Minted | undefined
}

/**
 * Everything in a seeded demo happened at this time, in milliseconds since the epoch, so that its
 * rows are the same everywhere.
 */
export const seededAt = Date.UTC(2026, 0, 1, 9)

/** Makes the secrets of a seed. Whoever knows the seed knows them: they protect nothing. */
export function secretsOf(seed: string | undefined): DemoSecrets {
  const derive = (purpose: string): string | undefined =>
    seed && createHmac('sha256', `foyer demo ${seed}`).update(purpose).digest('base64url')
  const clientSecret = derive('client secret')
  return {
    password: (email) => derive(`password ${email}`)?.slice(0, 16) ?? randomText(12),
    clientSecret: clientSecret && `secret_${clientSecret}`,
    token(email) {
      const secret = derive(`token ${email}`)
      return secret === undefined ? undefined : { secret, hash: hashSecret(secret) }
    },
  }
}
