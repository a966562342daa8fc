import {
  consumeLink,
  type FoundLink,
  findLink,
  type LinkedPayout,
} from '../../../identity/users/email-links/links.ts'
import { identityRefusals } from '../../../identity/users/refusals.ts'
import type { Transaction } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { sameDestination } from '../../../platform/text/email.ts'
import { emailsByUser, emailsToSelf } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import { findPaymentMethod, findPaymentMethods } from '../payment-methods.ts'
import { holdMs, paidOf } from '../seller-default.ts'
import * as store from '../store.ts'
import { restoredOf } from '../wallet/choice.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import {
  type Named,
  type NamedMethod,
  type PayoutDeps,
  type PayoutSource,
  sendProof,
  tellOwner,
} from '../wallet/payout-emails.ts'
import { lockMethods, type MethodsState, recordChange, type WalletMethod } from '../wallet/state.ts'

/** A method that its owner can prove. */
type Provable = Exclude<WalletMethod, { type: 'CreditCard' }>

type FoundProof = FoundLink & {
  readonly userId: number
  readonly payout: LinkedPayout & { readonly method: number }
}

/**
 * Finds the link that proves a method. Following it does not use it up, because mail scanners open
 * links.
 * @throws {Refused} expired
 */
async function findProof(
  { db, clock, payouts: { linkKey } }: WalletDeps,
  token: string,
): Promise<FoundProof> {
  const link = await findLink({ db, clock, linkKey }, token)
  const { userId, payout } = link ?? {}
  if (link?.kind !== 'payout_proof' || userId == null || payout?.method == null)
    throw new Refused(identityRefusals.expired)
  return { ...link, userId, payout: { ...payout, method: payout.method } }
}

/**
 * Finds the method that a link proves.
 * @throws {Refused} expired
 */
export async function findProvable(
  wallet: WalletDeps,
  token: string,
): Promise<{ readonly userId: number; readonly method: Named }> {
  const { userId, email, payout } = await findProof(wallet, token)
  if (payout.account === undefined) return { userId, method: { type: 'PayPal', email } }
  const methods = await findPaymentMethods(wallet.db, userId, wallet.clock.now(), wallet.vault.name)
  const method = methods.find(({ id }) => id === payout.method)
  if (method?.type !== 'BankAccount') throw new Refused(identityRefusals.expired)
  return { userId, method }
}

/**
 * Proves a method. If the user has chosen it, the hold begins, and the user is told by email.
 * @returns the method
 * @throws {Refused} expired, if the link was used, or the method is gone or has another address
 */
export async function confirmProof(
  wallet: WalletDeps,
  { token, source }: { readonly token: string; readonly source: PayoutSource },
): Promise<NamedMethod> {
  const { db, clock, payouts } = wallet
  const link = await findProof(wallet, token)
  const { userId } = link
  const id = link.payout.method
  return db.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id)
    if (!isSentTo(method, link, state.owner) || state.owner.disabled)
      throw new Refused(identityRefusals.expired)
    const isUsed = await consumeLink(tx, { clock, linkKey: payouts.linkKey }, link)
    if (!isUsed) throw new Refused(identityRefusals.expired)
    if (method.verified_at === null)
      await tx.commitWith(saveProof(tx, payouts, userId, state, method, source))
    return method
  })
}

/**
 * Proves a PayPal account by the address that PayPal has confirmed for whoever has signed in there.
 * @param proof.email undefined if PayPal has confirmed none
 * @returns whether the account is proved, and its address
 * @throws {Refused} not_found
 */
export async function proveAddress(
  { db, clock, payouts }: WalletDeps,
  proof: {
    readonly userId: number
    readonly id: number
    readonly email: string | undefined
    readonly source: PayoutSource
  },
): Promise<{ readonly isProved: boolean; readonly email: string }> {
  const { userId, id, source } = proof
  return db.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id)
    if (method?.type !== 'PayPal' || state.owner.disabled) throw new Refused(refusals.not_found)
    const { email } = method
    if (proof.email === undefined || !sameDestination(proof.email, email))
      return { isProved: false, email }
    if (method.verified_at === null)
      await tx.commitWith(saveProof(tx, payouts, userId, state, method, source))
    return { isProved: true, email }
  })
}

/** Marks a method as proved. If the user has chosen it, begins the hold and tells the user. */
async function saveProof(
  tx: Transaction,
  payouts: PayoutDeps,
  userId: number,
  state: MethodsState,
  method: Provable,
  source: PayoutSource,
): Promise<void> {
  const { usableFrom, paid } = begin(state, method)
  const told = usableFrom === null ? undefined : 'changed'
  const before = state.methods.find((known) => known.id === paid)
  const change = { told, usableFrom, paid, method, ...restoredOf(before, state.now) } as const
  await Promise.all([
    store.prove(tx, userId, method.id, { verifiedAt: state.now, usableFrom }),
    usableFrom !== null && source.isProved && store.markProvedChoice(tx, userId),
    tellOwner(tx, payouts, userId, state.owner, change, source),
    recordChange(tx, userId, 'proved', method.id, method.type),
  ])
}

/** Marks a method of an invented user as proved, and pays it at once if the user has chosen it. */
export const proveInvented = (
  { db, clock }: Pick<WalletDeps, 'db' | 'clock'>,
  userId: number,
  id: number,
): Promise<void> => {
  const now = clock.now()
  return store.prove(db, userId, id, { verifiedAt: now, usableFrom: now })
}

/**
 * Sends the proof of a method again. Does nothing if it is proved already.
 * @throws {Refused} not_found, too_many_attempts
 */
export async function sendProofAgain(
  { db, clock, payouts, vault }: WalletDeps,
  userId: number,
  id: number,
  source: PayoutSource,
): Promise<void> {
  const method = await findPaymentMethod(db, userId, id, clock.now(), vault.name)
  if (method.type === 'CreditCard') throw new Refused(refusals.not_found)
  if (method.verified_at !== null) return
  const subjects =
    method.type === 'PayPal'
      ? emailsByUser(userId, method.email, source.address)
      : emailsToSelf(userId)
  await countUse(payouts.counts, subjects, () =>
    db.transactionFor(userId, async (tx) => {
      const { owner, methods } = await lockMethods(tx, userId, clock.now())
      const method = methods.find((known) => known.id === id)
      if (method === undefined || method.type === 'CreditCard')
        throw new Refused(refusals.not_found)
      await sendProof(tx, payouts, userId, owner, method, source)
    }),
  )
}

/**
 * A proof is for the address that it was sent to. The proof of a bank account is for that account,
 * too, because it was sent to the owner.
 */
const isSentTo = (
  method: WalletMethod | undefined,
  { email, payout }: FoundLink,
  owner: MethodsState['owner'],
): method is Provable => {
  if (method === undefined || method.type === 'CreditCard') return false
  const isAccount = method.type === 'PayPal' || method.vault_token === payout?.account
  const sentTo = method.type === 'PayPal' ? method.email : owner.email
  return isAccount && sameDestination(sentTo, email)
}

/** When payments to a method begin, now that it is proved; null if the user has not chosen it. */
function begin({ methods, defaults, now }: MethodsState, { id }: WalletMethod) {
  const isChosen = defaults.seller === id
  return { usableFrom: isChosen ? now + holdMs : null, paid: paidOf(methods, defaults, now) }
}
