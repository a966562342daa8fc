import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { type Language, languageOf } from '../../../platform/i18n/catalogue.ts'
import { keyedHash } from '../../../platform/secrets/secrets.ts'
import { readEmail } from '../../../platform/text/email.ts'
import { isBlank, normalise } from '../../../platform/text/text.ts'
import { record } from '../../../support/audit/audit.ts'
import { recordRequest } from '../../../support/audit/refusals/refusals.ts'
import { limits } from '../../../support/limits/limits.ts'
import { siteOrNetworkOf } from '../../../support/limits/networks.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import { emailsTo, requestsWithEmail } from '../../../support/limits/subjects.ts'
import { countGuess, countUse } from '../../../support/limits/table-counts.ts'
import {
  type CredentialDeps,
  findUserByEmail,
  forgiveEmails,
  type RequestSource,
} from '../credentials/credentials.ts'
import { chosenPasswordFault, hashPassword, verifyPassword } from '../credentials/passwords.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import {
  consumeLink,
  type FoundLink,
  findLink,
  findLiveSignUps,
  findPendingSignUp,
  type LinkUser,
  makeLink,
  type SignUp,
} from '../email-links/links.ts'
import { pathOfWayBack, type WayBack } from '../email-links/way-back.ts'
import { identityRefusals } from '../refusals.ts'
import { emailFault, nameFault, refuse } from './faults.ts'
import * as store from './store.ts'

/**
 * Starts a sign-up. An email is sent whether or not the address has an account, so that the
 * response does not reveal which. The account is created when somebody follows the link in that
 * email and enters the password again. So nobody can use another person's address, or prepare an
 * account for another person.
 * @throws {Refused} validation_failed, keyed `email`, `password`, `full_name`
 * @throws {Refused} too_many_attempts
 */
export async function signUp(
  credentials: CredentialDeps,
  given: {
    readonly email: string
    readonly password: string
    readonly fullName: string | null
    readonly language: Language
    readonly from: RequestSource
    readonly wayBack?: WayBack | undefined
  },
): Promise<void> {
  const { db, counts, serviceName } = credentials
  const email = readEmail(given.email)
  const name = normalise(given.fullName ?? '')
  const fullName = isBlank(name) ? null : name
  const context = { email, fullName, serviceName }
  refuse({
    email: emailFault(email),
    password: await chosenPasswordFault(credentials, given.password, context),
    full_name: nameFault(fullName),
  })
  const { from, wayBack } = given
  const origin = originOf(credentials, from)
  const startSignUp = async (isSent: boolean): Promise<void> => {
    const passwordHash = await hashPassword(given.password)
    const signUp = { passwordHash, fullName, language: given.language, origin }
    const pending = { email, signUp, from, wayBack, isSent }
    await withUniformDelay(() => db.transaction((tx) => sendConfirmation(tx, credentials, pending)))
  }
  try {
    await countUse(counts, emailsTo(email, from.address), () => startSignUp(true))
  } catch (error) {
    if (
      !(
        isRefused(error, limitRefusals.too_many_attempts) &&
        error.details.limits?.every((limit) => limit === limits.email.name)
      )
    )
      throw error
    // Emails were sent to this address recently. A link in one of them also confirms this sign-up.
    await countUse(counts, requestsWithEmail(email, from.address), () => startSignUp(false))
  }
}

/** The network or site of a sign-up, as a keyed hash. */
const originOf = ({ linkKey }: CredentialDeps, { address }: RequestSource): string =>
  keyedHash(linkKey, siteOrNetworkOf(address)).toString('base64url')

/**
 * Sends the link of a sign-up. If the address has an account by now, it sends a link to sign in
 * instead. Both run the same statements.
 * @param pending.signUp if omitted, only an address that has an account gets an email
 * @param pending.isSent whether to send an email; if false, the link of an earlier email confirms
 * the sign-up
 */
export async function sendConfirmation(
  tx: Queryable,
  credentials: CredentialDeps,
  pending: {
    readonly email: string
    readonly signUp?: SignUp | undefined
    readonly from: RequestSource
    readonly wayBack?: WayBack | undefined
    readonly isSent?: boolean
  },
): Promise<void> {
  const { mailer } = credentials
  const { email, signUp, from, wayBack, isSent = true } = pending
  const present = await findUserByEmail(tx, email)
  const link = await makeLink(tx, credentials, {
    kind: 'sign_up',
    userId: null,
    content: { email, wayBack, ...(signUp && { signUp }) },
    isDecoy: present !== undefined || signUp === undefined,
  })
  if (present !== undefined && isSent)
    await mailer.send(tx, present.id, {
      to: present.email,
      language: languageOf(present.language),
      kind: 'account_exists',
      link: signInLink(credentials, present.id, wayBack),
      browser: from.browser,
    })
  if (present === undefined && signUp !== undefined && isSent)
    await mailer.send(tx, null, {
      to: email,
      language: languageOf(signUp.language),
      kind: 'confirm_email',
      link,
    })
  await recordRequest(tx, { userId: null, action: 'sign_up' }, credentials.clock)
}

