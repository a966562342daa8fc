import type { Queryable } from '../../../platform/database/db.ts'
import { paidEmailOf, type SellerChange } from '../seller-default.ts'
import { markProvedChoice, type StoredMethod, setDefaults } from '../store.ts'
import { type PayoutDeps, type PayoutSource, type ToldChange, tellOwner } from './payout-emails.ts'
import type { MethodsState, WalletMethod } from './state.ts'

/** What an undo brings back of a method that is paid: its address, or its bank account. */
export const restoredOf = (
  method: WalletMethod | undefined,
  now: number,
): Pick<ToldChange, 'paidEmail' | 'fingerprint'> => ({
  paidEmail: method?.type === 'PayPal' ? paidEmailOf(method, now) : undefined,
  fingerprint:
    method?.type === 'BankAccount' ? method.fingerprint.toString('base64url') : undefined,
})

/** What a request changes beside the defaults. */
interface Change {
  /** The method whose row the request writes itself. */
  readonly written?: StoredMethod
  /** The method that the request deletes. */
  readonly deleted?: number
  readonly source: PayoutSource | undefined
}

/**
 * Writes the defaults after a change that may concern where money goes, and tells the owner. The
 * versions of the methods that gain or lose a role increase.
 */
export async function putChoice(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  { defaults: before, owner, methods: known, now }: MethodsState,
  { defaults: after, usableFrom, told, paid }: SellerChange,
  { written, deleted, source = { address: '', browser: '' } }: Change,
): Promise<void> {
  const settled = new Set<number | null>()
  if (before.seller !== after.seller) settled.add(before.seller).add(after.seller)
  if (before.former !== after.former) settled.add(before.former).add(after.former)
  const changed = new Set(settled)
  if (before.buyer !== after.buyer) changed.add(before.buyer).add(after.buyer)
  if (changed.size === 0) return
  changed.delete(written?.id ?? deleted ?? null)
  const idsOf = (ids: ReadonlySet<number | null>) => [...ids].filter((id) => id !== null)
  // The method that is paid until now, with the address that an undo brings back.
  const former = known.find(({ id }) => id === paid)
  const restored = restoredOf(former, now)
  const chosen = known.find(({ id }) => id === after.seller)
  const chosenNow = written?.id === after.seller ? written : chosen
  const paidBefore =
    former?.type === 'PayPal' ? { ...former, email: paidEmailOf(former, now) } : former
  const method = told === 'changed' ? chosenNow : paidBefore
  await Promise.all([
    setDefaults(tx, userId, after, idsOf(changed), { usableFrom, ids: idsOf(settled), now }),
    source.isProved && before.seller !== after.seller && markProvedChoice(tx, userId),
    method !== undefined &&
      method.type !== 'CreditCard' &&
      tellOwner(
        tx,
        payouts,
        userId,
        owner,
        { told, method, paid, ...restored, usableFrom, isDeleted: method.id === deleted },
        source,
      ),
  ])
}
