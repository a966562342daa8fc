import { isDeepStrictEqual } from 'node:util'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { type DefaultsInput, defaultsAfter, defaultsWithout } from '../defaults.ts'
import * as store from '../store.ts'
import { removeNow, retireReplaced, type WalletDeps } from '../vault/vault-work.ts'
import {
  type Changed,
  changedMethod,
  lockMethods,
  lockWallet,
  putDefaults,
  recordChange,
} from './state.ts'

/**
 * Sets or clears a method as a default.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function updateDefaults(
  { db, clock }: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<DefaultsInput>,
  precondition: Precondition,
  writer: Writer<Changed> = db,
): Promise<Changed> {
  return writer.transactionFor(userId, async (tx) => {
    const state = await lockWallet(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id)
    if (method === undefined) throw new Refused(refusals.forbidden)
    const defaults = defaultsAfter(state.defaults, method, draft, undefined)
    if (precondition?.has(method.version) === false) throw new Refused(refusals.precondition_failed)
    const after = changedMethod(state, method, defaults)
    if (isDeepStrictEqual(defaults, state.defaults)) return { method: after }
    return tx.commitAfter(
      Promise.all([
        putDefaults(tx, userId, state.defaults, defaults, null),
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
  writer: Writer<unknown> = wallet.db,
): Promise<void> {
  const { clock } = wallet
  const retired = await writer.transactionFor(userId, async (tx) => {
    const { methods, defaults } = await lockMethods(tx, userId, clock.now())
    const method = methods.find((known) => known.id === id)
    if (method === undefined) {
      if (await tx.commitWith(store.wasRemoved(tx, userId, id))) return undefined
      throw new Refused(refusals.forbidden)
    }
    if (precondition?.has(method.version) === false) throw new Refused(refusals.precondition_failed)
    const isCard = method.type === 'CreditCard'
    const [retired] = await tx.commitWith(
      Promise.all([
        isCard ? retireReplaced(wallet, tx, userId, method, undefined) : undefined,
        putDefaults(tx, userId, defaults, defaultsWithout(defaults, id), id),
        store.remove(tx, userId, id),
        recordChange(tx, userId, 'deleted', id, method.type),
      ]),
    )
    return retired
  })
  if (retired) await removeNow(wallet, userId, retired)
}
