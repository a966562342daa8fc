import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { foldedEmail, isEmail, sameDestination } from '../../../platform/text/email.ts'
import { emailsByUser } from '../../../support/limits/subjects.ts'
import type { Payable } from '../payment-method.ts'
import type { PaymentMethod } from '../payment-methods.ts'
import { type Choosable, paidEmailOf, paidOf, unproved } from '../seller-default.ts'
import { countProof } from '../wallet/payout-emails.ts'
import type { Kind, Known, PutInput } from '../wallet/put.ts'
import { type WalletState, withBilling } from '../wallet/state.ts'

/** The input to create or replace a PayPal account. */
export interface PayPalInput extends PutInput {
  email: string | null
}

/**
 * PayPal accounts. No vault keeps them. An address that only looks the same is another address of
 * the method, which must be proved.
 */
export const payPal: Kind<'PayPal', PayPalInput> = {
  type: 'PayPal',
  roles: { buyer_method: true, seller_method: true },
  prepare({ payouts }, userId, { draft, source }, write) {
    const { email: given } = draft.given
    // An address that is not valid is refused, so it needs no proof.
    const isProvable = given != null && isEmail(given) && source !== undefined
    const subjects = isProvable ? emailsByUser(userId, given, source.address) : []
    let email = ''
    return countProof(payouts, isProvable ? source : undefined, subjects, (proof) =>
      write({
        property: 'email',
        proof,
        same({ methods, addresses }, replaced) {
          email = checkedEmail(withBilling(draft, addresses), replaced ? [replaced] : methods)
          return accountsOf(methods, email)
        },
        rowOf(state, before) {
          const { payable, ...from } =
            before === undefined
              ? { ...state, payable: unproved }
              : moveAddress(state, before, email)
          return { fields: { email, ...payable }, from }
        },
      }),
    )
  },
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

/**
 * Returns the wallet in which an account has got another address: it must be proved again, and an
 * account that is paid is paid at its earlier address until then.
 */
function moveAddress(
  state: WalletState,
  method: Known<'PayPal'>,
  email: string,
): Choosable & { readonly payable: Payable } {
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

const payableOf = ({ verified_at, usable_from, paid_email }: Payable): Payable => ({
  verified_at,
  usable_from,
  paid_email,
})

/**
 * Finds the only method that the user may have for an address: one whose address looks the same, or
 * is the same with its domain in ASCII. Earlier versions stored both forms as two methods. Then
 * each form finds its own.
 */
function accountsOf(methods: WalletState['methods'], email: string): readonly Known<'PayPal'>[] {
  const accounts = methods.filter((method) => method.type === 'PayPal')
  const found =
    accounts.find((account) => foldedEmail(account.email) === foldedEmail(email)) ??
    accounts.find((account) => sameDestination(account.email, email))
  return found === undefined ? [] : [found]
}
