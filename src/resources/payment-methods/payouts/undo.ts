import { consumeLink, type FoundLink, findLink } from '../../../identity/email-links/links.ts'
import { identityRefusals } from '../../../identity/refusals.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { foldedEmail } from '../../../platform/text/email.ts'
import type { Defaults } from '../payment-method.ts'
import { setDefaults } from '../store.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { lockMethods, type MethodsState, recordChange } from '../wallet/state.ts'
import type { NamedMethod } from './payouts.ts'
import { updatePayPal } from './store.ts'

/** A change that can be undone. */
export interface Undo {
  readonly link: FoundLink
  readonly userId: number
  /** The method that is paid again, with its address; undefined if none is. */
  readonly method: NamedMethod | undefined
}

/**
 * Finds the change that a link undoes. The page asks before it undoes it.
 * @throws {Refused} expired, also if the earlier method was deleted or must be proved again
 */
export const findUndo = async (wallet: WalletDeps, token: string): Promise<Undo> => {
  const { link, userId } = await findUndoLink(wallet, token)
  return wallet.db.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, wallet.clock.now())
    return { link, userId, method: planOf(state, link).method }
  })
}

/**
 * Undoes a change of where money goes: the earlier method is paid again, at once, whatever was
 * chosen since. It needs no sign-in, because it only restores what the owner has proved.
 * @throws {Refused} expired
 */
export async function undoChange(wallet: WalletDeps, token: string): Promise<void> {
  const { db, clock, payouts } = wallet
  const { link, userId } = await findUndoLink(wallet, token)
  await db.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, clock.now())
    const { method, defaults, restore } = planOf(state, link)
    const isUsed = await consumeLink(tx, { clock, linkKey: payouts.linkKey }, link)
    if (!isUsed) throw new Refused(identityRefusals.expired)
    const { now } = state
    const { seller, former } = state.defaults
    const ids = [...new Set([seller, former, defaults.seller])].filter((id) => id !== null)
    const about = method ?? state.methods.find(({ id }) => id === seller)
    await tx.commitWith(
      Promise.all([
        setDefaults(tx, userId, defaults, ids, { usableFrom: now, ids, now }),
        restore?.(tx, userId),
        recordChange(tx, userId, 'payout_undone', about?.id ?? 0, about?.type ?? 'PayPal'),
      ]),
    )
  })
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

interface Plan {
  readonly method: NamedMethod | undefined
  readonly defaults: Defaults
  /** Restores the earlier address of the method. */
  readonly restore?: (tx: Queryable, userId: number) => Promise<void>
}

/** @throws {Refused} expired */
function planOf({ methods, defaults, now }: MethodsState, { payout }: FoundLink): Plan {
  const { buyer, seller } = defaults
  if (payout === undefined) throw new Refused(identityRefusals.expired)
  /** The undo after which nothing is paid. It does not undo a later choice. */
  const withoutChoice = (): Plan => {
    if (payout.method === null || seller !== payout.method)
      throw new Refused(identityRefusals.expired)
    return { method: undefined, defaults: { buyer, seller: null, former: null } }
  }
  const method = methods.find(({ id }) => id === payout.restore)
  // Nothing was paid before, or the method is deleted: the change is undone all the same.
  if (method === undefined || method.type === 'CreditCard') return withoutChoice()
  const restored = { buyer, seller: method.id, former: null }
  // The address that was paid when the link was sent. What the row says now may be a later change.
  const { email, fingerprint } = payout
  if (method.type === 'BankAccount') {
    const isSame = method.fingerprint.toString('base64url') === fingerprint
    return isSame && method.verified_at !== null ? { method, defaults: restored } : withoutChoice()
  }
  if (email === undefined) return withoutChoice()
  const isTaken = methods.some(
    (one) =>
      one.type === 'PayPal' &&
      one.id !== method.id &&
      foldedEmail(one.email) === foldedEmail(email),
  )
  if (isTaken) return withoutChoice()
  const row = {
    ...method,
    email,
    email_key: foldedEmail(email),
    verified_at: now,
    usable_from: now,
    paid_email: null,
  }
  return {
    method: row,
    defaults: restored,
    restore: (tx, userId) => updatePayPal(tx, userId, method.id, row),
  }
}
