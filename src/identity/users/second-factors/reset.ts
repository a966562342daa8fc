import { languageOf } from '../../../platform/i18n/catalogue.ts'
import { endAccess } from '../../access/access.ts'
import { lockSignInUser } from '../credentials/credentials.ts'
import { makeUndoLink, readMethods } from './former-methods.ts'
import type { SecondFactorDeps } from './second-factors.ts'

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
    const ended = await endAccess(tx, userId, { factors: { check } })
    if (!ended.hadFactor) return false
    const language = languageOf(user.language)
    const kind = 'support_factors_reset'
    const { email, email_confirmed: emailConfirmed } = user
    const link = await makeUndoLink(tx, factors, { userId, email, emailConfirmed }, methods)
    await factors.mailer.send(tx, userId, { to: email, language, kind, link })
    await endAccess(tx, userId, { sessions: { reason: 'second_factors_reset' } })
    return true
  })
}
