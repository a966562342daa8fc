import type { LinkedPayout, UndoPayout } from '../../../identity/users/email-links/link.ts'
import { consumeLink, type FoundLink, findLink } from '../../../identity/users/email-links/links.ts'
import { identityRefusals } from '../../../identity/users/refusals.ts'
import type { Queryable, Transaction } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { foldedEmail, sameDestination } from '../../../platform/text/email.ts'
import type { Defaults } from '../payment-method.ts'
import { holdMs, paidEmailOf, paidOf } from '../seller-default.ts'
import { setDefaults, updateMethod } from '../store.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import {
  type NamedMethod,
  type PayoutDeps,
  type PayoutSource,
  tellUndone,
} from '../wallet/payout-emails.ts'
import { lockMethods, type MethodsState, recordChange } from '../wallet/state.ts'

/** A change that can be undone. */
export interface Undo {
  readonly link: FoundLink
  readonly userId: number
  /** The method that is paid again, with its address; undefined if none is. */
  readonly method: NamedMethod | undefined
  /** When payments to it begin, in milliseconds since the epoch; undefined if at once. */
  readonly heldUntil: number | undefined
}

/**
 * Finds the change that a link undoes. The page asks before it undoes it.
 * @throws {Refused} expired, also if the earlier method was deleted or must be proved again
 */
export const findUndo = async (wallet: WalletDeps, token: string): Promise<Undo> => {
  const { link, userId } = await findUndoLink(wallet, token)
  return wallet.db.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, wallet.clock.now())
    const { method, heldUntil } = planOf(state, link)
    return { link, userId, method, heldUntil }
  })
}

/**
 * Undoes a change of where money goes, and tells the owner by email. The earlier method is paid
 * again, at once, whatever was chosen since. It needs no sign-in, because it only restores what the
 * owner has proved. If the account went back to its owner since, somebody else may have proved the
 * method, so it has a hold.
 * @throws {Refused} expired
 */
export async function undoChange(
  wallet: WalletDeps,
  { token, source }: { readonly token: string; readonly source: PayoutSource },
): Promise<void> {
  const { db, clock, payouts } = wallet
  const { link, userId } = await findUndoLink(wallet, token)
  await db.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, clock.now())
    const plan = planOf(state, link)
    const isUsed = await consumeLink(tx, { clock, linkKey: payouts.linkKey }, link)
    if (!isUsed) throw new Refused(identityRefusals.expired)
    await tx.commitWith(carryOut(tx, payouts, { userId, state, plan, source }))
  })
}

/**
 * Opens what takes a change of where money goes back when an account goes back to its owner. The
 * earlier method is paid again: at once if it is still paid, and else after a hold, in which nothing
 * is paid, because somebody else may have chosen all that was paid since. If it cannot be paid any
 * more, nothing is paid until the owner chooses.
 */
export const openUndoPayout =
  (payouts: PayoutDeps): UndoPayout =>
  async (tx, userId, change) => {
    const state = await lockMethods(tx, userId, payouts.clock.now())
    const { seller, former } = state.defaults
    if (seller === null && former === null && change === undefined) return
    const restored = change && restorationOf(state, change, null)
    const plan = restored ?? clearedPlan(state)
    await carryOut(tx, payouts, { userId, state, plan, source: { address: '' } })
  }

/** Writes an undo, and tells the owner. */
const carryOut = (
  tx: Transaction,
  payouts: PayoutDeps,
  given: {
    readonly userId: number
    readonly state: MethodsState
    readonly plan: Plan
    readonly source: PayoutSource
  },
): Promise<unknown> => {
  const { userId, state, plan, source } = given
  const { method, heldUntil, defaults, restore } = plan
  const { now } = state
  const { seller, former } = state.defaults
  const ids = [...new Set([seller, former, defaults.seller])].filter((id) => id !== null)
  const about = method ?? state.methods.find(({ id }) => id === seller)
  return Promise.all([
    setDefaults(tx, userId, defaults, ids, { usableFrom: heldUntil ?? now, ids, now }),
    restore?.(tx, userId),
    tellUndone(tx, payouts, userId, state.owner, source),
    recordChange(tx, userId, 'payout_undone', about?.id ?? 0, about?.type ?? 'PayPal'),
  ])
}

