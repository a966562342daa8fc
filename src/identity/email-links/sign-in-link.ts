import { Refused } from '../../platform/errors/refusals.ts'
import { emailKey } from '../../platform/text/email.ts'
import { parseReadableCode } from '../../platform/text/readable-code.ts'
import { clearCounts } from '../../support/throttle/throttle.ts'
import {
  type AuthenticatedUser,
  type CredentialDeps,
  findSignInUser,
  guessPassword,
} from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { consumeLink, type FoundLink, findLink, type LinkUser } from './links.ts'
import { emailRequestedLink, type LinkRequest } from './requested-link.ts'
import * as store from './store.ts'

/*
 * The owner of an account signs in this way after too many guesses at the password or code. Past
 * the limits, the server checks no password or code, so guesses gain nothing. The owner first opens
 * a link in an email. Strangers cannot use up these emails: if a link was sent recently, no other
 * is sent, and that link is still valid.
 */

/**
 * Emails a link to sign in with, and its token as a code. The response does not reveal whether
 * there is an account.
 * @throws {Refused} too_many_attempts, if the client's network has requested emails to too many
 * addresses
 */
export async function requestSignInLink(
  credentials: CredentialDeps,
  given: LinkRequest,
): Promise<void> {
  await emailRequestedLink(credentials, 'sign_in', given)
}

/** Finds the link of a code, without using it. @throws {Refused} expired */
export async function findSignInLink(
  credentials: CredentialDeps,
  code: string,
): Promise<FoundLink & { readonly userId: number }> {
  const link = await findLink(credentials, parseReadableCode(code))
  if (link?.kind !== 'sign_in' || link.userId === null) throw new Refused(identityRefusals.expired)
  return { ...link, userId: link.userId }
}

/**
 * Checks a password together with the code of an email. Guesses count for the link only.
 * @throws {Refused} wrong_credentials (the password), expired (the code)
 * @throws {Refused} too_many_attempts
 */
export async function checkPasswordWithLink(
  credentials: CredentialDeps,
  given: { readonly code: string; readonly password: string },
): Promise<AuthenticatedUser & Pick<LinkUser, 'wayBack'>> {
  const { code, password } = given
  const link = await findSignInLink(credentials, code)
  const user = await findSignInUser(credentials.db, link.userId)
  const subjects = [['link', link.hash.toString('base64url')]] as const
  const use = () => consumeSignInLink(credentials, link)
  const proved = await guessPassword(credentials, subjects, { user, password, use })
  return { ...proved, wayBack: link.wayBack }
}

/**
 * Uses a link up, and ends the user's other links to sign in, so that the next email is sent at
 * once.
 * @throws {Refused} expired, if it was used meanwhile
 */
export async function consumeSignInLink(
  credentials: CredentialDeps,
  link: FoundLink & { readonly userId: number },
): Promise<void> {
  await credentials.db.transactionFor(link.userId, async (tx) => {
    if (!(await consumeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    const now = new Date(credentials.clock.now())
    await store.endLinks(tx, link.userId, { now, kind: 'sign_in' })
  })
  await clearCounts(credentials.throttle, [['sign_in_email', emailKey(link.email)]])
}
