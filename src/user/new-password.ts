import { attempt, forgive, fromNetwork } from '../attempts/attempts.ts'
import { record } from '../audit/audit.ts'
import { SignInRefused } from '../errors.ts'
import { endSessionsOfUser } from '../oauth/sessions.ts'
import { endTokensOfUser } from '../oauth/tokens.ts'
import type { Queryable } from '../platform/db.ts'
import { emailKey } from '../platform/email.ts'
import {
  type Credentials,
  checkOwnPassword,
  type From,
  findByKey,
  languageOf,
} from './credentials.ts'
import { evenly } from './evenly.ts'
import { knownEmailFault, refuse } from './faults.ts'
import { type Arrived, findLink, findPendingSignUp, makeLink, takeLink } from './links.ts'
import { hashPassword, passwordFault } from './passwords.ts'
import { sendConfirmation } from './sign-up.ts'
import * as store from './store.ts'
import type { WayBack } from './way-back.ts'

/**
 * Has a link for a new password sent, or another one to confirm a sign-up with this address. Nothing tells whether there is an account.
 * A link that was sent before ends.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {SignInRefused} too_many
 */
export async function requestReset(
  credentials: Credentials,
  given: {
    readonly email: string
    readonly from: From
    readonly wayBack?: WayBack | undefined
  },
): Promise<void> {
  const { db, clock, post, attempts } = credentials
  const { from, wayBack } = given
  const email = given.email.trim()
  refuse({ email: knownEmailFault(email) })
  const key = emailKey(email)
  await attempt(attempts, [['letter', key], fromNetwork(from.address, 'letter_network')])
  await evenly(() =>
    db.transaction(async (tx) => {
      const found = await findByKey(tx, key)
      const user = found !== undefined && found.disabled_at === null ? found : undefined
      await store.lockSecret(tx, user?.id ?? 0)
      const pending = await findPendingSignUp(tx, credentials, email)
      if (found === undefined && pending !== undefined)
        return sendConfirmation(tx, credentials, { ...pending, from, wayBack })
      const now = new Date(clock.now())
      await store.endLinks(tx, user?.id ?? 0, { now, kind: 'reset_password' })
      const link = await makeLink(tx, credentials, {
        kind: 'reset_password',
        userId: user?.id ?? null,
        content: { email: user?.email ?? email, wayBack },
        void: user === undefined,
      })
      if (user !== undefined) {
        const language = languageOf(user.language)
        const { browser } = from
        await post.post(tx, { to: user.email, language, kind: 'reset_password', link, browser })
      }
      await record(tx, { userId: user?.id ?? null, action: 'password.reset_requested' })
    }),
  )
}

/**
 * Gives the user a new password by the link of a letter. It ends all sessions and tokens, and is told by mail.
 * @throws {Refused} validation_failed, keyed `password`: the link stays good
 * @throws {SignInRefused} ended, too_many
 */
export async function resetPassword(
  credentials: Credentials,
  given: { readonly token: string; readonly password: string; readonly from: From },
): Promise<Arrived> {
  const { db, attempts, serviceName } = credentials
  const trying = await attempt(attempts, [fromNetwork(given.from.address)])
  const link = await findLink(credentials, given.token)
  if (link?.kind !== 'reset_password') throw new SignInRefused('ended')
  const user = await store.findSecret(db, link.userId ?? 0)
  if (user === undefined || user.disabled_at !== null) throw new SignInRefused('ended')
  await trying.right()
  const whose = { email: user.email, fullName: user.full_name, serviceName }
  refuse({ password: passwordFault(given.password, whose) })
  const passwordHash = await hashPassword(given.password)
  await db.transactionFor(user.id, async (tx) => {
    const held = await store.lockSecret(tx, user.id)
    if (held === undefined || held.disabled_at !== null) throw new SignInRefused('ended')
    if (!(await takeLink(tx, credentials, link))) throw new SignInRefused('ended')
    await replacePassword(tx, credentials, held, { passwordHash, from: given.from })
    await record(tx, { userId: held.id, action: 'password.reset' })
  })
  // Whoever was kept out by others who guessed is let in again.
  await forgive(attempts, [['account', emailKey(user.email)]])
  return { userId: user.id, language: languageOf(user.language), wayBack: link.wayBack }
}

/**
 * Gives a user who is signed in a new password. It ends all other sessions and all tokens, and is told by mail.
 * @param given.sessionUid the session that stays
 * @throws {Refused} validation_failed, keyed `password`
 * @throws {SignInRefused} wrong (the current password), too_many
 */
export async function changePassword(
  credentials: Credentials,
  given: {
    readonly userId: number
    readonly current: string
    readonly password: string
    readonly sessionUid?: string | undefined
    readonly from: From
  },
): Promise<void> {
  const { db, serviceName } = credentials
  const { userId, current, from } = given
  const user = await checkOwnPassword(credentials, { userId, password: current, from })
  const whose = { email: user.email, fullName: user.full_name, serviceName }
  refuse({ password: passwordFault(given.password, whose) })
  const passwordHash = await hashPassword(given.password)
  await db.transactionFor(userId, async (tx) => {
    const held = await store.lockSecret(tx, userId)
    // Who changes it twice at once changes it once.
    if (held === undefined || held.password_hash !== user.password_hash)
      throw new SignInRefused('wrong')
    await replacePassword(tx, credentials, held, {
      passwordHash,
      from,
      exceptSession: given.sessionUid,
    })
    await record(tx, { userId, action: 'password.changed' })
  })
}

/** What a new password brings with it, whichever way it came about. */
async function replacePassword(
  tx: Queryable,
  { clock, post }: Credentials,
  user: store.Secret,
  change: {
    readonly passwordHash: string
    readonly from: From
    readonly exceptSession?: string | undefined
  },
): Promise<void> {
  await store.updatePassword(tx, user.id, change.passwordHash)
  await store.endLinks(tx, user.id, { now: new Date(clock.now()) })
  const except = change.exceptSession === undefined ? {} : { exceptUid: change.exceptSession }
  await endSessionsOfUser(tx, user.id, { reason: 'password_changed', ...except })
  await endTokensOfUser(tx, user.id)
  const language = languageOf(user.language)
  const { browser } = change.from
  await post.post(tx, { to: user.email, language, kind: 'password_changed', browser })
}
