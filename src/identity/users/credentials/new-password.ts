import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { languageOf } from '../../../platform/i18n/catalogue.ts'
import { record } from '../../../support/audit/audit.ts'
import { accountGuesses } from '../../../support/limits/subjects.ts'
import { clearCounts } from '../../../support/limits/table-counts.ts'
import { removeDeliveriesOfUser } from '../../../support/outbox/outbox.ts'
import { endAccess } from '../../access/access.ts'
import { knownEmailFault, refuse } from '../accounts/faults.ts'
import { sendConfirmation } from '../accounts/sign-up.ts'
import {
  consumeLink,
  endLinks,
  findLink,
  findPendingSignUp,
  type LinkUser,
  makeLink,
} from '../email-links/links.ts'
import { emailRequestedLink, type LinkRequest } from '../email-links/requested-link.ts'
import type { WayBack } from '../email-links/way-back.ts'
import { identityRefusals } from '../refusals.ts'
import { type KeptSession, renewSession } from '../sessions/sessions.ts'
import {
  type CredentialDeps,
  forgiveEmails,
  lockActiveUser,
  type RequestSource,
} from './credentials.ts'
import { chosenPasswordFault, hashPassword, verifyPassword } from './passwords.ts'
import * as store from './store.ts'

/**
 * Sends a link for a new password. If the address has only an unconfirmed sign-up, it sends another
 * link to confirm that. The response does not reveal whether there is an account. Earlier links
 * stay valid until one is used, so that a stranger's request cannot end a link. If a link was sent
 * recently, no other is sent.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {Refused} too_many_attempts, if the client's network has requested emails to too many
 * addresses
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
 * Makes the link for a new password of a user who has proved both the password and the mailbox.
 * @param given.use uses the proof of the mailbox up
 * @returns the link's URL
 */
export const exchangeForReset = (
  credentials: CredentialDeps,
  given: {
    readonly userId: number
    readonly wayBack: WayBack | undefined
    readonly use: (tx: Queryable) => Promise<void>
  },
): Promise<string> =>
  credentials.db.transactionFor(given.userId, async (tx) => {
    const { userId, wayBack } = given
    const { email } = await lockActiveUser(tx, userId)
    await given.use(tx)
    await record(tx, { userId, action: 'password.reset_requested' })
    return makeLink(tx, credentials, {
      kind: 'reset_password',
      userId,
      content: { email, wayBack },
    })
  })

/**
 * Emails a user a link for a new password, for an operator. The password stays until the user
 * follows the link. Earlier links for a new password end.
 * @returns false if there is no such user, or the user is disabled
 */
export const sendPasswordLink = (credentials: CredentialDeps, userId: number): Promise<boolean> =>
  credentials.db.transactionFor(userId, async (tx) => {
    const user = await store.lockSignInUser(tx, userId)
    if (user === undefined || user.disabled_at !== null) return false
    const { email } = user
    const kind = 'reset_password'
    await endLinks(tx, userId, { now: new Date(credentials.clock.now()), kind })
    const link = await makeLink(tx, credentials, { kind, userId, content: { email } })
    const language = languageOf(user.language)
    await credentials.mailer.send(tx, userId, { to: email, language, kind, link })
    await record(tx, { userId, action: 'password.reset_requested' })
    return true
  })

/**
 * Sets a new password with the link of an email. It ends all sessions and tokens of the user, and
 * emails the user. If nobody had confirmed the address, the link does, and whoever used the account
 * until now may have been somebody else. So it also removes the second factors and disconnects all
 * applications.
 * @throws {Refused} validation_failed, keyed `password`: the link stays valid
 * @throws {Refused} expired, too_many_attempts
 */
