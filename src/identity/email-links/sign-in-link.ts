import type { Queryable } from '../../platform/database/db.ts'
import { isRefused, Refused } from '../../platform/errors/refusals.ts'
import { emailKey } from '../../platform/text/email.ts'
import { grouped, readCode } from '../../platform/text/readable-code.ts'
import { recordRequest } from '../../support/audit/refusals/refusals.ts'
import { emailsFrom, type Limit } from '../../support/throttle/limits.ts'
import { throttleRefusals } from '../../support/throttle/refusals.ts'
import { forgive, use } from '../../support/throttle/throttle.ts'
import {
  type CredentialDeps,
  type From,
  findByKey,
  findSecret,
  guessPassword,
  languageOf,
  lockSecret,
  type Proved,
} from '../credentials/credentials.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import { identityRefusals } from '../refusals.ts'
import { type Arrived, type FoundLink, findLink, makeLink, takeLink } from './links.ts'
import * as store from './store.ts'
import type { WayBack } from './way-back.ts'

/*
 * How an owner signs in after too many guesses at their password or code. Past the limits nothing is checked, so
 * guesses gain nothing, and the owner first opens a link in an email. A stranger cannot exhaust this: a link that was
 * sent recently counts as sent, and stays valid as long as it counts.
 */

/**
 * Sends a link to sign in with, and its token as a code. The response does not reveal whether there is an account.
 * @throws {Refused} too_many_attempts where the network has asked for emails to too many addresses
 */
export async function requestSignInLink(
  credentials: CredentialDeps,
  given: {
    readonly email: string
    readonly from: From
    readonly wayBack?: WayBack | undefined
  },
): Promise<void> {
  const { db, mailer, throttle } = credentials
  const email = given.email.trim()
  const key = emailKey(email)
  const subjects = [['sign_in_email', key] as const, ...emailsFrom(given.from.address)]
  const send = async (tx: Queryable): Promise<void> => {
    const found = await findByKey(tx, key)
    const user = found !== undefined && found.disabled_at === null ? found : undefined
    await lockSecret(tx, user?.id ?? 0)
    const link = await makeLink(tx, credentials, {
      kind: 'sign_in',
      userId: user?.id ?? null,
      content: { email: user?.email ?? email, wayBack: given.wayBack },
      void: user === undefined,
    })
    if (user !== undefined) {
      const code = grouped(new URL(link).searchParams.get('token') ?? '')
      const language = languageOf(user.language)
      const { browser } = given.from
      const message = {
        to: user.email,
        language,
        kind: 'sign_in_link',
        link,
        code,
        browser,
      } as const
      await mailer.send(tx, message)
    }
    await recordRequest(
      tx,
      { userId: user?.id ?? null, action: 'sign_in.link_requested' },
      credentials.clock,
    )
  }
  await unlessSentLately(
    'sign_in_email',
    use(throttle, subjects, () => withUniformDelay(() => db.transaction(send))),
  )
}

/** Counts an email that was sent recently as sent: the mailbox holds a link that works, whoever requested it. */
export async function unlessSentLately(limit: Limit, sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => {
    if (
      !(
        isRefused(error, throttleRefusals.too_many_attempts) &&
        error.details.limits?.includes(limit)
      )
    )
      throw error
  })
}

/** The link that a code stands for, without using it. @throws {Refused} expired */
export async function findSignInLink(
  credentials: CredentialDeps,
  code: string,
): Promise<FoundLink & { readonly userId: number }> {
  const link = await findLink(credentials, readCode(code))
  if (link?.kind !== 'sign_in' || link.userId === null) throw new Refused(identityRefusals.expired)
  return { ...link, userId: link.userId }
}

/**
 * Checks a password together with the code of an email. The password counts for the link alone.
 * @throws {Refused} wrong_credentials (the password), expired (the code)
 * @throws {Refused} too_many_attempts
 */
export async function checkPasswordWithLink(
  credentials: CredentialDeps,
  given: { readonly code: string; readonly password: string },
): Promise<Proved & Pick<Arrived, 'wayBack'>> {
  const { code, password } = given
  const link = await findSignInLink(credentials, code)
  const user = await findSecret(credentials.db, link.userId)
  const subjects = [['link', link.hash.toString('base64url')]] as const
  const use = () => takeSignInLink(credentials, link)
  const proved = await guessPassword(credentials, subjects, { user, password, use })
  return { ...proved, wayBack: link.wayBack }
}

/**
 * Uses a link up. The user's other links to sign in end with it, so the next email is sent at once.
 * @throws {Refused} expired, where it was used meanwhile
 */
export async function takeSignInLink(
  credentials: CredentialDeps,
  link: FoundLink & { readonly userId: number },
): Promise<void> {
  await credentials.db.transactionFor(link.userId, async (tx) => {
    if (!(await takeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    const now = new Date(credentials.clock.now())
    await store.endLinks(tx, link.userId, { now, kind: 'sign_in' })
  })
  await forgive(credentials.throttle, [['sign_in_email', emailKey(link.email)]])
}
