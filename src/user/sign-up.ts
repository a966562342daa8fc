import { attempt, fromNetwork } from '../attempts/attempts.ts'
import { record } from '../audit/audit.ts'
import { SignInRefused } from '../errors.ts'
import { emailKey } from '../platform/email.ts'
import type { Language } from '../platform/i18n.ts'
import { isBlank, normalise } from '../platform/text.ts'
import { type Credentials, type From, findByKey, type Known, languageOf } from './credentials.ts'
import { evenly } from './evenly.ts'
import { emailFault, nameFault, refuse } from './faults.ts'
import { findLink, makeLink } from './links.ts'
import { hashPassword, passwordFault, verifyPassword } from './passwords.ts'
import * as store from './store.ts'

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
  },
): Promise<void> {
  const { db, post, attempts, serviceName } = credentials
  const email = given.email.trim()
  const name = normalise(given.fullName ?? '')
  const fullName = isBlank(name) ? null : name
  refuse({
    email: emailFault(email),
    password: passwordFault(given.password, { email, fullName, serviceName }),
    full_name: nameFault(fullName),
  })
  const key = emailKey(email)
  await attempt(attempts, [['letter', key], fromNetwork(given.from.address, 'letter_network')])
  const passwordHash = await hashPassword(given.password)
  await evenly(() =>
    db.transaction(async (tx) => {
      const present = await findByKey(tx, key)
      const link = await makeLink(tx, credentials, {
        kind: 'sign_up',
        userId: null,
        content: { email, signUp: { passwordHash, fullName, language: given.language } },
        void: present !== undefined,
      })
      await post.post(
        tx,
        present === undefined
          ? { to: email, language: given.language, kind: 'confirm_email', link }
          : {
              to: present.email,
              language: languageOf(present.language),
              kind: 'account_exists',
              link: `${credentials.authUrl}/sign-in`,
              browser: given.from.browser,
            },
      )
      await record(tx, { userId: null, action: 'sign_up' })
    }),
  )
}

/**
 * Makes the account of a sign-up, whose link was followed, for whoever knows its password.
 * @throws {SignInRefused} wrong (the password), ended (the link), too_many
 */
export async function confirmEmail(
  credentials: Credentials,
  given: { readonly token: string; readonly password: string; readonly from: From },
): Promise<Known> {
  const { db, clock, attempts } = credentials
  const link = await findLink(credentials, given.token)
  if (link?.signUp === undefined) throw new SignInRefused('ended')
  const trying = await attempt(attempts, [
    ['link', link.hash.toString('base64url')],
    fromNetwork(given.from.address),
  ])
  const { email, signUp } = link
  if (!(await verifyPassword(given.password, signUp.passwordHash))) throw new SignInRefused('wrong')
  const userId = await db.transaction(async (tx) => {
    if (!(await store.takeLink(tx, link.hash, new Date(clock.now()))))
      throw new SignInRefused('ended')
    const id = await store.insert(tx, { ...signUp, email, primaryPhone: null })
    // Somebody has confirmed another sign-up with this address meanwhile.
    if (!(await store.claimEmail(tx, emailKey(email), id))) throw new SignInRefused('ended')
    await record(tx, { userId: id, action: 'user.created' })
    await record(tx, { userId: id, action: 'email.confirmed' })
    return id
  })
  await trying.right()
  return { userId, language: languageOf(signUp.language) }
}
