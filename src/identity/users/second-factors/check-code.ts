import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { withoutSeparators } from '../../../platform/text/pasted.ts'
import { record } from '../../../support/audit/audit.ts'
import { limits } from '../../../support/limits/limits.ts'
import { codeGuesses, guessesFrom, type Subject } from '../../../support/limits/subjects.ts'
import { countGuess } from '../../../support/limits/table-counts.ts'
import { findActiveUser, type RequestSource, readDeviceCookie } from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import type { SecondFactorDeps } from './second-factors.ts'
import * as store from './store.ts'
import { findTimeStep, openSecret } from './totp.ts'

/** A code of an authenticator app or a recovery code, and where it was given. */
export interface CodeGiven {
  readonly userId: number
  readonly code: string
  /** The session in which the code is given. Its guesses are counted separately. */
  readonly sessionUid?: string
  readonly from: RequestSource
  /** The sign-in that the code is the second step of. */
  readonly step?: { readonly token: string; readonly emailProved: boolean }
}

/** The kind of a code. */
type CodeKind = 'totp' | 'recovery_code'

/**
 * Uses a code up. Call this in the transaction of what the code allows.
 * @throws {Refused} wrong_credentials, if the code is wrong or was used before
 */
export type TakeCode = (tx: Queryable) => Promise<void>

/**
 * Checks a code of the authenticator app or a recovery code. Each code works once.
 * @param use does what the code allows. It takes the code in its transaction, so that either both
 * happen or nothing
 * @returns what `use` returns
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function checkCode<T>(
  factors: SecondFactorDeps,
  given: CodeGiven,
  use: (take: TakeCode, kind: CodeKind) => Promise<T>,
): Promise<T> {
  const { counts, recordRefusal } = factors
  const { userId } = given
  const bare = withoutSeparators(given.code)
  const kind = /^\d{6}$/.test(bare) ? 'totp' : 'recovery_code'
  const subjects = kind === 'totp' ? await totpGuesses(factors, given) : recoveryGuesses(given)
  try {
    return await countGuess(counts, subjects, async () => {
      const consume =
        kind === 'totp' ? await readTotpCode(factors, userId, bare) : recoveryCode(userId, bare)
      // No transaction is needed for a code that is wrong at any rate.
      if (consume === undefined) throw new Refused(identityRefusals.wrong_credentials)
      const take: TakeCode = async (tx) => {
        if (!(await consume(tx))) throw new Refused(identityRefusals.wrong_credentials)
      }
      return use(take, kind)
    })
  } catch (error) {
    // A wrong code is recorded after it is counted, so it counts even if the record cannot be
    // written.
    if (isRefused(error, identityRefusals.wrong_credentials))
      await recordRefusal({ userId, action: 'second_factor.refused', details: { kind } })
    throw error
  }
}

/**
 * The limits that a code counts against. Separate counts apply to a session, to a sign-in in which
 * the user opened an emailed link, and to a known browser. A stranger who knows the password cannot
 * use those up.
 */
export async function totpGuesses(
  { db, deviceKey }: SecondFactorDeps,
  { userId, from, step, sessionUid }: CodeGiven,
): Promise<readonly Subject[]> {
  if (sessionUid !== undefined)
    return [
      [limits.code_session, sessionUid],
      [limits.code_session_day, sessionUid],
    ]
  if (step?.emailProved)
    return [
      [limits.code_step, step.token],
      [limits.code_emailed_day, userId],
    ]
  const device =
    from.device && readDeviceCookie(deviceKey, from.device, await findActiveUser(db, userId))
  if (device)
    return [
      [limits.code_device, device],
      [limits.code_device_day, device],
      [limits.code_devices_day, userId],
    ]
  return codeGuesses(userId, from.address)
}

/**
 * Recovery codes have a separate count, so that they still work while strangers guess codes of six
 * digits. Nobody can guess the 80 bits of a recovery code.
 */
const recoveryGuesses = ({ from, step, sessionUid }: CodeGiven): readonly Subject[] => {
  const one = step?.token ?? sessionUid
  return one === undefined ? guessesFrom(from.address) : [[limits.recovery, one]]
}

/** Uses a code up. @returns false if there is no such code, or it was used before */
type ConsumeCode = (tx: Queryable) => Promise<boolean>

/** @returns undefined if the code is wrong */
async function readTotpCode(
  { db, clock, totpKey }: Pick<SecondFactorDeps, 'db' | 'clock' | 'totpKey'>,
  userId: number,
  code: string,
): Promise<ConsumeCode | undefined> {
  const app = await store.findTotp(db, userId)
  if (app?.confirmed !== true) return undefined
  const step = await findTimeStep(openSecret(totpKey, userId, app.sealed), code, clock.now())
  return step === undefined ? undefined : (tx) => store.consumeTotpStep(tx, userId, step)
}

const recoveryCode =
  (userId: number, code: string): ConsumeCode =>
  async (tx) => {
    if (!(await consumeRecoveryCode(tx, userId, code))) return false
    await record(tx, { userId, action: 'recovery_code.used' })
    return true
  }
