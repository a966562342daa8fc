import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { advanceSoon } from '../custody/advance.ts'
import { release } from '../custody/custody.ts'
import { changeSeller, settled } from '../seller-default.ts'
import * as store from '../store.ts'
import { putChoice } from './choice.ts'
import { type DefaultsInput, defaultsAfter, defaultsWithout } from './defaults.ts'
import type { WalletDeps } from './open-wallet.ts'
import type { PayoutDeps, PayoutSource } from './payout-emails.ts'
import { requireVersion } from './put.ts'
import {
  type Changed,
  changedMethod,
  lockMethods,
  lockWallet,
  type MethodsState,
  recordChange,
  type WalletMethod,
} from './state.ts'

/**
 * Sets or clears a method as a default.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function updateDefaults(
  { db, clock, payouts, vault }: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<DefaultsInput>,
  precondition: Precondition,
  source: PayoutSource | undefined,
  writer: Writer<Changed> = db,
): Promise<Changed> {
  return writer.transactionFor(userId, async (tx) => {
    const state = await lockWallet(tx, userId, clock.now(), vault.name)
    const method = state.methods.find((known) => known.id === id)
    if (method === undefined) throw new Refused(refusals.forbidden)
    const wanted = defaultsAfter(state.defaults, method, draft, undefined)
    requireVersion(precondition, method.version)
    const change = changeSeller(state.methods, state.defaults, wanted, state.now)
    const row = settled(method, change)
    const after = changedMethod(state, row, change.defaults)
    if (isDeepStrictEqual(change.defaults, state.defaults)) return { method: after }
    return tx.commitAfter(
      Promise.all([
        putChoice(tx, payouts, userId, state, change, { source }),
        recordChange(tx, userId, 'defaults_changed', id, method.type),
      ]),
      { method: { ...after, version: after.version + 1 } },
    )
  })
}

/**
 * Deletes a payment method. Deleting it again changes nothing. If it was a default, the user then
 * has no such default.
 * @throws {Refused} forbidden, precondition_failed
 */
export async function deletePaymentMethod(
  wallet: WalletDeps,
  userId: number,
  id: number,
  precondition: Precondition,
  source: PayoutSource | undefined,
  writer: Writer<unknown> = wallet.db,
): Promise<void> {
  const { clock, payouts } = wallet
  const unwanted = await writer.transactionFor(userId, async (tx) => {
    const state = await lockMethods(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id)
    if (method === undefined) {
      if (await tx.commitWith(store.wasRemoved(tx, userId, id))) return undefined
      throw new Refused(refusals.forbidden)
    }
    requireVersion(precondition, method.version)
    const [released] = await tx.commitWith(
      Promise.all([
        release(wallet, tx, userId, method),
        removeMethod(tx, payouts, userId, state, method, 'deleted', source),
      ]),
    )
    return released
  })
  if (unwanted) await advanceSoon(wallet, unwanted)
}

/** Deletes a payment method, in a transaction that has locked the wallet. */
export const removeMethod = (
  tx: Transaction,
  payouts: PayoutDeps,
  userId: number,
  state: MethodsState,
  { id, type }: Pick<WalletMethod, 'id' | 'type'>,
  change: 'deleted' | 'detached',
  source?: PayoutSource,
): Promise<unknown> => {
  const { methods, defaults, now } = state
  const chosen = changeSeller(methods, defaults, defaultsWithout(defaults, id), now)
  return Promise.all([
    putChoice(tx, payouts, userId, state, chosen, { deleted: id, source }),
    store.remove(tx, userId, id),
    recordChange(tx, userId, change, id, type),
  ])
}
