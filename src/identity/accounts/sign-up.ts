import type { Queryable } from '../../platform/database/db.ts'
import { isRefused, Refused } from '../../platform/errors/refusals.ts'
import type { Language } from '../../platform/i18n/catalogue.ts'
import { emailKey } from '../../platform/text/email.ts'
import { isBlank, normalise } from '../../platform/text/text.ts'
import { record } from '../../support/audit/audit.ts'
import { recordRequest } from '../../support/audit/refusals/refusals.ts'
import { emailsTo, requestsWithEmail } from '../../support/throttle/limits.ts'
import { throttleRefusals } from '../../support/throttle/refusals.ts'
import { guess, use } from '../../support/throttle/throttle.ts'
import {
  type CredentialDeps,
  type From,
  findByKey,
  forgiveEmails,
  languageOf,
} from '../credentials/credentials.ts'
import { hashPassword, passwordFault, verifyPassword } from '../credentials/passwords.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import {
  type Arrived,
  type FoundLink,
  findLink,
  findLiveSignUps,
  makeLink,
  type SignUp,
  takeLink,
} from '../email-links/links.ts'
import { pathOfWayBack, type WayBack } from '../email-links/way-back.ts'
import { identityRefusals } from '../refusals.ts'
import { emailFault, nameFault, refuse } from './faults.ts'
import * as store from './store.ts'

/**
 * Signs somebody up. Nothing tells whether the address has an account: a letter is on its way in any case. There is
 * no account before the link in it is followed, and the password given again there: so nobody takes an address
 * that is not theirs, nor prepares an account for somebody else.
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
    readonly from: From
    readonly wayBack?: WayBack | undefined
  },
): Promise<void> {
  const { db, throttle, serviceName } = credentials
  const email = given.email.trim()
  const name = normalise(given.fullName ?? '')
  const fullName = isBlank(name) ? null : name
  refuse({
    email: emailFault(email),
    password: passwordFault(given.password, { email, fullName, serviceName }),
    full_name: nameFault(fullName),
  })
  const { from, wayBack } = given
  const begin = async (isSent: boolean): Promise<void> => {
    const passwordHash = await hashPassword(given.password)
    const signUp = { passwordHash, fullName, language: given.language }
    const pending = { email, signUp, from, wayBack, isSent }
    await withUniformDelay(() => db.transaction((tx) => sendConfirmation(tx, credentials, pending)))
  }
  try {
    await use(throttle, emailsTo(email, from.address), () => begin(true))
  } catch (error) {
    if (
      !(
        isRefused(error, throttleRefusals.too_many_attempts) &&
        error.details.limits?.every((limit) => limit === 'email')
      )
    )
      throw error
    // Others have had emails sent there: the mailbox holds a link, which does for this sign-up as well.
    await use(throttle, requestsWithEmail(email, from.address), () => begin(false))
  }
}

/**
 * Sends the link of a sign-up, or, if the address has an account by now, a link to sign in. Both run the same
 * statements.
 * @param pending.signUp if omitted, nothing is left to confirm
 * @param pending.isSent whether an email is sent; if not, the link of an earlier email works
 */
export async function sendConfirmation(
  tx: Queryable,
  credentials: CredentialDeps,
  pending: {
    readonly email: string
    readonly signUp?: SignUp | undefined
    readonly from: From
    readonly wayBack?: WayBack | undefined
    readonly isSent?: boolean
  },
): Promise<void> {
  const { mailer } = credentials
  const { email, signUp, from, wayBack, isSent = true } = pending
  const present = await findByKey(tx, emailKey(email))
  const link = await makeLink(tx, credentials, {
    kind: 'sign_up',
    userId: null,
    content: { email, wayBack, ...(signUp && { signUp }) },
    void: present !== undefined || signUp === undefined,
  })
  if (present !== undefined && isSent)
    await mailer.send(tx, {
      to: present.email,
      language: languageOf(present.language),
      kind: 'account_exists',
      link: signInLink(credentials, present.id, wayBack),
      browser: from.browser,
    })
  if (present === undefined && signUp !== undefined && isSent)
    await mailer.send(tx, {
      to: email,
      language: languageOf(signUp.language),
      kind: 'confirm_email',
      link,
    })
  await recordRequest(tx, { userId: null, action: 'sign_up' }, credentials.clock)
}

/** The sign-in page, from which the user continues to where they were going. */
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
 * Makes the account of a sign-up, whose link was followed, for whoever knows its password. The link may be that of
 * another sign-up with the same address: it shows whose the mailbox is, and the password whose the sign-up is.
 * @throws {Refused} wrong_credentials (the password), expired (the link), too_many_attempts
 */
export async function confirmEmail(
  credentials: CredentialDeps,
  given: { readonly token: string; readonly password: string },
): Promise<Arrived> {
  const { db, throttle } = credentials
  const link = await findLink(credentials, given.token)
  if (link?.signUp === undefined) throw new Refused(identityRefusals.expired)
  // As the link's own sign-up has it: an address that compares alike may be another mailbox.
  const { email } = link
  const subjects = [['link', link.hash.toString('base64url')]] as const
  const { userId, language } = await guess(throttle, subjects, async () => {
    const signUp = await signUpOf(credentials, link, given.password)
    return db.transaction(async (tx) => {
      if (!(await takeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
      const id = await store.insert(tx, { ...signUp, email, primaryPhone: null })
      // Somebody has confirmed another sign-up with this address meanwhile.
      if (!(await store.claimEmail(tx, emailKey(email), id)))
        throw new Refused(identityRefusals.expired)
      await record(tx, { userId: id, action: 'user.created' })
      await record(tx, { userId: id, action: 'email.confirmed' })
      return { userId: id, language: languageOf(signUp.language) }
    })
  })
  await forgiveEmails(credentials, email)
  return { userId, language, wayBack: link.wayBack }
}

/** The sign-up with the address of a link that a password belongs to. @throws {Refused} wrong_credentials */
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
