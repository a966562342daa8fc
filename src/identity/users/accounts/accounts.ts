import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { languageOf, say } from '../../../platform/i18n/catalogue.ts'
import { isEmail, readEmail } from '../../../platform/text/email.ts'
import { fullNameFaults } from '../../../platform/text/full-name.ts'
import { normalise } from '../../../platform/text/text.ts'
import { record } from '../../../support/audit/audit.ts'
import type { EmailKind, Mailer } from '../../../support/mail/mailer.ts'
import { endAccess } from '../../access/access.ts'
import { beginToRemoveEnded } from '../../access/of-application.ts'
import { findUserIdByEmail, lockSignInUser, updatePassword } from '../credentials/credentials.ts'
import { hashPassword, passwordFault } from '../credentials/passwords.ts'
import { disableAllOf, lockAllOf } from '../developers/own-applications.ts'
import { listUsersWithRole, type Role } from '../roles/roles.ts'
import * as store from './store.ts'

export {
  type Account,
  type AccountRow,
  changeEmail,
  findAccount as findAccountById,
  findAccountRow,
  findEmail,
  lockUser,
  markRecovered,
} from './store.ts'

export interface NewAccount {
  readonly email: string
  readonly password: string
  readonly fullName?: string | null
  readonly primaryPhone?: string | null
  readonly language?: string
  /** The name of the service. The password must not consist of it. */
  readonly serviceName: string
}

/** The dependencies of a change of a password by an operator. */
export interface PasswordDeps {
  readonly db: Database
  readonly clock: Clock
  /** The name of the service. The password must not consist of it. */
  readonly serviceName: string
  /** Tells the user by email. Undefined for accounts of the demo, which nobody owns. */
  readonly mailer?: Mailer
}

/**
 * Creates a user.
 * @returns the user's id
 * @throws {Refused} validation_failed, if the email address is not valid or belongs to another
 * user, or if `passwordFault` refuses the password
 */
export async function createUser(db: Database, account: NewAccount): Promise<number> {
  const email = readEmail(account.email)
  if (!isEmail(email)) {
    throw invalid(`"${email}" is not an email address.`)
  }
  const fullName = account.fullName == null ? null : normalise(account.fullName)
  const nameFaults = fullName === null ? [] : fullNameFaults(fullName)
  if (nameFaults.some(([key]) => key !== 'rule.card_number')) {
    throw invalid('The full name must be 1 to 128 characters long, without line breaks.')
  }
  if (nameFaults.length > 0) throw invalid('The full name must not contain a card number.')
  const { serviceName } = account
  const fault = passwordFault(account.password, { email, fullName, serviceName })
  if (fault !== undefined) throw invalid(say('en', ...fault))
  const passwordHash = await hashPassword(account.password)
  return db.transaction(async (tx) => {
    const id = await store.insert(tx, {
      email,
      passwordHash,
      fullName,
      primaryPhone: account.primaryPhone ?? null,
      language: account.language ?? 'en',
    })
    if (!(await store.claimEmail(tx, email, id))) {
      throw invalid(`A user with the email address ${email} already exists.`)
    }
    await record(tx, { userId: id, action: 'user.created' })
    return id
  })
}

/** Finds the id of the user who has this email address. */
export const findByEmail = (db: Queryable, email: string): Promise<number | undefined> =>
  findUserIdByEmail(db, email.trim())

/** Finds the account that has this email address. */
export async function findAccount(
  db: Queryable,
  email: string,
): Promise<store.Account | undefined> {
  const id = await findByEmail(db, email)
  return id === undefined ? undefined : store.findAccount(db, id)
}

/**
 * Lists up to `count` users in the order of their ids, after the id `after`.
 * @param role only users with this role
 */
export async function listUsers(
  db: Queryable,
  after: number,
  count: number,
  role?: Role,
): Promise<readonly store.Account[]> {
  if (role === undefined) return store.listAccounts(db, after, count)
  const ids = await listUsersWithRole(db, role, after, count)
  const accounts = await Promise.all(ids.map((id) => store.findAccount(db, id)))
  return accounts.filter((account) => account !== undefined)
}

