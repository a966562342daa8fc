import { randomInt } from 'node:crypto'
import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { hashSecretToText, isEqual } from '../../../platform/secrets/secrets.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { cleanPasted } from '../../../platform/text/pasted.ts'
import { limits } from '../../../support/limits/limits.ts'
import { guessesFrom, type Subject } from '../../../support/limits/subjects.ts'
import { clearCounts, countGuess } from '../../../support/limits/table-counts.ts'
import { knownEmailFault, refuse } from '../../users/accounts/faults.ts'
import {
  type CredentialDeps,
  confirmAddress,
  findActiveUser,
  type RequestSource,
} from '../../users/credentials/credentials.ts'
import {
  consumeLink,
  endLinks,
  type FoundLink,
  findLink,
  findLinkByHash,
  type LinkUser,
} from '../../users/email-links/links.ts'
import { emailRequestedLink, type LinkRequest } from '../../users/email-links/requested-link.ts'
import { identityRefusals } from '../../users/refusals.ts'
import { findFactorKinds } from '../../users/second-factors/second-factors.ts'

/*
 * Signing in with an email instead of the password. The email has a short code, which works in the
 * browser that asked for it, and a link, which works in every browser. Second factors still apply.
 */

/** How long a code works. Five guesses are allowed in this time. */
const codeTtlMs = 15 * 60_000

/** A user who has proved to read the emails to the account's address. */
export interface EmailedUser extends LinkUser {
  /** A sign-in with an email does not outlive a new password. */
  readonly passwordVersion: number
  /**
   * Uses the link up with its code, and ends the user's other links of this kind, so that the next
   * email is sent at once. Call this in the transaction of the sign-in.
   * @throws {Refused} expired, if it was used meanwhile
   */
  readonly use: (tx: Queryable) => Promise<void>
}

/** Signs in a user who has given the code, or followed the link, of an email. */
type SignIn<T> = (user: EmailedUser) => Promise<T>

/** The browser that a code belongs to. */
interface InBrowser {
  /** The secret id of the browser. */
  readonly browser: string
}

/**
 * Emails a code and a link. The response does not reveal whether there is an account.
 * @returns the name of the request, which the code belongs to; undefined if several emails were
 * sent recently, whose links still work
 * @throws {Refused} validation_failed, keyed `email`; too_many_attempts
 */
export async function requestEmailCode(
  credentials: CredentialDeps,
  given: LinkRequest & InBrowser,
): Promise<string | undefined> {
  const email = given.email.trim()
  refuse({ email: knownEmailFault(email) })
  const code = {
    digits: String(randomInt(10 ** 8)).padStart(8, '0'),
    browser: hashSecretToText(given.browser),
    until: credentials.clock.now() + codeTtlMs,
  }
  const hash = await emailRequestedLink(credentials, 'email_sign_in', given, { code })
  return hash?.toString('base64url')
}

/**
 * Checks a code, and uses it up together with its link. A code of another browser, a code of an
 * unknown request, and a code for an address without an account get the same refusal.
 * @param given.request the name of the request
 * @param given.signIn signs the user in
 * @param given.repeat returns the result of the same form if it was sent before; undefined if it
 * was not
 * @returns what `signIn` or `repeat` returns
 * @throws {Refused} wrong_credentials, too_many_attempts
 */
export async function checkEmailCode<T>(
  credentials: CredentialDeps,
  given: InBrowser & {
    readonly request: string
    readonly code: string
    readonly from: RequestSource
    readonly signIn: SignIn<T>
    readonly repeat: () => Promise<T | undefined>
  },
): Promise<T> {
  const { counts, clock } = credentials
  const hash = Buffer.from(given.request, 'base64url')
  const subjects: readonly Subject[] = [
    [limits.email_code, hash.toString('base64url')],
    ...guessesFrom(given.from.address),
  ]
  const digits = cleanPasted(given.code).replace(/[^\p{L}\p{N}]/gu, '')
  let userId: number | null = null
  const wrong = async (): Promise<T> => {
    const again = await given.repeat()
    if (again === undefined) throw new Refused(identityRefusals.wrong_credentials)
    return again
  }
  try {
    return await countGuess(counts, subjects, async () => {
      const link = await findLinkByHash(credentials, hash)
      userId = link?.userId ?? null
      const code = link?.kind === 'email_sign_in' ? link.code : undefined
      const isRight =
        isEqual(Buffer.from(code?.digits ?? 'x'.repeat(8)), Buffer.from(digits)) &&
        code?.browser === hashSecretToText(given.browser) &&
        code.until > clock.now()
      if (link === undefined || !isRight) return wrong()
      return useLink(credentials, link, given.signIn).catch((error: unknown) => {
        if (!isRefused(error, identityRefusals.expired)) throw error
        return wrong()
      })
    })
  } catch (error) {
    if (isRefused(error, identityRefusals.wrong_credentials)) {
      const details = { by: 'email' }
      await credentials.recordRefusal({ userId, action: 'sign_in.refused', details })
    }
    throw error
  }
}

/** Finds the link of an email, without using it. @throws {Refused} expired */
export async function findSignInByEmail(
  credentials: CredentialDeps,
  token: string,
): Promise<FoundLink> {
  const link = await findLink(credentials, token)
  if (link?.kind !== 'email_sign_in') throw new Refused(identityRefusals.expired)
  return link
}

/** Signs a user in with the link of an email. @throws {Refused} expired */
export const signInByEmail = async <T>(
  credentials: CredentialDeps,
  token: string,
  signIn: SignIn<T>,
): Promise<T> => useLink(credentials, await findSignInByEmail(credentials, token), signIn)

/** @throws {Refused} expired, if the link was used meanwhile, or the user is disabled */
async function useLink<T>(
  credentials: CredentialDeps,
  link: FoundLink,
  signIn: SignIn<T>,
): Promise<T> {
  const { db, clock, counts } = credentials
  const user = await findActiveUser(db, link.userId ?? 0)
  const { userId, language, passwordVersion } = user
  const use = async (tx: Queryable): Promise<void> => {
    if (!(await consumeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    await endLinks(tx, userId, { now: new Date(clock.now()), kind: 'email_sign_in' })
  }
  const { wayBack } = link
  const signedIn = await signIn({ userId, language, passwordVersion, wayBack, use })
  if (!user.emailConfirmed && !(await findFactorKinds(db, userId)).required)
    await confirmAddress(credentials, userId, { knowsPassword: false })
  await clearCounts(counts, [[limits.code_email, emailKey(link.email)]])
  return signedIn
}
