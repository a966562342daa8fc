import { generateSync } from 'otplib'
import {
  beginTotp,
  confirmTotp,
  openSecondFactors,
} from '../../src/identity/users/second-factors/second-factors.ts'
import { recordRefusals } from '../../src/support/audit/refusals/refusals.ts'
import { openMailer } from '../../src/support/mail/mailer.ts'
import { type Foyer, secretKey } from './foyer.ts'

/** Adds an authenticator app to a user. */
export async function withTotp(
  { db, authUrl, clock }: Foyer,
  userId: number,
): Promise<{ secret: string; codes: readonly string[] }> {
  const factors = openSecondFactors({
    db,
    clock,
    authUrl,
    serviceName: 'Foyer',
    secretKey,
    recordRefusal: recordRefusals(db, clock),
    mailer: openMailer({ secretKey }),
  })
  const { secret } = await beginTotp(factors, userId)
  const from = { address: '2001:db8::7' }
  const code = generateSync({ secret })
  return { secret, codes: (await confirmTotp(factors, { userId, code, from })) ?? [] }
}

/**
 * An unused code: that of the next 30-second step, which the server accepts because clocks differ.
 */
export const nextCode = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
