import type { Transaction } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { languageOf } from '../../../platform/i18n/catalogue.ts'
import { readEmail, sameDestination } from '../../../platform/text/email.ts'
import type { AuditEntry } from '../../../support/audit/audit.ts'
import { signInAdditions } from '../../../support/limits/subjects.ts'
import { clearCounts } from '../../../support/limits/table-counts.ts'
import type { EmailKind } from '../../../support/mail/mailer.ts'
import { recordAndAnnounce, removeDeliveriesOfUser } from '../../../support/outbox/outbox.ts'
import { endAccess, endRole } from '../../access/access.ts'
import { cancelErasureSince } from '../../privacy/erasure.ts'
import { changeEmail, markRecovered } from '../../users/accounts/accounts.ts'
import { emailFault, refuse } from '../../users/accounts/faults.ts'
import {
  isSentTo,
  linksOfLater,
  signInLinksIn,
  unusedCodes,
} from '../../users/accounts/undo-links.ts'
import {
  type CredentialDeps,
  clearPassword,
  findSignInUser,
  findUserByEmail,
  forgiveEmails,
  lockSignInUser,
  type RequestSource,
} from '../../users/credentials/credentials.ts'
import {
  consumeLink,
  endUndoLinks,
  type FormerSignIn,
  type FoundLink,
  findLink,
  type LinkedPayout,
  listUndoLinks,
  makeLink,
  type SignInMethods,
  type UndoLink,
} from '../../users/email-links/links.ts'
import { identityRefusals } from '../../users/refusals.ts'
import {
  noMethods,
  readMethods,
  restoreMethods,
} from '../../users/second-factors/former-methods.ts'
import type { OwnerCheck } from '../../users/second-factors/reset.ts'

/*
 * An account goes back to its owner when somebody else, who knew the password or held a session,
 * has changed how the account signs in. Either the owner follows the link that was sent to the
 * address of the account before the change, or an operator who has checked the owner sets the
 * address. Both end everything that the other has, and begin with a new password by email.
 */

/** Changes so long before a change that is taken back are taken back, too, in milliseconds. */
const sameHandMs = 48 * 3_600_000

/** A change that a link takes back. */
export interface Undo {
  readonly link: UndoOf
  /** The address of the account after that. */
  readonly email: string
  /** Changes since then are taken back, in milliseconds since the epoch. */
  readonly since: number
}

/** The address and the other ways to sign in of an account that went back to its owner. */
export interface TakenBack {
  readonly email: string
  readonly methods: SignInMethods
}

type UndoOf = FoundLink & { readonly userId: number; readonly former: FormerSignIn }

async function findUndoLink(credentials: CredentialDeps, token: string): Promise<UndoOf> {
  const link = await findLink(credentials, token)
  const { userId, former } = link ?? {}
  if (link?.kind !== 'sign_in_undo' || userId == null || former === undefined)
    throw new Refused(identityRefusals.expired)
  return { ...link, userId, former }
}

/**
 * Finds the change that a link takes back.
 * @throws {Refused} expired; undo_disabled, if the user is disabled
 */
export async function findUndo(credentials: CredentialDeps, token: string): Promise<Undo> {
  const link = await findUndoLink(credentials, token)
  const user = await findSignInUser(credentials.db, link.userId)
  if (user === undefined) throw new Refused(identityRefusals.expired)
  if (user.disabled_at !== null) throw new Refused(identityRefusals.undo_disabled)
  const links = await listUndoLinks(credentials.db, credentials, link.userId)
  const now = credentials.clock.now()
  const isMoved = !isSentTo(link, user.email)
  const { at, isSignIn } = link.former
  const since = isSignIn
    ? (isMoved ? at : now) - sameHandMs
    : firstOf(link, links, { isMoved, now })?.at
  return { link, email: link.email, since: since ?? at }
}

/**
 * Takes a change of how a user signs in back, and all changes since. Changes in the 48 hours before
 * it, which were told to the same address, are taken back with it, because the same hand may have
 * made them. It needs no sign-in: whoever reads the mailbox had this account before the change, and
 * gets it back as it was then, with the second factors of that time. The password ends, and a link
 * for a new one is sent to the address, which is the account's again. The address that the account
 * had until now is told.
 * @throws {Refused} expired; undo_disabled, if the user is disabled; undo_taken, if the address
 * belongs to another user by now. After the last two, the link still works
 */
