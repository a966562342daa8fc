import type { Queryable, Transaction } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { signInAdditions } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import { type FactorChange, undoHours } from '../../../support/mail/mailer.ts'
import { endRole } from '../../access/access.ts'
import { type ActiveUser, lockActiveUser, type RequestSource } from '../credentials/credentials.ts'
import type { SignInMethods } from '../email-links/links.ts'
import { identityRefusals } from '../refusals.ts'
import { lockSessionForShare, type Session } from '../sessions/sessions.ts'
import { makeUndoLink, readMethods } from './former-methods.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { findFactorKinds, type SecondFactorDeps } from './second-factors.ts'
import * as store from './store.ts'

/* What all changes of second factors share, and the renewal of recovery codes. */

/**
 * Ends what a user without a second factor cannot have: the recovery codes, which nothing asks for
 * then, and the operator role. Otherwise whoever knows the password could add a second factor and
 * be an operator. Call this after removing a factor.
 */
export async function endWithoutFactor(tx: Queryable, userId: number): Promise<void> {
  const { required } = await findFactorKinds(tx, userId)
  if (required) return
  await store.removeRecoveryCodes(tx, userId)
  await endRole(tx, userId, 'operator')
}

/**
 * Adds a way to sign in, or recovery codes, in a transaction. It counts, because each stores a link
 * that takes it back.
 * @throws {Refused} too_many_attempts
 */
export const addInTransaction = <T>(
  { db, counts }: Pick<SecondFactorDeps, 'db' | 'counts'>,
  userId: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => countUse(counts, signInAdditions(userId), () => db.transactionFor(userId, work))

/** What `emailFactorChange` needs. */
type NoticeDeps = Pick<SecondFactorDeps, 'clock' | 'mailer' | 'linkKey' | 'authUrl'>

/** A user before a change to how they sign in. */
export interface BeforeChange {
  readonly user: ActiveUser
  readonly methods: SignInMethods
}

/**
 * Emails a user about a change to how they sign in, and from which browser it was made. The email
 * has a link to take it back.
 */
export async function emailFactorChange(
  tx: Queryable,
  deps: NoticeDeps,
  notice: {
    readonly before: BeforeChange
    readonly change: FactorChange
    /** The name of the provider, if it is an account there. */
    readonly provider?: string
    readonly from: RequestSource
  },
): Promise<void> {
  const { before, change, provider, from } = notice
  const { user, methods } = before
  const link = await makeUndoLink(tx, deps, user, methods, { hours: undoHours[change] })
  await deps.mailer.send(tx, user.userId, {
    to: user.email,
    language: user.language,
    kind: 'second_factor_changed',
    change,
    link,
    browser: from.browser,
    ...(provider !== undefined && { provider }),
  })
}

/**
 * Like `lockUserInSession`. It also reads how the user signs in, for the link that takes the change
 * back.
 */
export async function lockBeforeChange(
  tx: Queryable,
  factors: Pick<SecondFactorDeps, 'totpKey'>,
  given: InSession,
): Promise<BeforeChange> {
  const user = await lockUserInSession(tx, given)
  return { user, methods: await readMethods(tx, factors, user.userId) }
}

/** A user, and the session in which the user changes a second factor. */
export interface InSession {
  readonly userId: number
  readonly session?: Pick<Session, 'hash'>
}

/**
 * Locks the user's row, and the session, until the transaction ends. A request that waits while a
 * new password ends the session, or gives it a new id, then changes nothing.
 * @throws {Refused} expired, if the user is disabled
 * @throws {Refused} sign_in_expired, if the session has ended or has a new id
 */
export async function lockUserInSession(
  tx: Queryable,
  { userId, session }: InSession,
): Promise<ActiveUser> {
  const user = await lockActiveUser(tx, userId)
  if (session !== undefined && !(await lockSessionForShare(tx, userId, session)))
    throw new Refused(identityRefusals.sign_in_expired)
  return user
}

/**
 * Replaces the recovery codes, and emails the user.
 * @throws {Refused} forbidden, if there is no second factor
 * @throws {Refused} sign_in_expired, if the session has ended; too_many_attempts
 */
export function renewRecoveryCodes(
  factors: SecondFactorDeps,
  given: InSession & { readonly from: RequestSource },
): Promise<readonly string[]> {
  const { userId, from } = given
  return addInTransaction(factors, userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    const { required } = await findFactorKinds(tx, userId)
    if (!required)
      throw new Refused(refusals.forbidden, { message: ['page.error.no_second_factor'] })
    await emailFactorChange(tx, factors, { before, change: 'recovery_codes_renewed', from })
    return replaceRecoveryCodes(tx, userId)
  })
}
