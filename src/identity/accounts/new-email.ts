import { Refused } from '../../platform/errors/refusals.ts'
import { emailKey } from '../../platform/text/email.ts'
import { record } from '../../support/audit/audit.ts'
import { emailsTo } from '../../support/throttle/limits.ts'
import { use } from '../../support/throttle/throttle.ts'
import {
  type CredentialDeps,
  type From,
  findByKey,
  forgiveEmails,
  languageOf,
  lockSecret,
} from '../credentials/credentials.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import { endLinks, findLink, makeLink, takeLink } from '../email-links/links.ts'
import { identityRefusals } from '../refusals.ts'
import { emailFault, refuse } from './faults.ts'
import * as store from './store.ts'

/**
 * Has a link sent to a user's new address, which becomes theirs when it is followed. Whether the address is another's is
 * told to that one alone. A link that was sent before ends.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {Refused} too_many_attempts
 */
export async function requestNewEmail(
  credentials: CredentialDeps,
  given: {
    readonly userId: number
    readonly email: string
    readonly from: From
  },
): Promise<void> {
  const { db, mailer, throttle } = credentials
  const { userId, from } = given
  const email = given.email.trim()
  refuse({ email: emailFault(email) })
  const key = emailKey(email)
  await use(throttle, emailsTo(email, from.address), () =>
    withUniformDelay(() =>
      db.transactionFor(userId, async (tx) => {
        const user = await lockSecret(tx, userId)
        if (user === undefined) throw new Refused(identityRefusals.expired)
        const present = await findByKey(tx, key)
        const taken = present !== undefined && present.id !== userId
        await endLinks(tx, userId, {
          now: new Date(credentials.clock.now()),
          kind: 'new_email',
        })
        const made = { kind: 'new_email', userId, content: { email }, void: taken } as const
        const link = await makeLink(tx, credentials, made)
        await mailer.send(
          tx,
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

/**
 * Makes the new address the user's, who must be signed in: who gets a letter by mistake takes no account. The old
 * address is told, and links that were sent there end.
 * @throws {Refused} expired (the link, or the address is another's by now, or the link is another user's), too_many_attempts
 */
export async function confirmNewEmail(
  credentials: CredentialDeps,
  given: { readonly userId: number; readonly token: string; readonly from: From },
): Promise<void> {
  const { db, clock, mailer } = credentials
  const { userId } = given
  const link = await findLink(credentials, given.token)
  if (link?.kind !== 'new_email' || link.userId !== userId)
    throw new Refused(identityRefusals.expired)
  const { email } = link
  await db.transactionFor(userId, async (tx) => {
    const user = await lockSecret(tx, userId)
    if (user === undefined || !(await takeLink(tx, credentials, link)))
      throw new Refused(identityRefusals.expired)
    const keys = { keyBefore: emailKey(user.email), key: emailKey(email) }
    if (!(await store.changeEmail(tx, userId, { email, ...keys })))
      throw new Refused(identityRefusals.expired)
    await endLinks(tx, userId, { now: new Date(clock.now()) })
    const language = languageOf(user.language)
    const { browser } = given.from
    await mailer.send(tx, { to: user.email, language, kind: 'email_changed', browser })
    await record(tx, { userId, action: 'email.changed' })
  })
  await forgiveEmails(credentials, email)
}