export async function takeBack(
  credentials: CredentialDeps,
  { token, from }: { readonly token: string; readonly from: RequestSource },
): Promise<TakenBack> {
  const { db } = credentials
  const { link, email } = await findUndo(credentials, token)
  const { userId } = link
  if (await isTaken(credentials, userId, email)) throw new Refused(identityRefusals.undo_taken)
  await removeDeliveriesOfUser(db, userId)
  const methods = await db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) throw new Refused(identityRefusals.expired)
    if (user.disabled_at !== null) throw new Refused(identityRefusals.undo_disabled)
    const links = await listUndoLinks(tx, credentials, userId)
    const isMoved = !isSentTo(link, user.email)
    const now = credentials.clock.now()
    const first = firstOf(link, links, { isMoved, now })
    const { at: since, isConfirmed } = first ?? {
      at: now - sameHandMs,
      isConfirmed: user.email_confirmed,
    }
    const methods =
      first === undefined
        ? await readMethods(tx, credentials, userId)
        : { ...first.methods, recoveryCodes: unusedCodes(first, links) }
    if (!(await consumeLink(tx, credentials, link))) throw new Refused(identityRefusals.expired)
    const own = signInLinksIn(links).filter(
      (one) => isSentTo(one, email) && one.former.at >= since && !one.hash.equals(link.hash),
    )
    await endUndoLinks(tx, credentials, userId, [...linksOfLater(email, links), ...own])
    const owner = { email, isConfirmed, methods }
    if (!(await handOver(tx, credentials, user, owner)))
      throw new Refused(identityRefusals.undo_taken)
    const requestedSince = link.former.at - sameHandMs
    await cancelErasureSince(tx, credentials.mailer, { userId, since: requestedSince })
    const payout = link.former.isSignIn
      ? firstPayoutOf(links, isMoved ? requestedSince : now - sameHandMs)
      : isMoved
        ? firstPayoutOf(withoutUndo(email, links), requestedSince)
        : undefined
    if (payout !== undefined) await credentials.undoPayout(tx, userId, payout)
    await tell(tx, credentials, user, {
      owner: 'account_recovered',
      other: 'address_taken_back',
      email,
      browser: from.browser,
    })
    await announce(tx, { userId, action: 'account.recovered' })
    return methods
  })
  await forgive(credentials, userId, email)
  return { email, methods }
}

/**
 * Sets the address of an account, for an operator who has checked the owner: somebody else has
 * changed it. All sessions, tokens, links, connected applications and ways to sign in end, and so
 * does an erasure. The owner chooses a new password with a link to the address. Both addresses are
 * told. If the account has the address already, the same ends. Nothing is paid until the owner
 * chooses where money goes.
 * @param given.check how the operator has checked the owner, for the audit trail
 * @throws {Refused} validation_failed, keyed `email`: the address is not valid, or belongs to
 * another user; not_found
 */
export async function setEmail(
  credentials: CredentialDeps,
  given: { readonly userId: number; readonly email: string; readonly check: OwnerCheck },
): Promise<void> {
  const { db } = credentials
  const { userId, check } = given
  const email = readEmail(given.email)
  refuse({ email: emailFault(email) })
  const found = await findSignInUser(db, userId)
  if (found === undefined) throw new Refused(refusals.not_found)
  if (await isTaken(credentials, userId, email)) refuse({ email: ['page.error.email_taken'] })
  await removeDeliveriesOfUser(db, userId)
  await db.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) throw new Refused(refusals.not_found)
    await endUndoLinks(tx, credentials, userId, await listUndoLinks(tx, credentials, userId))
    // The link for a new password confirms the address.
    const owner = { email, isConfirmed: false, methods: noMethods }
    if (!(await handOver(tx, credentials, user, owner)))
      refuse({ email: ['page.error.email_taken'] })
    await cancelErasureSince(tx, credentials.mailer, { userId, since: 0 })
    await credentials.undoPayout(tx, userId, undefined)
    await tell(tx, credentials, user, {
      owner: 'support_email_set',
      other: 'support_email_removed',
      email,
    })
    await announce(tx, { userId, action: 'email.set', details: { check } })
  })
  await forgive(credentials, userId, email)
}

