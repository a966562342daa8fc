import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { withoutSeparators } from '../../../platform/text/pasted.ts'
import { record } from '../../../support/audit/audit.ts'
import { countGuess } from '../../../support/limits/table-counts.ts'
import { findActiveUser, type RequestSource } from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { type CodeGiven, totpGuesses } from './check-code.ts'
import {
  addInTransaction,
  emailFactorChange,
  endWithoutFactor,
  type InSession,
  lockBeforeChange,
} from './factor-changes.ts'
import { ensureRecoveryCodes, hasAllRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactorDeps } from './second-factors.ts'
import * as store from './store.ts'
import { findTimeStep, makeSecret, openSecret, otpauthUri, sealSecret } from './totp.ts'

/**
 * Starts adding an authenticator app. Sign-in does not ask for its codes before `confirmTotp`.
 * Another call makes a new secret.
 * @returns the secret in Base32, and as an otpauth URI for a QR code
 * @throws {Refused} forbidden, if the user already has an authenticator app
 */
export async function beginTotp(factors: SecondFactorDeps, userId: number): Promise<TotpSecret> {
  const { db, totpKey } = factors
  const made = await makeSecret()
  const secret = await showTotp(factors, userId, made)
  if (!(await store.saveTotp(db, userId, sealSecret(totpKey, userId, made))))
    throw new Refused(refusals.forbidden, { message: ['page.error.totp_present'] })
  return secret
}

/**
 * Returns the secret of an authenticator app whose first code the user has not given yet, to show it
 * again after a wrong code. Undefined if the user adds none.
 */
export async function findBegunTotp(
  factors: SecondFactorDeps,
  userId: number,
): Promise<TotpSecret | undefined> {
  const begun = await store.findTotp(factors.db, userId)
  if (begun === undefined || begun.confirmed) return undefined
  return showTotp(factors, userId, openSecret(factors.totpKey, userId, begun.sealed))
}

/** The secret of an authenticator app, and the URI that its QR code contains. */
interface TotpSecret {
  readonly secret: string
  readonly uri: string
}

async function showTotp(
  { db, serviceName }: SecondFactorDeps,
  userId: number,
  secret: string,
): Promise<TotpSecret> {
  const { email } = await findActiveUser(db, userId)
  return { secret, uri: await otpauthUri(secret, { issuer: serviceName, label: email }) }
}

/**
 * Confirms the authenticator app with its first code. From then on, sign-in asks for its codes. If
 * the form was sent twice, the browser has dropped the page with the recovery codes, so they are
 * replaced within a minute.
 * @returns new recovery codes to show once; no codes if the user already has some; null if the app
 * was confirmed earlier
 * @throws {Refused} wrong_credentials; expired, if the user has not started to add an app;
 * sign_in_expired, if the session has ended
 * @throws {Refused} too_many_attempts
 */
export async function confirmTotp(
  factors: SecondFactorDeps,
  given: CodeGiven & InSession,
): Promise<readonly string[] | null> {
  const { db, clock, counts, totpKey } = factors
  const { userId, code } = given
  const known = await store.findTotp(db, userId)
  if (known?.confirmed && !known.isNew) return null
  const right = await countGuess(counts, await totpGuesses(factors, given), async () => {
    const begun = await store.findTotp(db, userId)
    if (begun === undefined) throw new Refused(identityRefusals.expired)
    const secret = openSecret(totpKey, userId, begun.sealed)
    const step = await findTimeStep(secret, withoutSeparators(code), clock.now())
    if (step === undefined) throw new Refused(identityRefusals.wrong_credentials)
    return { sealed: begun.sealed, step }
  }).catch((error: unknown) => {
    if (known?.confirmed && isRefused(error, identityRefusals.wrong_credentials)) return undefined
    throw error
  })
  if (right === undefined) return null
  return addInTransaction(factors, userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    if (!(await store.confirmTotp(tx, userId, right))) return replaceUnseenCodes(tx, userId, right)
    const codes = await ensureRecoveryCodes(tx, userId)
    await emailFactorChange(tx, factors, { before, change: 'totp_added', from: given.from })
    await record(tx, { userId, action: 'second_factor.added', details: { kind: 'totp' } })
    return codes
  })
}

/**
 * Replaces the recovery codes that came with a new authenticator app.
 * @param confirmed the secret of the app, and the time step of the code that confirmed it
 * @returns null if the app is another one or older than a minute, a code was used since, or the
 * user has seen the recovery codes, because they came with a passkey
 * @throws {Refused} expired, if another secret has replaced this one
 */
async function replaceUnseenCodes(
  tx: Queryable,
  userId: number,
  confirmed: { readonly sealed: Buffer; readonly step: number },
): Promise<readonly string[] | null> {
  const app = await store.findTotp(tx, userId)
  if (!app?.confirmed) throw new Refused(identityRefusals.expired)
  const isSame = app.sealed.equals(confirmed.sealed) && app.lastStep === confirmed.step
  const { passkeyFactor } = await store.findFactorKinds(tx, userId)
  if (!isSame || !app.isNew || passkeyFactor || !(await hasAllRecoveryCodes(tx, userId)))
    return null
  return replaceRecoveryCodes(tx, userId)
}

/**
 * Removes the authenticator app, and emails the user.
 * @returns false if there was none
 * @throws {Refused} sign_in_expired, if the session has ended
 */
export function removeTotp(
  factors: SecondFactorDeps,
  given: InSession & { readonly from: RequestSource },
): Promise<boolean> {
  const { userId, from } = given
  return factors.db.transactionFor(userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    if (!(await store.removeTotp(tx, userId))) return false
    await endWithoutFactor(tx, userId)
    await emailFactorChange(tx, factors, { before, change: 'totp_removed', from })
    await record(tx, { userId, action: 'second_factor.removed', details: { kind: 'totp' } })
    return true
  })
}