export async function resetPassword(
  credentials: CredentialDeps,
  given: { readonly token: string; readonly password: string; readonly from: RequestSource },
): Promise<LinkUser> {
  const { db, counts, serviceName } = credentials
  const link = await findLink(credentials, given.token)
  if (link?.kind !== 'reset_password') throw new Refused(identityRefusals.expired)
  const user = await store.findSignInUser(db, link.userId ?? 0)
  if (user === undefined || user.disabled_at !== null) throw new Refused(identityRefusals.expired)
  const context = { email: user.email, fullName: user.full_name, serviceName }
  refuse({ password: await chosenPasswordFault(credentials, given.password, context) })
  const passwordHash = await hashPassword(given.password)
  if (!user.email_confirmed) await removeDeliveriesOfUser(db, user.id)
  await db.transactionFor(user.id, async (tx) => {
    const current = await store.lockSignInUser(tx, user.id)
    if (current === undefined || current.disabled_at !== null)
      throw new Refused(identityRefusals.expired)
    if (!(await consumeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    const isFirstProof =
      !current.email_confirmed && (await store.confirmEmail(tx, current.id, true))
    if (isFirstProof) await record(tx, { userId: current.id, action: 'email.confirmed' })
    const { from } = given
    await replacePassword(tx, credentials, current, { passwordHash, from, isFirstProof })
    await record(tx, { userId: current.id, action: 'password.reset' })
  })
  // Guesses at the old password must not count against the new one. The next email is sent at once.
  await clearCounts(counts, accountGuesses(user.email, given.from.address))
  await forgiveEmails(credentials, user.email)
  return { userId: user.id, language: languageOf(user.language), wayBack: link.wayBack }
}

/**
 * Sets a new password for a user who is signed in. It ends all other sessions and all tokens, and
 * emails the user. Consents and webhooks stay. If a form is sent twice at the same time, only the
 * first one changes something, and both succeed.
 * @param given.session the session that stays, with a new id. If it has got another id meanwhile,
 * somebody may have copied its cookie, so it ends, too
 * @returns the version of the new password, and whether the session has its new id. False if the
 * session has ended, or has got another id meanwhile
 * @throws {Refused} validation_failed, keyed `password`
 * @throws {Refused} precondition_failed, if the user got another password meanwhile
 */
export async function changePassword(
  credentials: CredentialDeps,
  given: {
    readonly userId: number
    readonly password: string
    readonly session?: KeptSession | undefined
    readonly from: RequestSource
  },
): Promise<{
  readonly userId: number
  readonly passwordVersion: number
  readonly isRenewed: boolean
}> {
  const { db, serviceName } = credentials
  const { userId, session, from } = given
  const user = await store.findSignInUser(db, userId)
  if (user === undefined) throw new Refused(identityRefusals.expired)
  const context = { email: user.email, fullName: user.full_name, serviceName }
  refuse({ password: await chosenPasswordFault(credentials, given.password, context) })
  const passwordHash = await hashPassword(given.password)
  const renew = async (tx: Queryable): Promise<boolean> =>
    session !== undefined && renewSession(tx, userId, session)
  const { newer, isRenewed } = await db.transactionFor(userId, async (tx) => {
    const current = await store.lockSignInUser(tx, userId)
    if (current === undefined) throw new Refused(identityRefusals.expired)
    if (current.password_version !== user.password_version)
      return { newer: current, isRenewed: false }
    const isRenewed = await renew(tx)
    await replacePassword(tx, credentials, current, {
      passwordHash,
      from,
      exceptSession: isRenewed ? session?.uid : undefined,
    })
    await record(tx, { userId, action: 'password.changed' })
    return { newer: undefined, isRenewed }
  })
  if (newer !== undefined) {
    if (!(await verifyPassword(given.password, newer.password_hash)))
      throw new Refused(refusals.precondition_failed)
    return { userId, passwordVersion: newer.password_version, isRenewed: await renew(db) }
  }
  await forgiveEmails(credentials, user.email)
  return { userId, passwordVersion: user.password_version + 1, isRenewed }
}

/**
 * Stores a new password, ends links, sessions and tokens of the user, and emails the user. With the
 * first proof that the address is the user's, it also ends what somebody else may have added before.
 */
async function replacePassword(
  tx: Queryable,
  { clock, mailer }: CredentialDeps,
  user: store.SignInUser,
  change: {
    readonly passwordHash: string
    readonly from: RequestSource
    readonly exceptSession?: string | undefined
    /** Whether this is the first proof that the address is the user's. */
    readonly isFirstProof?: boolean
  },
): Promise<void> {
  await store.updatePassword(tx, user.id, change.passwordHash)
  const { exceptSession } = change
  await endAccess(tx, user.id, {
    ...(change.isFirstProof && { factors: {}, consents: true }),
    links: { now: new Date(clock.now()) },
    sessions: { reason: 'password_changed', exceptUid: exceptSession },
    tokens: 'all',
  })
  const language = languageOf(user.language)
  const { browser } = change.from
  const kind = change.isFirstProof ? 'address_confirmed' : 'password_changed'
  await mailer.send(tx, user.id, { to: user.email, language, kind, browser })
}
