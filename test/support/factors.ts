import { generate } from 'otplib'
import {
  registerPasskey,
  registrationOptions,
} from '../../src/identity/users/second-factors/passkeys.ts'
import { beginTotp, confirmTotp } from '../../src/identity/users/second-factors/second-factors.ts'
import { createAuthenticator, type TestAuthenticator } from './authenticator.ts'
import type { Desk } from './credentials.ts'

/** Length of a time step of authenticator apps (RFC 6238). */
export const stepMs = 30_000

/**
 * Adds an authenticator app to a user. This uses the code of the current time step. The code of the
 * next step is also accepted, and still unused.
 */
export async function addTotp(
  { clock, factors, from }: Desk,
  userId: number,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await beginTotp(factors, userId)
  const code = await generate({ secret, epoch: Math.floor(clock.now() / 1000) })
  return { secret, recoveryCodes: (await confirmTotp(factors, { userId, code, from })) ?? [] }
}

/** Adds a passkey to a user. */
export async function addPasskey(
  { factors, from }: Desk,
  userId: number,
): Promise<TestAuthenticator> {
  const authenticator = createAuthenticator(factors.origin)
  const options = await registrationOptions(factors, { userId, from })
  const response = authenticator.create(options)
  await registerPasskey(factors, { userId, response, name: 'Key', from })
  return authenticator
}