async function findUndoLink(
  { db, clock, payouts: { linkKey } }: WalletDeps,
  token: string,
): Promise<{ link: FoundLink; userId: number }> {
  const link = await findLink({ db, clock, linkKey }, token)
  if (link?.kind !== 'payout_undo' || link.userId === null)
    throw new Refused(identityRefusals.expired)
  return { link, userId: link.userId }
}

interface Plan extends Pick<Undo, 'method' | 'heldUntil'> {
  readonly defaults: Defaults
  /** Restores the earlier address of the method. */
  readonly restore?: (tx: Queryable, userId: number) => Promise<void>
}

/**
 * Whether a link may undo something now: it was sent to the address that the account has, the user
 * is not disabled, and has made no later choice with a fresh proof and a newer password. An address
 * that comes back makes the link work again. So whoever changes the address takes no link from the
 * owner for good.
 */
function isForOwner({ owner }: MethodsState, { email, payout }: FoundLink): boolean {
  const { disabled, proofVersion } = owner
  const { passwordVersion } = payout ?? {}
  const isOlder =
    proofVersion !== null && passwordVersion !== undefined && passwordVersion < proofVersion
  return !disabled && !isOlder && sameDestination(owner.email, email)
}

/** @throws {Refused} expired */
function planOf(state: MethodsState, link: FoundLink): Plan {
  const { methods, defaults, now } = state
  const { payout } = link
  if (payout === undefined || !isForOwner(state, link)) throw new Refused(identityRefusals.expired)
  const restored = restorationOf(state, payout, paidOf(methods, defaults, now))
  if (restored !== undefined) return restored
  // Nothing was paid before, or the method is deleted: the change is undone all the same. That does
  // not undo a later choice.
  if (payout.method === null || defaults.seller !== payout.method)
    throw new Refused(identityRefusals.expired)
  return clearedPlan(state)
}

/** The undo after which nothing is paid. */
const clearedPlan = ({ defaults: { buyer } }: MethodsState): Plan => ({
  method: undefined,
  heldUntil: undefined,
  defaults: { buyer, seller: null, former: null },
})

/**
 * The undo after which the earlier method is paid again; undefined if it cannot be.
 * @param meanwhile the method that is paid during a hold
 */
function restorationOf(
  { methods, defaults, owner, now }: MethodsState,
  payout: LinkedPayout,
  meanwhile: number | null,
): Plan | undefined {
  const { buyer } = defaults
  const method = methods.find(({ id }) => id === payout.restore)
  if (method === undefined || method.type === 'CreditCard') return undefined
  const paid = paidOf(methods, defaults, now)
  /** Begins a hold, unless the present owner has proved the method or it is paid now. */
  const restoreAs = (isPaid: boolean, verifiedAt: number | null) => {
    const isProved = owner.recoveredAt === null || (verifiedAt ?? 0) >= owner.recoveredAt
    const heldUntil = isPaid || isProved ? undefined : now + holdMs
    const former = heldUntil === undefined ? null : meanwhile
    return { heldUntil, defaults: { buyer, seller: method.id, former } }
  }
  // The address that was paid when the link was sent. What the row says now may be a later change.
  const { email, fingerprint } = payout
  if (method.type === 'BankAccount') {
    const isSame = method.fingerprint.toString('base64url') === fingerprint
    if (!isSame || method.verified_at === null) return undefined
    return { method, ...restoreAs(paid === method.id, method.verified_at) }
  }
  if (email === undefined) return undefined
  const isTaken = methods.some(
    (one) =>
      one.type === 'PayPal' &&
      one.id !== method.id &&
      foldedEmail(one.email) === foldedEmail(email),
  )
  if (isTaken) return undefined
  const paidEmail = paid === method.id ? paidEmailOf(method, now) : undefined
  const isPaid = paidEmail !== undefined && foldedEmail(paidEmail) === foldedEmail(email)
  // A proof is for one address. Another one was proved before it was replaced.
  const isSame = foldedEmail(method.email) === foldedEmail(email)
  const restored = restoreAs(isPaid, isSame ? method.verified_at : null)
  const { heldUntil } = restored
  const row = {
    ...method,
    email,
    verified_at: heldUntil === undefined ? now : (method.verified_at ?? now),
    usable_from: heldUntil ?? now,
    paid_email: heldUntil === undefined || meanwhile === null ? null : (paidEmail ?? null),
  }
  return {
    method: row,
    ...restored,
    restore: (tx, userId) => updateMethod(tx, userId, row),
  }
}
