import Stripe from 'stripe'
import { Unavailable } from '../../../../platform/database/db.ts'
import { Refused } from '../../../../platform/errors/refusals.ts'
import type { Message } from '../../../../platform/i18n/catalogue.ts'
import { type Card, cardDeclined, VaultUnavailable } from '../vault.ts'
import { UnreadableAnswer } from './stripe-http.ts'

type Naming = Pick<Card, 'token'>

/**
 * What the processor's "no" to a card means: the user's to mend, or nobody's for now. What the processor's client throws
 * holds its request and answer, so nothing of it goes further than here.
 */
export function judge(error: unknown, card: Naming): Refused | Unavailable {
  if (error instanceof Refused) return error
  if (!(error instanceof Stripe.errors.StripeError)) return unavailable(error)
  if (isNumberUnwelcome(error)) return cardDeclined('card_number', ['card.number.unsupported'])
  if (error instanceof Stripe.errors.StripeCardError) return judgeCard(error, card)
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return unavailable(error)
  const property = propertyOf[error.param ?? '']
  if (property !== undefined) return cardDeclined(property, ['rule.invalid'])
  // Of a token that is not as it should be the processor says so in a dozen ways.
  if (card.token !== undefined && !isOfCustomer(error))
    return cardDeclined('card_token', ['card.token.unknown'])
  return isOurFault(error) ? unavailable(error) : cardDeclined('card_number', ['card.declined'])
}

/** Codes of refusals that are about the request or the account. All others are about the card. */
const ourFault =
  /^(resource_missing|parameter_(missing|unknown)|url_invalid|secret_key_required|livemode_mismatch|(account|api_key|platform|testmode|idempotency)_\w+)$/

const isOurFault = ({ code }: Stripe.errors.StripeInvalidRequestError): boolean =>
  ourFault.test(code ?? '')

/** Whether the processor has no such thing, or not any more. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'resource_missing' ||
    /not attached|must be attached|must save this/i.test(error.message))

/** Whether it is the customer that the processor does not have. */
export const isOfCustomer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer'

/** Whether the account may not send numbers of cards: that has no code of its own. */
export const isNumberUnwelcome = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  /raw card data|card numbers directly/i.test(error.message)

/** The same for whoever reads logs: what kind of failure, and the name by which the processor knows the request. */
export function unavailable(error: unknown): Unavailable {
  if (error instanceof Unavailable) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new VaultUnavailable(new Error(error instanceof Error ? error.name : typeof error))
  const { detail } = error
  const status = detail instanceof UnreadableAnswer ? detail.status : error.statusCode
  const told = [error.type, error.code, status, error.requestId]
  return new VaultUnavailable(new Error(told.filter(isPlain).join(' ')))
}

/** Words, a status, the name of a request: nothing that could be a card. */
const isPlain = (part: unknown): boolean =>
  /^([A-Za-z_]{1,64}|\d{3}|req_\w{1,64})$/.test(String(part ?? ''))

/** By the processor's names of parameters. */
const propertyOf: Readonly<Record<string, string>> = {
  'card[number]': 'card_number',
  'card[exp_month]': 'expiry_month',
  'card[exp_year]': 'expiry_year',
  'billing_details[name]': 'full_name',
}

/** By the processor's codes of errors and of declines; why else a card was declined is between its holder and its issuer. */
const reasonOf: Readonly<Record<string, readonly [property: string, reason: Message]>> = {
  incorrect_number: ['card_number', ['card.number.brand']],
  invalid_number: ['card_number', ['card.number.brand']],
  invalid_expiry_month: ['expiry_month', ['rule.invalid']],
  invalid_expiry_year: ['expiry_year', ['rule.invalid']],
  expired_card: ['expiry_month', ['card.declined.expired']],
}

/** Not the card's fault, and it may be tried again. */
const passing = new Set([
  'processing_error',
  'try_again_later',
  'issuer_not_available',
  'reenter_transaction',
])

function judgeCard(error: Stripe.errors.StripeCardError, { token }: Naming): Refused | Unavailable {
  const codes = [error.decline_code, error.code].filter((code) => code !== undefined)
  if (codes.some((code) => passing.has(code))) return unavailable(error)
  const named = token === undefined ? 'card_number' : 'card_token'
  const known = codes.map((code) => reasonOf[code]).find((reason) => reason !== undefined)
  const [property, reason] = known ?? [named, ['card.declined']]
  return cardDeclined(property === 'card_number' ? named : property, reason)
}
