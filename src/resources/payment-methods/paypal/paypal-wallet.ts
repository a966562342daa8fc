import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { emailKey, isEmail } from '../../../platform/text/email.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { type DefaultsInput, defaultsAfter } from '../defaults.ts'
import { maxPaymentMethodsPerUser, type PaymentMethod } from '../payment-methods.ts'
import * as store from '../store.ts'
import type { WalletDeps } from '../vault/vault-work.ts'
import {
  billingOf,
  type Changed,
  type Created,
  changedMethod,
  lockWallet,
  putDefaults,
  recordChange,
  refuse,
  withBilling,
} from '../wallet/state.ts'

/** The input to create or replace a PayPal account. */
export interface PayPalInput extends DefaultsInput {
  email: string | null
  billing_address_id: number | null
}

/**
 * Creates a PayPal account. If the user already has this account, updates its payment method.
 * @throws {Refused} validation_failed, limit_reached
 */
export async function createPayPal(
  { db, clock }: WalletDeps,
  userId: number,
  draft: Draft<PayPalInput>,
  writer: Writer<Created> = db,
): Promise<Created> {
  return writer.transactionFor(userId, async (tx) => {
    const [state, newId] = await Promise.all([
      lockWallet(tx, userId, clock.now()),
      store.reserveId(tx, userId, maxPaymentMethodsPerUser),
    ])
    const email = checkedEmail(withBilling(draft, state.addresses), state.methods)
    const existing = state.methods.find((method) => isAccount(method, email))
    const account = accountOf(email, billingOf(draft, existing))
    const id = existing?.id ?? newId
    if (id === null) throw new Refused(refusals.limit_reached)
    const method = { id, buyer_method: true, seller_method: true }
    const others = existing === undefined ? state.methods : undefined
    const defaults = defaultsAfter(state.defaults, method, draft, others)
    const [created_at] = await tx.commitWith(
      Promise.all([
        existing
          ? store.updatePayPal(tx, userId, id, account).then(() => existing.created_at)
          : store.insertPayPal(tx, userId, id, account),
        putDefaults(tx, userId, state.defaults, defaults, id),
        recordChange(tx, userId, existing ? 'refreshed' : 'created', id, 'PayPal'),
      ]),
    )
    const version = (existing?.version ?? 0) + 1
    const row = { ...account, id, type: 'PayPal', version, created_at } as const
    return { method: changedMethod(state, row, defaults), isNew: existing === undefined }
  })
}

/**
 * Replaces the details of a PayPal account.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function replacePayPal(
  { db, clock }: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<PayPalInput>,
  precondition: Precondition,
  writer: Writer<Changed> = db,
): Promise<Changed> {
  return writer.transactionFor(userId, async (tx) => {
    const state = await lockWallet(tx, userId, clock.now())
    const method = state.methods.find((known) => known.id === id && known.type === 'PayPal')
    if (method === undefined) throw new Refused(refusals.forbidden)
    const email = checkedEmail(withBilling(draft, state.addresses), [method])
    const existing = state.methods.find((known) => isAccount(known, email))
    if (existing !== undefined && existing.id !== id) refuse('email', ['paymentmethod.duplicate'])
    const defaults = defaultsAfter(state.defaults, method, draft, undefined)
    if (precondition?.has(method.version) === false) throw new Refused(refusals.precondition_failed)
    const account = accountOf(email, billingOf(draft, method))
    const { created_at, version } = method
    const row = { ...account, id, type: 'PayPal', version: version + 1, created_at } as const
    return tx.commitAfter(
      Promise.all([
        store.updatePayPal(tx, userId, id, account),
        putDefaults(tx, userId, state.defaults, defaults, id),
        recordChange(tx, userId, 'replaced', id, 'PayPal'),
      ]),
      { method: changedMethod(state, row, defaults) },
    )
  })
}

/** Checks the address of an account. @throws {Refused} validation_failed */
export const checkPayPalEmail = (draft: Draft<Pick<PayPalInput, 'email'>>): string =>
  checkedEmail(draft, [])

/**
 * @param known the user's accounts; their email addresses stay valid, even if only an older rule
 *   accepted them
 * @throws {Refused} validation_failed
 */
function checkedEmail(
  { given, faults }: Draft<Pick<PayPalInput, 'email'>>,
  known: readonly PaymentMethod[],
): string {
  const email = given.email
  const allFaults = new Map(faults)
  if (!email && !faults.has('email')) allFaults.set('email', [['rule.required']])
  if (email && !isEmail(email) && !known.some((method) => isAccount(method, email)))
    allFaults.set('email', [['paymentmethod.email']])
  if (allFaults.size > 0 || !email)
    throw new Refused(refusals.validation_failed, { faults: allFaults })
  return email
}

const accountOf = (email: string, billing_address_id: number | null): store.PayPalFields => ({
  email,
  email_key: emailKey(email),
  billing_address_id,
})

const isAccount = (method: PaymentMethod, email: string): boolean =>
  method.type === 'PayPal' && emailKey(method.email) === emailKey(email)
