import type { Queryable } from '../../platform/database/db.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { makeReadableCode, parseReadableCode } from '../../platform/text/readable-code.ts'
import { record } from '../../support/audit/audit.ts'
import * as store from './store.ts'

const howMany = 10
const hashOf = (userId: number, code: string): Buffer =>
  hashSecret(`${userId} ${parseReadableCode(code)}`)

/** Takes a recovery code, in the caller's transaction: each does once. @returns whether this call did it */
export const takeRecoveryCode = (tx: Queryable, userId: number, code: string): Promise<boolean> =>
  store.takeRecoveryCode(tx, userId, hashOf(userId, code))

/** Makes recovery codes in the place of those that there are. @returns them, to be shown this once */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: number,
): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, makeReadableCode)
  await store.removeRecoveryCodes(tx, userId)
  const hashes = codes.map((code) => hashOf(userId, code))
  await store.addRecoveryCodes(tx, userId, hashes)
  await record(tx, { userId, action: 'recovery_codes.made', details: { count: howMany } })
  return codes
}

/** Makes recovery codes where there are none: with a user's first second factor. */
export async function ensureRecoveryCodes(
  tx: Queryable,
  userId: number,
): Promise<readonly string[]> {
  return (await store.countRecoveryCodes(tx, userId)) > 0 ? [] : replaceRecoveryCodes(tx, userId)
}
