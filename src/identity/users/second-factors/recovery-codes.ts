import type { Queryable } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { makeReadableCode, parseReadableCode } from '../../../platform/text/readable-code.ts'
import { record } from '../../../support/audit/audit.ts'
import * as store from './store.ts'

const recoveryCodeCount = 10
const hashOf = (userId: number, code: string): Buffer =>
  hashSecret(`${userId} ${parseReadableCode(code)}`)

/**
 * Uses a recovery code up. Each works once. Call this in a transaction.
 * @returns false if there is no such code
 */
export const consumeRecoveryCode = (
  tx: Queryable,
  userId: number,
  code: string,
): Promise<boolean> => store.consumeRecoveryCode(tx, userId, hashOf(userId, code))

/** Replaces all recovery codes with new ones. @returns the new codes, to show once */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: number,
): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeReadableCode)
  await store.removeRecoveryCodes(tx, userId)
  const hashes = codes.map((code) => hashOf(userId, code))
  await store.addRecoveryCodes(tx, userId, hashes)
  await record(tx, { userId, action: 'recovery_codes.made', details: { count: recoveryCodeCount } })
  return codes
}

/** Whether no recovery code was used since they were made. */
export const hasAllRecoveryCodes = async (tx: Queryable, userId: number): Promise<boolean> =>
  (await store.countRecoveryCodes(tx, userId)) === recoveryCodeCount

/** Makes recovery codes if the user has none. Call this when a second factor is added. */
export async function ensureRecoveryCodes(
  tx: Queryable,
  userId: number,
): Promise<readonly string[]> {
  return (await store.countRecoveryCodes(tx, userId)) > 0 ? [] : replaceRecoveryCodes(tx, userId)
}
