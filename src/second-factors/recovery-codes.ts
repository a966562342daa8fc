import { hash, randomBytes } from 'node:crypto'
import { record } from '../audit/audit.ts'
import type { Queryable } from '../platform/db.ts'
import * as store from './store.ts'

const howMany = 10
/** Crockford's Base32: no two of its digits are mistaken for each other. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** A code of 80 random bits, such as `7k3m-q9x2-0dhv-w4et`. */
function makeCode(): string {
  const bits = [...randomBytes(10)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const code = bits.replace(/.{5}/g, (five) => digits[Number.parseInt(five, 2)] ?? '')
  return code.replace(/(.{4})(?!$)/g, '$1-')
}

/** However it is written: in capitals, with blanks, with an O for a zero. */
const readCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')

const hashOf = (userId: number, code: string): Buffer =>
  hash('sha256', `${userId} ${readCode(code)}`, 'buffer')

/** Takes a recovery code, in the caller's transaction: each does once. @returns whether this call did it */
export const takeRecoveryCode = (tx: Queryable, userId: number, code: string): Promise<boolean> =>
  store.takeRecoveryCode(tx, userId, hashOf(userId, code))

/** Makes recovery codes in the place of those that there are. @returns them, to be shown this once */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: number,
): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, makeCode)
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
