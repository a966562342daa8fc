import type { Queryable } from '../../platform/database/db.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { record } from '../../support/audit/audit.ts'
import { accountGuesses } from '../../support/throttle/limits.ts'
import { forgive } from '../../support/throttle/throttle.ts'
import { knownEmailFault, refuse } from '../accounts/faults.ts'
import { sendConfirmation } from '../accounts/sign-up.ts'
import {
  type Arrived,
  endLinks,
  findLink,
  findPendingSignUp,
  takeLink,
} from '../email-links/links.ts'
import { emailRequestedLink, type LinkRequest } from '../email-links/requested-link.ts'
import { endTokensOfUser } from '../oauth/tokens/tokens.ts'
import { identityRefusals } from '../refusals.ts'
import { endSessionsOfUser } from '../sessions/sessions.ts'
import { type CredentialDeps, type From, forgiveEmails, languageOf } from './credentials.ts'
import { hashPassword, passwordFault } from './passwords.ts'
import * as store from './store.ts'

/**
 * Sends a link for a new password, or another one to confirm a sign-up with this address. The response does not reveal
 * whether there is an account. Earlier links stay valid until one is used, so a stranger's request ends none. A link
 * that was sent recently counts as sent.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {Refused} too_many_attempts where the network has asked for emails to too many addresses
 */
export async function requestReset(credentials: CredentialDeps, given: LinkRequest): Promise<void> {
  const { from, wayBack } = given
  const email = given.email.trim()
  refuse({ email: knownEmailFault(email) })
  await emailRequestedLink(credentials, 'reset_password', given, {
    async instead(tx, isTaken) {
      const pending = await findPendingSignUp(tx, credentials, email)
      if (isTaken || pending === undefined) return false
      await sendConfirmation(tx, credentials, { ...pending, from, wayBack })
      return true
    },
  })
}

/**
 * Gives the user a new password by the link of a letter. It ends all sessions and tokens, and is told by mail.
 * @throws {Refused} validation_failed, keyed `password`: the link stays good
 * @throws {Refused} expired, too_many_attempts
 */
export async function resetPassword(
  credentials: CredentialDeps,
  given: { readonly token: string; readonly password: string; readonly from: From },
): Promise<Arrived> {
  const { db, throttle, serviceName } = credentials
  const link = await findLink(credentials, given.token)
  if (link?.kind !== 'reset_password') throw new Refused(identityRefusals.expired)
  const user = await store.findSecret(db, link.userId ?? 0)
  if (user === undefined || user.disabled_at !== null) throw new Refused(identityRefusals.expired)
  const whose = { email: user.email, fullName: user.full_name, serviceName }
  refuse({ password: passwordFault(given.password, whose) })
  const passwordHash = await hashPassword(given.password)
  await db.transactionFor(user.id, async (tx) => {
    const held = await store.lockSecret(tx, user.id)
    if (held === undefined || held.disabled_at !== null) throw new Refused(identityRefusals.expired)
    if (!(await takeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    await replacePassword(tx, credentials, held, { passwordHash, from: given.from })
    await record(tx, { userId: held.id, action: 'password.reset' })
  })
  // Nobody's guesses at the old password count against the new one, and the next email is sent at once.
  await forgive(throttle, accountGuesses(user.email, given.from.address))
  await forgiveEmails(credentials, user.email)
  return { userId: user.id, language: languageOf(user.language), wayBack: link.wayBack }
}

/**
 * Gives a user who is signed in a new password. It ends all other sessions and all tokens, and is told by mail.
 * @param given.sessionUid the session that stays
 * @returns which of the user's passwords is in force now
 * @throws {Refused} validation_failed, keyed `password`
 * @throws {Refused} expired, where somebody has set another password meanwhile
 */
export async function changePassword(
  credentials: CredentialDeps,
  given: {
    readonly userId: number
    readonly password: string
    readonly sessionUid?: string | undefined
    readonly from: From
  },
): Promise<{ readonly userId: number; readonly passwordVersion: number }> {
  const { db, serviceName } = credentials
  const { userId, sessionUid, from } = given
  const user = await store.findSecret(db, userId)
  if (user === undefined) throw new Refused(identityRefusals.expired)
  const whose = { email: user.email, fullName: user.full_name, serviceName }
  refuse({ password: passwordFault(given.password, whose) })
  const passwordHash = await hashPassword(given.password)
  await db.transactionFor(userId, async (tx) => {
    const held = await store.lockSecret(tx, userId)
    // Who changes it twice at once changes it once.
    if (held === undefined || held.password_hash !== user.password_hash)
      throw new Refused(identityRefusals.expired)
    await replacePassword(tx, credentials, held, { passwordHash, from, exceptSession: sessionUid })
    await record(tx, { userId, action: 'password.changed' })
  })
  await forgiveEmails(credentials, user.email)
  return { userId, passwordVersion: user.password_version + 1 }
}

/** What a new password brings with it, whichever way it came about. */
async function replacePassword(
  tx: Queryable,
  { clock, mailer }: CredentialDeps,
  user: store.Secret,
  change: {
    readonly passwordHash: string
    readonly from: From
    readonly exceptSession?: string | undefined
  },
): Promise<void> {
  await store.updatePassword(tx, user.id, change.passwordHash)
  await endLinks(tx, user.id, { now: new Date(clock.now()) })
  const except = change.exceptSession === undefined ? {} : { exceptUid: change.exceptSession }
  await endSessionsOfUser(tx, user.id, { reason: 'password_changed', ...except })
  await endTokensOfUser(tx, user.id)
  const language = languageOf(user.language)
  const { browser } = change.from
  await mailer.send(tx, { to: user.email, language, kind: 'password_changed', browser })
}