/**
 * Sends the link of an unconfirmed sign-up again, for an operator. The earlier links stay valid.
 * @returns false if nobody has signed up with this address lately
 */
export const resendSignUp = (
  credentials: CredentialDeps,
  address: string,
  from: RequestSource,
): Promise<boolean> =>
  credentials.db.transaction(async (tx) => {
    const pending = await findPendingSignUp(tx, credentials, address.trim())
    const isTaken = (await findUserByEmail(tx, address.trim())) !== undefined
    if (pending === undefined || isTaken) return false
    await sendConfirmation(tx, credentials, { ...pending, from })
    return true
  })

/** The URL of the sign-in page, from which the user continues to where they were going. */
function signInLink(
  { authUrl, wayBackKey }: CredentialDeps,
  userId: number,
  wayBack: WayBack | undefined,
): string {
  const path = pathOfWayBack(wayBackKey, userId, wayBack)
  if (path === undefined) return `${authUrl}/sign-in`
  const query = new URLSearchParams({
    return_to: new URL(authUrl).pathname.replace(/\/$/, '') + path,
  })
  return `${authUrl}/sign-in?${query}`
}

/**
 * Creates the account of a sign-up. The link proves that the mailbox belongs to the user, and the
 * password selects the sign-up: the link may come from another sign-up with the same address.
 * @throws {Refused} wrong_credentials (the password), expired (the link), too_many_attempts
 */
export async function confirmEmail(
  credentials: CredentialDeps,
  given: { readonly token: string; readonly password: string },
): Promise<LinkUser> {
  const { db, counts } = credentials
  const link = await findLink(credentials, given.token)
  if (link?.signUp === undefined) throw new Refused(identityRefusals.expired)
  // Use the address as the link has it: another spelling of the same key may be another mailbox.
  const { email } = link
  const subjects = [[limits.link, link.hash.toString('base64url')]] as const
  const { userId, language } = await countGuess(counts, subjects, async () => {
    const signUp = await signUpOf(credentials, link, given.password)
    const isTaken = new Refused(identityRefusals.expired)
    try {
      return await db.transaction(async (tx) => {
        if (!(await consumeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
        const userId = await insertConfirmedUser(tx, { ...signUp, email })
        // Another sign-up with this address was confirmed meanwhile.
        if (userId === undefined) throw isTaken
        return { userId, language: languageOf(signUp.language) }
      })
    } catch (error) {
      // The address is confirmed, so the link has done its work, and its page says so.
      if (error === isTaken) await consumeLink(db, credentials, link)
      throw error
    }
  })
  await forgiveEmails(credentials, email)
  return { userId, language, wayBack: link.wayBack }
}

/**
 * Adds a user whose email address is confirmed.
 * @param user.passwordHash null if the user signs in in another way
 * @returns the user's id; undefined if the address belongs to another user. The caller must then
 * roll the transaction back.
 */
export async function insertConfirmedUser(
  tx: Queryable,
  user: {
    readonly email: string
    readonly passwordHash: string | null
    readonly fullName: string | null
    readonly language: string
  },
): Promise<number | undefined> {
  const userId = await store.insert(tx, { ...user, primaryPhone: null })
  if (!(await store.claimEmail(tx, user.email, userId))) return undefined
  await record(tx, { userId, action: 'user.created' })
  await record(tx, { userId, action: 'email.confirmed' })
  return userId
}

/**
 * Finds the sign-up with a link's address and this password.
 * @throws {Refused} wrong_credentials
 */
async function signUpOf(
  credentials: CredentialDeps,
  { email, signUp: own }: FoundLink,
  password: string,
): Promise<SignUp> {
  const others = await findLiveSignUps(credentials, email)
  for (const signUp of own === undefined ? others : [own, ...others])
    if (await verifyPassword(password, signUp.passwordHash)) return signUp
  throw new Refused(identityRefusals.wrong_credentials)
}