/** Forgets what somebody else has used up. */
async function forgive(credentials: CredentialDeps, userId: number, email: string): Promise<void> {
  await forgiveEmails(credentials, email)
  await clearCounts(credentials.counts, signInAdditions(userId))
}

/** Whether another user has an address. */
async function isTaken(
  { db }: Pick<CredentialDeps, 'db'>,
  userId: number,
  email: string,
): Promise<boolean> {
  const present = await findUserByEmail(db, email)
  return present !== undefined && present.id !== userId
}

/**
 * The state before the first change that is taken back. If the account has the same address as
 * then, a change whose own link has expired stays: a reader of the mailbox could not take it back
 * any more. For the same reason, the link about a sign-in then takes only changes of the last 48
 * hours back.
 * @param state.isMoved whether the account has another address than the link was sent to
 * @returns undefined if no change is taken back
 */
function firstOf(
  { email, former }: UndoOf,
  links: readonly UndoLink[],
  { isMoved, now }: { readonly isMoved: boolean; readonly now: number },
): FormerSignIn | undefined {
  const [since, until] =
    former.isSignIn && !isMoved
      ? [now - sameHandMs, Number.POSITIVE_INFINITY]
      : [former.at - sameHandMs, former.at]
  return signInLinksIn(links)
    .filter((one) => isSentTo(one, email) && (isMoved || !one.isExpired))
    .map((one) => one.former)
    .filter(({ at }) => at >= since && at <= until)
    .reduce<FormerSignIn | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    )
}

/** The links that the owner cannot use: they were sent to another address, or have expired. */
const withoutUndo = (email: string, links: readonly UndoLink[]): readonly UndoLink[] =>
  links.filter((link) => link.isExpired || !isSentTo(link, email))

/** The first change of where money goes. */
const firstPayoutOf = (links: readonly UndoLink[], since: number): LinkedPayout | undefined =>
  links
    .filter(({ kind, madeAt }) => kind === 'payout_undo' && madeAt >= since)
    .toSorted((a, b) => a.madeAt - b.madeAt)[0]?.payout

/**
 * Gives an account to its owner: sets the address and the methods to sign in, and ends everything
 * else that gives access. The caller has locked the user's row, and ends the links that undo.
 * @returns false if the address belongs to another user
 */
async function handOver(
  tx: Transaction,
  credentials: CredentialDeps,
  { id: userId }: { readonly id: number },
  owner: {
    readonly email: string
    readonly isConfirmed: boolean
    readonly methods: SignInMethods
  },
): Promise<boolean> {
  const { email, isConfirmed, methods } = owner
  if (!(await changeEmail(tx, userId, email, isConfirmed))) return false
  await markRecovered(tx, userId, new Date(credentials.clock.now()))
  await clearPassword(tx, userId)
  await restoreMethods(tx, credentials, userId, methods)
  await endRole(tx, userId, 'operator')
  await endAccess(tx, userId, {
    consents: true,
    links: { now: new Date(credentials.clock.now()) },
    sessions: { reason: 'account_recovered' },
    tokens: 'all',
  })
  return true
}

/** Sends the owner the link for a new password, and tells the address that the account had. */
async function tell(
  tx: Transaction,
  credentials: CredentialDeps,
  user: { readonly id: number; readonly email: string; readonly language: string },
  told: {
    readonly owner: EmailKind
    readonly other: EmailKind
    readonly email: string
    readonly browser?: string | undefined
  },
): Promise<void> {
  const { mailer } = credentials
  const { id: userId } = user
  const language = languageOf(user.language)
  const { owner, other, email, browser } = told
  const made = { kind: 'reset_password', userId, content: { email } } as const
  const link = await makeLink(tx, credentials, made)
  await mailer.send(tx, userId, { to: email, language, kind: owner, link, browser })
  if (!sameDestination(user.email, email))
    await mailer.send(tx, userId, { to: user.email, language, kind: other, browser })
}

const announce = (
  tx: Transaction,
  entry: AuditEntry & { readonly userId: number },
): Promise<void> =>
  recordAndAnnounce(tx, entry, { topic: 'User', action: 'Updated', resourceId: null })
