import type { Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { hashSecretToText } from '../../../platform/secrets/secrets.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { parseReadableCode } from '../../../platform/text/readable-code.ts'
import { limits } from '../../../support/limits/limits.ts'
import type { Subject } from '../../../support/limits/subjects.ts'
import { clearCounts } from '../../../support/limits/table-counts.ts'
import {
  type AuthenticatedUser,
  type CredentialDeps,
  confirmAddress,
  findSignInUser,
  guessPassword,
} from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { findFactorKinds } from '../second-factors/second-factors.ts'
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

/** A user who has proved the password and the code of an email. */
export interface LinkedUser extends AuthenticatedUser, Pick<LinkUser, 'wayBack'> {
  /** Uses the code up. Call this in the transaction of the sign-in. @throws {Refused} expired */
  readonly use: (tx: Queryable) => Promise<void>
}

/**
 * Checks a password together with the code of an email. Guesses count for the link only. It also
 * confirms the address of the user, unless the user has a second factor: somebody else who knows
 * the password may have added it.
 * @param signIn signs the user in
 * @returns what `signIn` returns
 * @throws {Refused} wrong_credentials (the password), expired (the code)
 * @throws {Refused} too_many_attempts
 */
export async function checkPasswordWithLink<T>(
  credentials: CredentialDeps,
  given: { readonly code: string; readonly password: string },
  signIn: (user: LinkedUser) => Promise<T>,
): Promise<T> {
  const { code, password } = given
  const link = await findSignInLink(credentials, code)
  const user = await findSignInUser(credentials.db, link.userId)
  const subjects = passwordsWithLink(code)
  const signedIn = await useLink(credentials, link, (use) =>
    guessPassword(credentials, subjects, { user, password }, (proved) =>
      signIn({ ...proved, wayBack: link.wayBack, use }),
    ),
  )
  const { db } = credentials
  if (user?.email_confirmed === false && !(await findFactorKinds(db, link.userId)).required)
    await confirmAddress(credentials, link.userId, { knowsPassword: true })
  return signedIn
}

/** The limits for passwords that are sent together with the code of an email. */
export const passwordsWithLink = (code: string): readonly Subject[] => [
  [limits.link, hashSecretToText(parseReadableCode(code))],
]

/**
 * Uses a link up, and ends the user's other links to sign in, so that the next email is sent at
 * once.
 * @param work must call `use` in its transaction, which throws `expired` if the link was used
 * meanwhile
 */
export async function useLink<T>(
  credentials: CredentialDeps,
  link: FoundLink & { readonly userId: number },
  work: (use: LinkedUser['use']) => Promise<T>,
): Promise<T> {
  const result = await work(async (tx) => {
    if (!(await consumeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    const now = new Date(credentials.clock.now())
    await store.endLinks(tx, link.userId, { now, kind: 'sign_in' })
  })
  await clearCounts(credentials.counts, [[limits.sign_in_email, emailKey(link.email)]])
  return result
}
