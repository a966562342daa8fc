import Stripe from 'stripe'
import { Unavailable } from '../../platform/database/db.ts'
import { type Refusal, Refused } from '../../platform/errors/refusals.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { declines } from '../refusals.ts'
import { type Card, cardDeclined, cardDeclinedBy, VaultUnavailable } from '../vault.ts'
import { UnreadableAnswer } from './stripe-http.ts'

type CardSource = Pick<Card, 'token'>

/**
 * Converts an error of the processor into a refusal, which the user can correct, or an outage. The
 * error itself contains the request and the answer, so it is not passed on.
 */
export function convertError(error: unknown, card: CardSource): Refused | Unavailable {
  if (error instanceof Refused) return error
  if (!(error instanceof Stripe.errors.StripeError)) return unavailable(error)
  if (isNumberNotAllowed(error)) return cardDeclined('card_number', ['card.number.unsupported'])
  if (error instanceof Stripe.errors.StripeCardError) return convertCardError(error, card)
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return unavailable(error)
  if (isTemporary(error)) return unavailable(error)
  const property = propertyOf[error.param ?? '']
  if (property !== undefined) return cardDeclined(property, ['rule.invalid'])
  // The processor has a dozen errors for an invalid token.
  if (card.token !== undefined && !isCustomerMissing(error))
    return cardDeclined('card_token', ['card.token.unknown'])
  return isOurFault(error)
    ? unavailable(error)
    : cardDeclinedBy(declines.card_declined, 'card_number')
}

/** Codes of temporary failures, which the card does not cause. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'api_error',
  'issuer_not_available',
  'lock_timeout',
  'processing_error',
  'rate_limit',
  'reenter_transaction',
  'try_again_later',
])

/** Codes of refusals that are about the request or the account. All others are about the card. */
const ourFault =
  /^(resource_missing|parameter_(missing|unknown)|url_invalid|secret_key_required|livemode_mismatch|(account|api_key|platform|testmode|idempotency)_\w+)$/

export const isOurFault = ({ code }: Stripe.errors.StripeError): boolean =>
  ourFault.test(code ?? '')

/**
 * Whether the same request may succeed a moment later: the processor is busy with the same object,
 * or with too many requests. It tells that by the status, the code or both.
 */
export const isTemporary = ({ code, statusCode }: Stripe.errors.StripeError): boolean =>
  statusCode === 409 ||
  statusCode === 429 ||
  (statusCode ?? 0) >= 500 ||
  temporaryCodes.has(code ?? '')

/** Whether the processor does not have the object, or no longer has it. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'resource_missing' ||
    /not attached|must be attached|must save this/i.test(error.message))

/** Whether the missing object is the customer. */
export const isCustomerMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer'

/**
 * Whether the account may not send card numbers. This error has no code, so its message is checked.
 */
export const isNumberNotAllowed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  /raw card data|card numbers directly/i.test(error.message)

/**
 * Whether the processor stores the answer with the idempotency key of the request, and repeats it
 * for a day.
 */
export const isStored = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500

/**
 * Converts an error into an outage for the log: the kind of failure, and the processor's id of the
 * request.
 */
export function unavailable(error: unknown, { isRepeated = false } = {}): Unavailable {
  if (error instanceof Unavailable) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new VaultUnavailable(new Error(error instanceof Error ? error.name : typeof error))
  const { detail } = error
  const status = detail instanceof UnreadableAnswer ? detail.status : error.statusCode
  const parts = [error.type, error.code, status, error.requestId]
  const concernsOne =
    error instanceof Stripe.errors.StripeInvalidRequestError && !isTemporary(error)
  const cause = new Error(parts.filter(isPlain).join(' '))
  return new VaultUnavailable(cause, { concernsOne, isRepeated })
}

/** Whether a value is a code, a status or a request id, and so cannot contain a card number. */
const isPlain = (part: unknown): boolean =>
  /^([A-Za-z_]{1,64}|\d{3}|req_\w{1,64})$/.test(String(part ?? ''))

/** Our properties, by the processor's parameter names. */
const propertyOf: Readonly<Record<string, string>> = {
  'card[number]': 'card_number',
  'card[exp_month]': 'expiry_month',
  'card[exp_year]': 'expiry_year',
  'billing_details[name]': 'full_name',
}

/** The faults in the details of a card, by the processor's codes. */
const faultOf: Readonly<Record<string, readonly [property: string, reason: Message]>> = {
  incorrect_number: ['card_number', ['card.number.brand']],
  invalid_number: ['card_number', ['card.number.brand']],
  invalid_expiry_month: ['expiry_month', ['rule.invalid']],
  invalid_expiry_year: ['expiry_year', ['rule.invalid']],
}

/**
 * The declines that a user can do something about, by the processor's codes of errors and declines,
 * each with the property to change if it is not the card itself. All others are `card_declined`,
 * because their reasons concern only the holder and the issuer.
 */
const declineOf: Readonly<Record<string, readonly [Refusal, property?: string]>> = {
  expired_card: [declines.card_expired, 'expiry_month'],
  // The security code is entered together with the card, in the processor's own fields.
  incorrect_cvc: [declines.incorrect_security_code],
  invalid_cvc: [declines.incorrect_security_code],
  incorrect_zip: [declines.incorrect_postal_code, 'billing_address_id'],
  insufficient_funds: [declines.insufficient_funds],
  authentication_required: [declines.authentication_required, 'card_token'],
  setup_intent_authentication_failure: [declines.authentication_failed, 'card_token'],
}

/**
 * Returns the refusal for the reason of the last failure of a setup. Undefined if the reason is
 * temporary: then the card was not declined.
 */
export function declineOfCode(
  ...given: readonly (string | null | undefined)[]
): Refused | undefined {
  const codes = given.filter((code) => code !== undefined && code !== null)
  if (codes.some((code) => temporaryCodes.has(code))) return undefined
  const [decline, property = 'card_token'] = first(declineOf, codes) ?? [declines.card_declined]
  return cardDeclinedBy(decline, property)
}

function convertCardError(
  error: Stripe.errors.StripeCardError,
  { token }: CardSource,
): Refused | Unavailable {
  const codes = [error.decline_code, error.code].filter((code) => code !== undefined)
  if (codes.some((code) => temporaryCodes.has(code))) return unavailable(error)
  const named = token === undefined ? 'card_number' : 'card_token'
  const fault = first(faultOf, codes)
  if (fault) return cardDeclined(fault[0] === 'card_number' ? named : fault[0], fault[1])
  const [decline, property = named] = first(declineOf, codes) ?? [declines.card_declined]
  return cardDeclinedBy(decline, property)
}

/** Returns what a table has for the first of several codes that it knows. */
const first = <T>(table: Readonly<Record<string, T>>, codes: readonly string[]): T | undefined =>
  codes.map((code) => table[code]).find((known) => known !== undefined)
