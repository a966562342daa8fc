import { guess, use } from '../attempts/attempts.ts'
import { emailsTo } from '../attempts/limits.ts'
import { record } from '../audit/audit.ts'
import { recordRequest } from '../audit/refusals.ts'
import { SignInRefused } from '../errors.ts'
import type { Queryable } from '../platform/db.ts'
import { emailKey } from '../platform/email.ts'
import type { Language } from '../platform/i18n.ts'
import { isBlank, normalise } from '../platform/text.ts'
import { type Credentials, type From, findByKey, forgiveEmails, languageOf } from './credentials.ts'
import { evenly } from './evenly.ts'
import { emailFault, nameFault, refuse } from './faults.ts'
import { type Arrived, findLink, makeLink, type SignUp, takeLink } from './links.ts'
import { hashPassword, passwordFault, verifyPassword } from './passwords.ts'
import * as store from './store.ts'
import { pathOfWayBack, type WayBack } from './way-back.ts'

/**
 * Signs somebody up. Nothing tells whether the address has an account: a letter is on its way in any case. There is
 * no account before the link in it is followed, and the password given again there: so nobody takes an address
 * that is not theirs, nor prepares an account for somebody else.
 * @throws {Refused} validation_failed, keyed `email`, `password`, `full_name`
 * @throws {SignInRefused} too_many
 */
export async function signUp(
  credentials: Credentials,
  given: {
    readonly email: string
    readonly password: string
    readonly fullName: string | null
    readonly language: Language
    readonly from: From
    readonly wayBack?: WayBack | undefined
  },
): Promise<void> {
  const { db, attempts, serviceName } = credentials
  const email = given.email.trim()
  const name = normalise(given.fullName ?? '')
  const fullName = isBlank(name) ? null : name
  refuse({
    email: emailFault(email),
    password: passwordFault(given.password, { email, fullName, serviceName }),
    full_name: nameFault(fullName),
  })
  const { from, wayBack } = given
  await use(attempts, emailsTo(email, from.address), async () => {
    const passwordHash = await hashPassword(given.password)
    const signUp = { passwordHash, fullName, language: given.language }
    await evenly(() =>
      db.transaction((tx) => sendConfirmation(tx, credentials, { email, signUp, from, wayBack })),
    )
  })
}

/**
 * Sends the link of a sign-up, or, if the address has an account by now, a link to sign in. Both run the same
 * statements.
 * @param pending.signUp if omitted, nothing is left to confirm
 */
export async function sendConfirmation(
  tx: Queryable,
  credentials: Credentials,
  pending: {
    readonly email: string
    readonly signUp?: SignUp | undefined
    readonly from: From
    readonly wayBack?: WayBack | undefined
  },
): Promise<void> {
  const { post } = credentials
  const { email, signUp, from, wayBack } = pending
  const present = await findByKey(tx, emailKey(email))
  const link = await makeLink(tx, credentials, {
    kind: 'sign_up',
    userId: null,
    content: { email, wayBack, ...(signUp && { signUp }) },
    void: present !== undefined || signUp === undefined,
  })
  if (present !== undefined)
    await post.post(tx, {
      to: present.email,
      language: languageOf(present.language),
      kind: 'account_exists',
      link: signInLink(credentials, present.id, wayBack),
      browser: from.browser,
    })
  else if (signUp !== undefined)
    await post.post(tx, {
      to: email,
      language: languageOf(signUp.language),
      kind: 'confirm_email',
      link,
    })
  await recordRequest(tx, { userId: null, action: 'sign_up' })
}

/** The sign-in page, from which the user continues to where they were going. */
function signInLink(
  { authUrl, wayBackKey }: Credentials,
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
 * Makes the account of a sign-up, whose link was followed, for whoever knows its password.
 * @throws {SignInRefused} wrong (the password), ended (the link), too_many
 */
export async function confirmEmail(
  credentials: Credentials,
  given: { readonly token: string; readonly password: string },
): Promise<Arrived> {
  const { db, attempts } = credentials
  const link = await findLink(credentials, given.token)
  if (link?.signUp === undefined) throw new SignInRefused('ended')
  const { email, signUp } = link
  const userId = await guess(attempts, [['link', link.hash.toString('base64url')]], async () => {
    if (!(await verifyPassword(given.password, signUp.passwordHash)))
      throw new SignInRefused('wrong')
    return db.transaction(async (tx) => {
      if (!(await takeLink(tx, credentials, link))) throw new SignInRefused('ended')
      const id = await store.insert(tx, { ...signUp, email, primaryPhone: null })
      // Somebody has confirmed another sign-up with this address meanwhile.
      if (!(await store.claimEmail(tx, emailKey(email), id))) throw new SignInRefused('ended')
      await record(tx, { userId: id, action: 'user.created' })
      await record(tx, { userId: id, action: 'email.confirmed' })
      return id
    })
  })
  await forgiveEmails(credentials, email)
  return { userId, language: languageOf(signUp.language), wayBack: link.wayBack }
}
