import type { Queryable } from '../../../platform/database/db.ts'
import { record } from '../../../support/audit/audit.ts'
import { languageOf, lockSignInUser } from '../credentials/credentials.ts'
import { withdrawIn } from '../roles/roles.ts'
import { endSessionsOfUser } from '../sessions/sessions.ts'
import { makeUndoLink, readMethods } from './former-methods.ts'
import { findFactors, type SecondFactorDeps } from './second-factors.ts'
import * as store from './store.ts'

/** How an operator has checked that the owner of an account asks for a reset of second factors. */
export const ownerChecks = ['email_and_day', 'document_in_person', 'document_by_video'] as const
export type OwnerCheck = (typeof ownerChecks)[number]

/** The checks that do not rely on the mailbox, which may be in wrong hands. */
export const documentChecks = ['document_in_person', 'document_by_video'] as const

/**
 * Removes all second factors of a user who has lost them, for an operator: the authenticator app,
 * the passkeys and the recovery codes. It ends all sessions of the user and the operator role, and
 * emails the user. The email has a link to take that back. The operator checks first who asks for
 * it: docs/operations.md.
 * @param check which of those checks was made, for the audit trail
 * @returns false if there is no such user, or the user has no second factor
 */
export function resetSecondFactors(
  factors: Pick<SecondFactorDeps, 'db' | 'clock' | 'mailer' | 'totpKey' | 'linkKey' | 'authUrl'>,
  userId: number,
  check?: OwnerCheck,
): Promise<boolean> {
  return factors.db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) return false
    const methods = await readMethods(tx, factors, userId)
    if (!(await removeFactorsIn(tx, userId, check))) return false
    const language = languageOf(user.language)
    const kind = 'support_factors_reset'
    const { email, email_confirmed: emailConfirmed } = user
    const link = await makeUndoLink(tx, factors, { userId, email, emailConfirmed }, methods)
    await factors.mailer.send(tx, userId, { to: email, language, kind, link })
    await endSessionsOfUser(tx, userId, { reason: 'second_factors_reset' })
    return true
  })
}

/**
 * Removes all second factors of a user and the operator role, in the transaction of a change after
 * which none may stay. It also removes what somebody has begun to add, such as an authenticator app
 * that is not confirmed. The caller must have locked the user's row.
 * @returns false if the user has no second factor
 */
export async function removeFactorsIn(
  tx: Queryable,
  userId: number,
  check?: OwnerCheck,
): Promise<boolean> {
  const { totp, passkeys, required } = await findFactors(tx, userId)
  await store.removeAll(tx, userId)
  if (!required) return false
  await withdrawIn(tx, userId, 'operator')
  const details = { totp, passkeys: passkeys.length, ...(check && { check }) }
  await record(tx, { userId, action: 'second_factors.reset', details })
  return true
}
