import type { Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import type { Language } from '../../../platform/i18n/catalogue.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { isBlank, normalise } from '../../../platform/text/text.ts'
import { record } from '../../../support/audit/audit.ts'
import { emailFault, nameFault } from '../../users/accounts/faults.ts'
import { insertConfirmedUser } from '../../users/accounts/sign-up.ts'
import {
  type ActiveUser,
  type CredentialDeps,
  findActiveUser,
  forgiveEmails,
  lockActiveUser,
  type RequestSource,
} from '../../users/credentials/credentials.ts'
import { identityRefusals } from '../../users/refusals.ts'
import {
  addInTransaction,
  type BeforeChange,
  emailFactorChange,
} from '../../users/second-factors/factor-changes.ts'
import { readMethods } from '../../users/second-factors/former-methods.ts'
import { assertWayIn, findOwnWays } from '../../users/second-factors/ways.ts'
import type { Offer } from './offer.ts'
import type { ProvidedUser, Provider } from './provider.ts'
import { providerRefusals } from './refusals.ts'
import * as store from './store.ts'

/** The dependencies of linked identities. */
export interface IdentityDeps {
  readonly credentials: CredentialDeps
  readonly providers: readonly Provider[]
}

/** An account at a provider that a user can sign in with. */
export interface LinkedIdentity {
  readonly issuer: string
  /** The name of the provider; its host if it is not configured any more. */
  readonly name: string
  /** The email address there, as it was when the identity was linked. */
  readonly email: string
  readonly linkedAt: Date
  readonly usedAt: Date | null
}

const subjectKeyOf = (issuer: string, subject: string): Buffer =>
  hashSecret(JSON.stringify([issuer, subject]))

/**
 * Finds the user of an account at a provider, and records that it was used.
 * @returns undefined if it is not linked
 * @throws {Refused} provider_account, if the user is disabled
 */
export async function findLinkedUser(
  { credentials: { db } }: IdentityDeps,
  { issuer, subject }: Pick<Offer, 'issuer' | 'subject'>,
): Promise<ActiveUser | undefined> {
  const userId = await store.findUserId(db, subjectKeyOf(issuer, subject))
  if (userId === undefined) return undefined
  await store.markUsed(db, userId, issuer)
  return findActiveUser(db, userId).catch(accountRefused)
}

/**
 * Makes the offer to link an account at a provider.
 * @throws {Refused} provider_email, if the provider has confirmed no email address
 */
export function makeOffer(
  issuer: string,
  { subject, email = '', name }: ProvidedUser,
  { at, returnTo }: Pick<Offer, 'at' | 'returnTo'>,
): Offer {
  if (emailFault(email) !== undefined) throw new Refused(providerRefusals.provider_email)
  const fullName = name === undefined || isBlank(name) ? null : normalise(name)
  const isUsable = fullName !== null && nameFault(fullName) === undefined
  return { issuer, subject, email, name: isUsable ? fullName : undefined, at, returnTo }
}

/** Whether an offer has the email address of a user. */
export const isForUser = (offer: Offer, { email }: Pick<ActiveUser, 'email'>): boolean =>
  emailKey(offer.email) === emailKey(email)

/**
 * Links an account at a provider to a user who has just given proof. Both sides must have confirmed
 * the same email address. The user gets an email. If the account is linked to the user already,
 * nothing changes: the form was sent twice.
 * @throws {Refused} provider_account, provider_taken, too_many_attempts
 */
export async function linkIdentity(
  deps: IdentityDeps,
  given: { readonly userId: number; readonly offer: Offer; readonly from: RequestSource },
): Promise<void> {
  const { userId, offer, from } = given
  await addInTransaction(deps.credentials, userId, async (tx) => {
    const user = await lockActiveUser(tx, userId).catch(accountRefused)
    const own = await findOwnWays(tx, userId)
    if (!isForUser(offer, user) || !own?.emailConfirmed)
      throw new Refused(providerRefusals.provider_account)
    const { issuer, subject } = offer
    if ((await store.findUserId(tx, subjectKeyOf(issuer, subject))) === userId) return
    const before = await beforeChange(tx, deps, user)
    await insertIdentity(tx, deps, { before, offer, from })
  })
}

/**
 * Finds the user whose account was created with an offer within the last minute: the form was sent
 * twice, and the browser has dropped the first answer.
 * @throws {Refused} provider_account, if the user is disabled
 */
export async function findNewlyLinkedUser(
  { credentials: { db } }: IdentityDeps,
  { issuer, subject }: Pick<Offer, 'issuer' | 'subject'>,
): Promise<ActiveUser | undefined> {
  const userId = await store.findNewUserId(db, subjectKeyOf(issuer, subject))
  return userId === undefined ? undefined : findActiveUser(db, userId).catch(accountRefused)
}

/**
 * Creates an account for somebody whose email address a provider has confirmed. It has no password.
 * @throws {Refused} provider_taken, if the address or the account at the provider has a user now
 */
export async function signUpWith(
  deps: IdentityDeps,
  given: { readonly offer: Offer; readonly language: Language; readonly from: RequestSource },
): Promise<ActiveUser> {
  const { offer, language, from } = given
  const { db } = deps.credentials
  const user = await db.transaction(async (tx) => {
    const fullName = offer.name ?? null
    const fields = { email: offer.email, passwordHash: null, fullName, language }
    const userId = await insertConfirmedUser(tx, fields)
    if (userId === undefined) throw new Refused(providerRefusals.provider_taken)
    const user = await lockActiveUser(tx, userId)
    const before = await beforeChange(tx, deps, user)
    await insertIdentity(tx, deps, { before, offer, from })
    return user
  })
  await forgiveEmails(deps.credentials, offer.email)
  return user
}

async function insertIdentity(
  tx: Queryable,
  deps: IdentityDeps,
  given: { readonly before: BeforeChange; readonly offer: Offer; readonly from: RequestSource },
): Promise<void> {
  const { before, offer, from } = given
  const { issuer, subject, email } = offer
  const identity = { issuer, subjectKey: subjectKeyOf(issuer, subject), email }
  if (!(await store.insert(tx, before.user.userId, identity)))
    throw new Refused(providerRefusals.provider_taken)
  await announce(tx, deps, { before, issuer, change: 'identity_added', from })
}

/**
 * Unlinks an account at a provider. The user gets an email.
 * @returns false if there is none
 * @throws {Refused} last_way_in, if the user could not sign in any more
 */
export async function unlinkIdentity(
  deps: IdentityDeps,
  given: { readonly userId: number; readonly issuer: string; readonly from: RequestSource },
): Promise<boolean> {
  const { userId, issuer, from } = given
  return deps.credentials.db.transactionFor(userId, async (tx) => {
    const before = await beforeChange(tx, deps, await lockActiveUser(tx, userId))
    if (!(await store.remove(tx, userId, issuer))) return false
    const usable = deps.providers.map((provider) => provider.issuer)
    await assertWayIn(tx, userId, usable)
    await announce(tx, deps, { before, issuer, change: 'identity_removed', from })
    return true
  })
}

const beforeChange = async (
  tx: Queryable,
  { credentials }: IdentityDeps,
  user: ActiveUser,
): Promise<BeforeChange> => ({ user, methods: await readMethods(tx, credentials, user.userId) })

async function announce(
  tx: Queryable,
  { credentials, providers }: IdentityDeps,
  given: {
    readonly before: BeforeChange
    readonly issuer: string
    readonly change: 'identity_added' | 'identity_removed'
    readonly from: RequestSource
  },
): Promise<void> {
  const { before, issuer, change, from } = given
  const { userId } = before.user
  const provider = nameOf(providers, issuer)
  await emailFactorChange(tx, credentials, { before, change, provider, from })
  const action = change === 'identity_added' ? 'identity.added' : 'identity.removed'
  await record(tx, { userId, action, details: { provider } })
}

/** Lists the accounts at providers that a user can sign in with. */
export async function listIdentities(
  { credentials: { db }, providers }: IdentityDeps,
  userId: number,
): Promise<LinkedIdentity[]> {
  const rows = await store.list(db, userId)
  return rows.map(({ issuer, email, linked, used }) => ({
    issuer,
    name: nameOf(providers, issuer),
    email,
    linkedAt: new Date(linked),
    usedAt: used === null ? null : new Date(used),
  }))
}

const nameOf = (providers: readonly Provider[], issuer: string): string =>
  providers.find((provider) => provider.issuer === issuer)?.name ?? new URL(issuer).host

function accountRefused(error: unknown): never {
  const isEnded = error instanceof Refused && error.refusal === identityRefusals.expired
  throw isEnded ? new Refused(providerRefusals.provider_account) : error
}
