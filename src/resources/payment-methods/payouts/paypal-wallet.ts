import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { foldedEmail, isEmail, sameDestination } from '../../../platform/text/email.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import type { Payable } from '../payment-method.ts'
import { maxPaymentMethodsPerUser, type PaymentMethod } from '../payment-methods.ts'
import { reserveId, type StoredMethod } from '../store.ts'
import { type DefaultsInput, defaultsAfter } from '../wallet/defaults.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import {
  billingOf,
  type Changed,
  type Created,
  changedMethod,
  lockWallet,
  recordChange,
  refuse,
  type WalletMethod,
  type WalletState,
  withBilling,
} from '../wallet/state.ts'
import { putChoice } from './choice.ts'
import { countProof, proveIfNeeded } from './counted-proof.ts'
import type { PayoutSource } from './payouts.ts'
import { choose, paidEmailOf, paidOf, unproved } from './seller-default.ts'
import * as store from './store.ts'

/** The input to create or replace a PayPal account. */
export interface PayPalInput extends DefaultsInput {
  email: string | null
  billing_address_id: number | null
}

/**
 * Creates a PayPal account. If the user already has this account, updates its payment method. An
 * address that only looks the same is another address of the method, which must be proved.
 * @throws {Refused} validation_failed, limit_reached
 */
export async function createPayPal(
  { db, clock, payouts, vault }: WalletDeps,
  userId: number,
  draft: Draft<PayPalInput>,
  source: PayoutSource | undefined,
  writer: Writer<Created> = db,
): Promise<Created> {
  return countProof(payouts, userId, provableEmail(draft), source, (proof) =>
    writer.transactionFor(userId, async (tx) => {
      const [state, newId] = await Promise.all([
        lockWallet(tx, userId, clock.now(), vault.name),
        reserveId(tx, userId, maxPaymentMethodsPerUser),
      ])
      const email = checkedEmail(withBilling(draft, state.addresses), state.methods)
      const existing = findAccount(state.methods, email)
      const id = existing?.id ?? newId
      if (id === null) throw new Refused(refusals.limit_reached)
      const method = { id, buyer_method: true, seller_method: true }
      const others = existing === undefined ? state.methods : undefined
      const moved = existing ? moveAddress(state, existing, email) : { ...state, payable: unproved }
      const wanted = defaultsAfter(moved.defaults, method, draft, others)
      const { row, change } = choose<PayPalMethod>(moved, wanted, {
        ...accountOf(email, billingOf(draft, existing)),
        ...moved.payable,
        id,
        type: 'PayPal',
        version: (existing?.version ?? 0) + 1,
        created_at: existing?.created_at ?? '',
      })
      const [created_at] = await tx.commitWith(
        Promise.all([
          existing
            ? store.updatePayPal(tx, userId, id, row).then(() => existing.created_at)
            : store.insertPayPal(tx, userId, id, row),
          putChoice(tx, payouts, userId, state, change, { written: row, source }),
          proveIfNeeded(tx, payouts, userId, state, row, proof),
          recordChange(tx, userId, existing ? 'refreshed' : 'created', id, 'PayPal'),
        ]),
      )
      const created = changedMethod(state, { ...row, created_at }, change.defaults)
      return { method: created, isNew: existing === undefined }
    }),
  )
}