/** A user who was disabled, and how many applications of theirs were disabled with them. */
export interface DisabledUser {
  readonly applications: number
}

/**
 * Disables a user and the applications that the user has registered, ends all their sessions, tokens
 * and links, and emails the user. Links that take a change of how the user signs in back stay: they
 * work again when the user is enabled.
 * @param mailer if omitted, nobody is told
 * @returns undefined if there is no such user
 */
export async function disableUser(
  db: Database,
  userId: number,
  mailer?: Mailer,
): Promise<DisabledUser | undefined> {
  const disabled = await db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) return undefined
    const own = await lockAllOf(tx, userId)
    await store.markDisabled(tx, userId)
    if (user.disabled_at === null) await tell(tx, mailer, { user, kind: 'support_disabled' })
    await endAccess(tx, userId, {
      // These are the owner's, who may not be the one for whom the account is disabled.
      links: { kept: ['sign_in_undo'] },
      sessions: { reason: 'user_disabled' },
      tokens: 'all',
    })
    const applications = await disableAllOf(tx, userId, own, 'owner_disabled')
    await record(tx, { userId, action: 'user.disabled' })
    return { applications }
  })
  if (disabled && disabled.applications > 0) await beginToRemoveEnded(db)
  return disabled
}

/**
 * Enables a disabled user, and emails the user. Sessions and tokens that ended do not come back, and
 * applications stay disabled.
 * @param mailer if omitted, nobody is told
 * @returns false if the user is not disabled, or does not exist
 */
export async function enableUser(db: Database, userId: number, mailer?: Mailer): Promise<boolean> {
  return db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined || !(await store.markEnabled(tx, userId))) return false
    await tell(tx, mailer, { user, kind: 'support_enabled' })
    await record(tx, { userId, action: 'user.enabled' })
    return true
  })
}

/**
 * Signs a user out everywhere, for an operator: ends all sessions, and all tokens of applications.
 * @returns how many sessions ended; undefined if there is no such user
 */
export const endAllAccess = (db: Database, userId: number): Promise<number | undefined> =>
  db.transactionFor(userId, async (tx) => {
    if ((await lockSignInUser(tx, userId)) === undefined) return undefined
    const sessions = { reason: 'ended_by_operator' } as const
    const ended = await endAccess(tx, userId, { sessions, tokens: 'all' })
    await record(tx, { userId, action: 'access.ended' })
    return ended.sessions
  })

const tell = async (
  tx: Queryable,
  mailer: Mailer | undefined,
  {
    user,
    kind,
  }: {
    readonly user: { readonly id: number; readonly email: string; readonly language: string }
    readonly kind: EmailKind
  },
): Promise<void> =>
  mailer?.send(tx, user.id, { to: user.email, language: languageOf(user.language), kind })

/**
 * Sets the password of a user. It ends all links, sessions and tokens of the user, and emails the
 * user.
 * @throws {Refused} validation_failed, if `passwordFault` refuses the password; not_found
 */
export async function setPassword(
  { db, clock, serviceName, mailer }: PasswordDeps,
  userId: number,
  password: string,
): Promise<void> {
  const account = await store.findAccount(db, userId)
  if (account === undefined) throw new Refused(refusals.not_found)
  const context = { email: account.email, fullName: account.full_name, serviceName }
  const fault = passwordFault(password, context)
  if (fault !== undefined) throw invalid(say('en', ...fault))
  const passwordHash = await hashPassword(password)
  await db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) throw new Refused(refusals.not_found)
    await updatePassword(tx, userId, passwordHash)
    await endAccess(tx, userId, {
      links: { now: new Date(clock.now()) },
      sessions: { reason: 'password_changed' },
      tokens: 'all',
    })
    const language = languageOf(user.language)
    await mailer?.send(tx, userId, { to: user.email, language, kind: 'support_password_set' })
    await record(tx, { userId, action: 'password.set' })
  })
}

/** @param text what is wrong, for operators */
const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })
