import Stripe from 'stripe'
import type { Unavailable } from '../../../platform/database/db.ts'
import { type Refusal, Refused } from '../../../platform/errors/refusals.ts'
import type { Account } from '../../account-vault.ts'
import { bankDeclines } from '../../refusals.ts'
import { cardDeclined, cardDeclinedBy, VaultUnavailable } from '../../vault.ts'
import { isOurFault, isTemporary, unavailable } from '../stripe-errors.ts'

type Property = 'account_number' | 'routing_number'

const {
  bank_account_declined,
  incorrect_account_number,
  incorrect_routing_number,
  bank_country_not_supported,
  bank_currency_not_supported,
} = bankDeclines

/** The refusals by the processor's codes and parameter names. All others are plain declines. */
const declineOf: Readonly<Record<string, readonly [Refusal, Property?]>> = {
  account_number_invalid: [incorrect_account_number],
  'bank_account[account_number]': [incorrect_account_number],
  routing_number_invalid: [incorrect_routing_number, 'routing_number'],
  bank_account_bad_routing_numbers: [incorrect_routing_number, 'routing_number'],
  'bank_account[routing_number]': [incorrect_routing_number, 'routing_number'],
  country_unsupported: [bank_country_not_supported],
  country_code_invalid: [bank_country_not_supported],
  country: [bank_country_not_supported],
  'bank_account[country]': [bank_country_not_supported],
  'bank_account[currency]': [bank_currency_not_supported],
  'external_account[currency]': [bank_currency_not_supported],
  currency: [bank_currency_not_supported],
}

/** Codes about the token, which is ours: a retry of ours may find that it was used. */
const tokenCodes: ReadonlySet<string> = new Set(['token_already_used', 'token_in_use'])

/** The same reference leads to the same token, so the next attempt needs another reference. */
const isTokenSpent = ({ code }: Stripe.errors.StripeError): boolean => tokenCodes.has(code ?? '')

const isOurs = (error: Stripe.errors.StripeError): boolean =>
  isOurFault(error) || isTokenSpent(error)

/** Returns what an error says of the bank account. The user cannot correct a parameter of ours. */
const declineIn = (error: Stripe.errors.StripeError) =>
  declineOf[error.code ?? ''] ?? (isOurs(error) ? undefined : declineOf[error.param ?? ''])

/** Returns the refusal of a bank account, at the property of the request that has the number. */
export const accountDeclined = (
  { routingNumber }: Pick<Account, 'routingNumber'>,
  decline: Refusal,
  property: Property = 'account_number',
): Refused => cardDeclinedBy(decline, routingNumber === null ? 'iban' : property)

/**
 * Converts an error of the processor into a refusal, which the user can correct, or an outage. The
 * error itself contains the request and the answer, so it is not passed on.
 */
export function convertAccountError(error: unknown, account: Account): Refused | Unavailable {
  if (error instanceof Refused) return error
  if (!isRefusedForGood(error)) return unavailable(error)
  if (error.code === 'bank_account_exists') {
    const property = account.routingNumber === null ? 'iban' : 'account_number'
    return cardDeclined(property, ['paymentmethod.duplicate'])
  }
  const known = declineIn(error)
  if (known !== undefined) return accountDeclined(account, ...known)
  if (isTokenSpent(error))
    return new VaultUnavailable(unavailable(error), { concernsOne: true, isReferenceSpent: true })
  return isOurs(error) ? unavailable(error) : accountDeclined(account, bank_account_declined)
}

/**
 * Whether the creation of an account has failed because of its country. All other refusals of it
 * are about the marketplace, which may not have signed up for such accounts.
 */
export const isCountryRefused = (error: unknown): boolean =>
  isRefusedForGood(error) && declineIn(error)?.[0] === bank_country_not_supported

/** Whether the processor has refused a request because of what it says, and done nothing. */
export const isRefusedForGood = (
  error: unknown,
): error is Stripe.errors.StripeInvalidRequestError | Stripe.errors.StripeCardError =>
  (error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError) &&
  !isTemporary(error)

/** Whether the processor does not have the bank account, or no longer has it. */
export const isExternalMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'resource_missing' || error.statusCode === 404)

/**
 * Whether our key has no access to the account: it was deleted or disconnected, or is another
 * platform's. The processor does not tell which.
 */
export const isAccountMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === 'account_invalid' || /has been deleted|access to account/i.test(error.message))
