import { removeInBatches } from '../../platform/database/batches.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { deriveKey, open, seal } from '../../platform/secrets/seal.ts'
import { hashSecret, isSecret, newSecret } from '../../platform/secrets/secrets.ts'
import * as store from './store.ts'

/** A sign-in whose second step is to come. */
export interface Pending {
  readonly userId: number
  /** How the first step was done (RFC 8176). */
  readonly amr: readonly string[]
  /** A path of our own. */
  readonly returnTo: string | undefined
  /** The password of the first step, if it was one. */
  readonly passwordVersion: number | undefined
  /** Whether the user has opened the link of an email in this sign-in: its codes then count by themselves. */
  readonly emailProved: boolean
  /** Whether it was finished already. */
  readonly consumed: boolean
}

/** How long somebody has for the second step, in seconds. */
const stepTtlSeconds = 600

const keysOf = (token: string, browser: string) => ({
  hash: hashSecret(token),
  browser: hashSecret(browser),
})

/** Where somebody goes on may be the link of a letter: whoever has the token alone reads it. */
const returnKey = (token: string): Buffer => deriveKey(token, 'where to go on')
const label = 'where to go on'
const sealed = (token: string, path: string): string =>
  seal(returnKey(token), label, Buffer.from(path)).toString('base64')
const opened = (token: string, text: string): string =>
  open(returnKey(token), label, Buffer.from(text, 'base64')).toString()

/** Keeps what the first step has shown. @returns the token that the second step needs, in the same browser */
export async function beginSecondStep(
  db: Queryable,
  browser: string,
  { userId, amr, returnTo, passwordVersion, emailProved }: Omit<Pending, 'consumed'>,
): Promise<string> {
  const token = newSecret()
  const step = {
    amr,
    returnTo: returnTo === undefined ? null : sealed(token, returnTo),
    passwordVersion: passwordVersion ?? null,
    emailProved,
    seconds: stepTtlSeconds,
  }
  await store.insert(db, keysOf(token, browser), userId, step)
  return token
}

/** The sign-in that a token stands for in this browser, unless its time is over. */
export async function findSecondStep(
  db: Queryable,
  browser: string,
  token: string | undefined,
): Promise<Pending | undefined> {
  if (!isSecret(token)) return undefined
  const row = await store.find(db, keysOf(token, browser))
  if (row === undefined) return undefined
  const { user_id: userId, amr, return_to, password_version, consumed, email_proved } = row
  const passwordVersion = password_version ?? undefined
  const returnTo = return_to === null ? undefined : opened(token, return_to)
  return { userId, amr, returnTo, passwordVersion, emailProved: email_proved, consumed }
}

/** Notes that the user has opened the link of an email in this sign-in. */
export const noteEmailProved = (db: Queryable, browser: string, token: string): Promise<void> =>
  store.setEmailProved(db, keysOf(token, browser))

/** Uses a token up. @returns false where it was used before, or its time is over */
export const endSecondStep = (db: Queryable, browser: string, token: string): Promise<boolean> =>
  store.consume(db, keysOf(token, browser))

/** Deletes unfinished sign-ins whose time is over. Call this every few minutes. */
export const removeUnfinished = (db: Queryable): Promise<number> =>
  removeInBatches((limit) => store.removeExpired(db, limit))
