import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { deriveKeyFrom, type Key } from '../../../platform/secrets/keys.ts'
import { open, seal } from '../../../platform/secrets/seal.ts'
import { hashSecret, isSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import { type RenewedHash, replaceHash } from '../../users/credentials/credentials.ts'
import type { UsedForm } from '../../users/sessions/sessions.ts'
import * as store from './store.ts'

/** A sign-in that still needs its second step. */
export interface PendingSignIn {
  readonly userId: number
  /** The methods of the first step (RFC 8176). */
  readonly amr: readonly string[]
  /** A path of this service. */
  readonly returnTo: string | undefined
  /** The version of the password of the first step, if that was a password. */
  readonly passwordVersion: number | undefined
  /**
   * Whether the user has opened the link of an email in this sign-in. Its codes then have a
   * separate count.
   */
  readonly emailProved: boolean
  /** Whether the second step is already done. */
  readonly consumed: boolean
}

/** How long the user has for the second step. */
const stepTtlSeconds = 600

const keysOf = (token: string, browser: string) => ({
  hash: hashSecret(token),
  browser: hashSecret(browser),
})

/**
 * The path where the user continues may be the secret link of an email. It is encrypted with the
 * token, so that the database alone does not reveal it.
 */
const returnKey = (token: string): Key => deriveKeyFrom(token, 'where to go on')
const label = 'where to go on'
const sealReturnTo = (token: string, path: string): string =>
  seal(returnKey(token), label, Buffer.from(path)).toString('base64')
const openReturnTo = (token: string, text: string): string =>
  open(returnKey(token), label, Buffer.from(text, 'base64')).toString()

/**
 * Stores the result of the first step.
 * @param first.renewedHash a new hash of the password of that step, which is stored with it
 * @param first.form the form of that step, if it works once; without it, the token is random
 * @returns the token that the second step needs, in the same browser
 */
export async function beginSecondStep(
  db: Database,
  browser: string,
  first: Omit<PendingSignIn, 'consumed'> & {
    readonly renewedHash?: RenewedHash | undefined
    readonly form?: UsedForm | undefined
  },
): Promise<string> {
  const { userId, amr, returnTo, passwordVersion, emailProved, renewedHash, form } = first
  const token = form?.id ?? newSecret()
  const step = {
    amr,
    returnTo: returnTo === undefined ? null : sealReturnTo(token, returnTo),
    passwordVersion: passwordVersion ?? null,
    emailProved,
    ttlSeconds: stepTtlSeconds,
  }
  const insert = (tx: Queryable) => store.insert(tx, keysOf(token, browser), userId, step)
  if (renewedHash === undefined && form === undefined) await insert(db)
  else
    await db.transactionFor(userId, async (tx) => {
      if (renewedHash !== undefined) await replaceHash(tx, userId, renewedHash)
      await form?.use(tx)
      await insert(tx)
    })
  return token
}

/** Finds the sign-in of a token in this browser. Undefined if there is none or it has expired. */
export async function findSecondStep(
  db: Queryable,
  browser: string,
  token: string | undefined,
): Promise<PendingSignIn | undefined> {
  if (!isSecret(token)) return undefined
  const row = await store.find(db, keysOf(token, browser))
  if (row === undefined) return undefined
  const { user_id: userId, amr, return_to, password_version, consumed, email_proved } = row
  const passwordVersion = password_version ?? undefined
  const returnTo = return_to === null ? undefined : openReturnTo(token, return_to)
  return { userId, amr, returnTo, passwordVersion, emailProved: email_proved, consumed }
}

/** Records that the user has opened the link of an email in this sign-in. */
export const markEmailProved = (db: Queryable, browser: string, token: string): Promise<void> =>
  store.setEmailProved(db, keysOf(token, browser))

/** Uses a token up. @returns false if it was used before or has expired */
export const endSecondStep = (db: Queryable, browser: string, token: string): Promise<boolean> =>
  store.consume(db, keysOf(token, browser))

/** Deletes sign-ins that have expired. Call this every few minutes. */
export const removeExpiredSignIns = (db: Queryable): Promise<number> =>
  removeInBatches((limit) => store.removeExpired(db, limit))

/** The unfinished sign-ins of a user. */
export const pendingSignInData: PersonalData = {
  tables: ['pending_sign_ins'],
  section: {
    name: 'unfinished_sign_ins',
    schema: Type.Array(
      Type.Object({ methods: Type.Array(Type.String()), expires_at: timeSchema }),
      { description: 'Sign-ins that wait for the second step.' },
    ),
    async read(db, userId) {
      const rows = await store.listOfUser(db, userId)
      return rows.map(({ amr, expires }) => ({ methods: amr, expires_at: isoTime(expires) }))
    },
  },
  erase: (tx, { id }) => store.removeOfUser(tx, id),
}
