import type { Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { languageOf } from '../../../platform/i18n/catalogue.ts'
import { readEmail } from '../../../platform/text/email.ts'
import { record } from '../../../support/audit/audit.ts'
import { emailsByUser } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import { recordAndAnnounce } from '../../../support/outbox/outbox.ts'
import { endAccess } from '../../access/access.ts'
import {
  type CredentialDeps,
  findUserByEmail,
  forgiveEmails,
  lockSignInUser,
  type RequestSource,
} from '../credentials/credentials.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import {
  consumeLink,
  endLinks,
  endUndoLinks,
  findLink,
  listOpenLinks,
  listUndoLinks,
  makeLink,
} from '../email-links/links.ts'
import { identityRefusals } from '../refusals.ts'
import { makeUndoLink, readMethods } from '../second-factors/former-methods.ts'
import { emailFault, refuse } from './faults.ts'
import * as store from './store.ts'
import { isSentTo, linksOfLater, signInLinksIn } from './undo-links.ts'

/**
 * Sends a link to a user's new address. The address changes when the user confirms it with that
 * link. If the address belongs to another user, only that user is told, by email. Earlier links to
 * a new address end.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {Refused} too_many_attempts
 */
export async function requestNewEmail(
  credentials: CredentialDeps,
  given: {
    readonly userId: number
    readonly email: string
    readonly from: RequestSource
  },
): Promise<void> {
  const { db, mailer, counts } = credentials
  const { userId, from } = given
  const email = readEmail(given.email)
  refuse({ email: emailFault(email) })
  await countUse(counts, emailsByUser(userId, email, from.address), () =>
    withUniformDelay(() =>
      db.transactionFor(userId, async (tx) => {
        const user = await lockSignInUser(tx, userId)
        if (user === undefined) throw new Refused(identityRefusals.expired)
        const present = await findUserByEmail(tx, email)
        const taken = present !== undefined && present.id !== userId
        await endLinks(tx, userId, {
          now: new Date(credentials.clock.now()),
          kind: 'new_email',
        })
        // The link of a taken address is never sent. It is stored like any other, so that nothing
        // that the user sees of it tells whether the address belongs to somebody.
        const made = { kind: 'new_email', userId, content: { email } } as const
        const link = await makeLink(tx, credentials, made)
        await mailer.send(
          tx,
          taken ? present.id : userId,
          taken
            ? {
                to: present.email,
                language: languageOf(present.language),
                kind: 'account_exists',
                link: `${credentials.authUrl}/sign-in`,
                browser: from.browser,
              }
            : {
                to: email,
                language: languageOf(user.language),
                kind: 'confirm_new_email',
                link,
                browser: from.browser,
              },
        )
        await record(tx, { userId, action: 'email.change_requested' })
      }),
    ),
  )
}

/** What reading the links of a user depends on. */
type LinkDeps = Pick<CredentialDeps, 'clock' | 'linkKey'> & { readonly db: Queryable }

/** Finds the address that a user asked for and has not confirmed yet. */
export async function findPendingEmail(
  deps: LinkDeps,
  userId: number,
): Promise<string | undefined> {
  const links = await listOpenLinks(deps, userId)
  return links.find(({ kind }) => kind === 'new_email')?.email
}

/**
 * Sends the link to confirm an address again, for an operator: to the new address that the user has
 * asked for, or to an address that nobody has confirmed. Earlier links to a new address end.
 * @returns the address; undefined if nothing is to be confirmed, or the user is disabled
 */
export const resendConfirmation = (
  credentials: CredentialDeps,
  userId: number,
): Promise<string | undefined> =>
  credentials.db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined || user.disabled_at !== null) return undefined
    const email = await findUnconfirmedEmail({ ...credentials, db: tx }, userId)
    if (email === undefined) return undefined
    const kind = 'new_email'
    await endLinks(tx, userId, { now: new Date(credentials.clock.now()), kind })
    const taken = await findUserByEmail(tx, email)
    const link = await makeLink(tx, credentials, { kind, userId, content: { email } })
    // The link to an address of another user is never sent, as in `requestNewEmail`.
    if (taken === undefined || taken.id === userId) {
      const language = languageOf(user.language)
      await credentials.mailer.send(tx, userId, {
        to: email,
        language,
        kind: 'confirm_new_email',
        link,
      })
    }
    await record(tx, { userId, action: 'email.confirmation_sent' })
    return email
  })

/** The address that a user has still to confirm, if any. */
export async function findUnconfirmedEmail(
  deps: LinkDeps,
  userId: number,
): Promise<string | undefined> {
  const pending = await findPendingEmail(deps, userId)
  if (pending !== undefined) return pending
  const account = await store.findAccountRow(deps.db, userId)
  return account?.email_confirmed_at === null ? account.email : undefined
}

/**
 * Changes the email address of a user who followed the link. The user must be signed in, so that
 * somebody who got the email by mistake cannot take the account. The old address gets an email with
 * a link that takes the change back, and all links that were sent to it end, but those that undo. If
 * a link could have taken the account back to the new address, this change does the same: it ends
 * the links to later addresses, and the old address, which is one of them, gets none.
 * @throws {Refused} expired, if the link has ended or is another user's, or if the address belongs
 * to another user by now; too_many_attempts
 */
export async function confirmNewEmail(
  credentials: CredentialDeps,
  given: { readonly userId: number; readonly token: string; readonly from: RequestSource },
): Promise<void> {
  const { db, clock, mailer } = credentials
  const { userId } = given
  const link = await findLink(credentials, given.token)
  if (link?.kind !== 'new_email' || link.userId !== userId)
    throw new Refused(identityRefusals.expired)
  const { email } = link
  await db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined || !(await consumeLink(tx, credentials, link)))
      throw new Refused(identityRefusals.expired)
    const methods = await readMethods(tx, credentials, userId)
    if (!(await store.changeEmail(tx, userId, email, true)))
      throw new Refused(identityRefusals.expired)
    await endAccess(tx, userId, { links: { now: new Date(clock.now()) } })
    const told = {
      to: user.email,
      language: languageOf(user.language),
      browser: given.from.browser,
    }
    const links = await listUndoLinks(tx, credentials, userId)
    if (signInLinksIn(links).some((one) => !one.isExpired && isSentTo(one, email))) {
      await endUndoLinks(tx, credentials, userId, linksOfLater(email, links))
      await mailer.send(tx, userId, { ...told, kind: 'address_taken_back' })
    } else {
      const former = { userId, email: user.email, emailConfirmed: user.email_confirmed }
      const undo = await makeUndoLink(tx, credentials, former, methods)
      await mailer.send(tx, userId, { ...told, kind: 'email_changed', link: undo })
    }
    const event = { topic: 'User', action: 'Updated', resourceId: null } as const
    await recordAndAnnounce(tx, { userId, action: 'email.changed' }, event)
  })
  await forgiveEmails(credentials, email)
}