/**
 * Replaces the details of a PayPal account.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function replacePayPal(
  { db, clock, payouts, vault }: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<PayPalInput>,
  precondition: Precondition,
  source: PayoutSource | undefined,
  writer: Writer<Changed> = db,
): Promise<Changed> {
  return countProof(payouts, userId, provableEmail(draft), source, (proof) =>
    writer.transactionFor(userId, async (tx) => {
      const state = await lockWallet(tx, userId, clock.now(), vault.name)
      const method = state.methods.find((known) => known.id === id)
      if (method?.type !== 'PayPal') throw new Refused(refusals.forbidden)
      const email = checkedEmail(withBilling(draft, state.addresses), [method])
      const existing = findAccount(state.methods, email)
      if (existing !== undefined && existing.id !== id) refuse('email', ['paymentmethod.duplicate'])
      const moved = moveAddress(state, method, email)
      const wanted = defaultsAfter(moved.defaults, method, draft, undefined)
      if (precondition?.has(method.version) === false)
        throw new Refused(refusals.precondition_failed)
      const { row, change } = choose<PayPalMethod>(moved, wanted, {
        ...accountOf(email, billingOf(draft, method)),
        ...moved.payable,
        id,
        type: 'PayPal',
        version: method.version + 1,
        created_at: method.created_at,
      })
      return tx.commitAfter(
        Promise.all([
          store.updatePayPal(tx, userId, id, row),
          putChoice(tx, payouts, userId, state, change, { written: row, source }),
          proveIfNeeded(tx, payouts, userId, state, row, proof),
          recordChange(tx, userId, 'replaced', id, 'PayPal'),
        ]),
        { method: changedMethod(state, row, change.defaults) },
      )
    }),
  )
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
  const isKnown = (method: PaymentMethod): boolean =>
    method.type === 'PayPal' && email != null && sameDestination(method.email, email)
  if (email && !isEmail(email) && !known.some(isKnown))
    allFaults.set('email', [['paymentmethod.email']])
  if (allFaults.size > 0 || !email)
    throw new Refused(refusals.validation_failed, { faults: allFaults })
  return email
}

/** The row of an account, as it is stored. */
type PayPalMethod = Extract<StoredMethod, { type: 'PayPal' }> & store.PayPalFields

/**
 * Returns the wallet in which an account has got another address: it must be proved again, and an
 * account that is paid is paid at its earlier address until then.
 */
function moveAddress(
  state: WalletState,
  method: WalletMethod & { type: 'PayPal' },
  email: string,
): Pick<WalletState, 'methods' | 'defaults' | 'now'> & { payable: Payable } {
  const { methods, defaults, now } = state
  if (sameDestination(method.email, email)) return { ...state, payable: payableOf(method) }
  if (paidOf(methods, defaults, now) !== method.id) return { ...state, payable: unproved }
  // The address that is paid is proved. It becomes the only one again.
  if (sameDestination(paidEmailOf(method, now), email))
    return { ...state, payable: { verified_at: now, usable_from: now, paid_email: null } }
  const payable = { ...unproved, paid_email: paidEmailOf(method, now) }
  const others = methods.filter(({ id }) => id !== method.id)
  const after = [...others, { ...method, ...payable }]
  return { methods: after, defaults: { ...defaults, former: method.id }, now, payable }
}

/** The address to prove. Undefined if it is not valid, so that the request is refused. */
const provableEmail = ({ given: { email } }: Draft<PayPalInput>): string | undefined =>
  email && isEmail(email) ? email : undefined

const payableOf = ({ verified_at, usable_from, paid_email }: Payable): Payable => ({
  verified_at,
  usable_from,
  paid_email,
})

const accountOf = (
  email: string,
  billing_address_id: number | null,
): Pick<store.PayPalFields, 'email' | 'email_key' | 'billing_address_id'> => ({
  email,
  email_key: foldedEmail(email),
  billing_address_id,
})

/**
 * Finds the only method that the user may have for an address: one whose address looks the same, or
 * is the same with its domain in ASCII. Earlier versions stored both forms as two methods. Then
 * each form finds its own.
 */
const findAccount = (
  methods: readonly WalletMethod[],
  email: string,
): (WalletMethod & { type: 'PayPal' }) | undefined => {
  const accounts = methods.filter((method) => method.type === 'PayPal')
  return (
    accounts.find((account) => foldedEmail(account.email) === foldedEmail(email)) ??
    accounts.find((account) => sameDestination(account.email, email))
  )
}
