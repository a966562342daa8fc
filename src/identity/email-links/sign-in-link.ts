import { Refused } from '../../platform/errors/refusals.ts'
import { emailKey } from '../../platform/text/email.ts'
import { parseReadableCode } from '../../platform/text/readable-code.ts'
import { forgive } from '../../support/throttle/throttle.ts'
import {
  type CredentialDeps,
  findSecret,
  guessPassword,
  type Proved,
} from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { type Arrived, type FoundLink, findLink, takeLink } from './links.ts'
import { emailRequestedLink, type LinkRequest } from './requested-link.ts'
import * as store from './store.ts'

/*
 * How an owner signs in after too many guesses at their password or code. Past the limits nothing is checked, so
 * guesses gain nothing, and the owner first opens a link in an email. A stranger cannot exhaust this: a link that was
 * sent recently counts as sent, and stays valid as long as it counts.
 */

/**
 * Sends a link to sign in with, and its token as a code. The response does not reveal whether there is an account.
 * @throws {Refused} too_many_attempts where the network has asked for emails to too many addresses
 */
export const requestSignInLink = (credentials: CredentialDeps, given: LinkRequest): Promise<void> =>
  emailRequestedLink(credentials, 'sign_in', given)

/** The link that a code stands for, without using it. @throws {Refused} expired */
export async function findSignInLink(
  credentials: CredentialDeps,
  code: string,
): Promise<FoundLink & { readonly userId: number }> {
  const link = await findLink(credentials, parseReadableCode(code))
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
