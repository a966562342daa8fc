import cardValidator from 'card-validator'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../../platform/text/draft.ts'
import { withoutSeparators } from '../../../platform/text/pasted.ts'
import type { Card } from '../../../processor/vault.ts'
import { isExpired } from '../payment-methods.ts'

/** The input to create or replace a card. */
export interface CardInput {
  full_name: string | null
  card_number: string | null
  card_token: string | null
  expiry_month: number | null
  expiry_year: number | null
  start_month: number | null
  start_year: number | null
  issue_number: string | number | null
  billing_address_id: number | null
  default_buyer_method: boolean | null
  default_seller_method: boolean | null
}

/** A card that follows the rules. Only the vault may see `card`; the other values may be stored. */
export interface CheckedCard {
  readonly card: Card
  /** Whether the input has a number or a token. If not, the card in the vault stays the same. */
  readonly isNamed: boolean
  readonly details: {
    readonly full_name: string
    readonly start_month: number | null
    readonly start_year: number | null
    readonly issue_number: string | null
  }
}

/**
 * Checks a card: the brand, length and check digit of the number (ISO/IEC 7812-1, annex B), the
 * holder, and that the card has not expired.
 * @param options.mayKeep whether the number may be omitted to keep the current card
 * @param options.mayBeExpired whether the card may have expired
 * @param options.needsExpiry whether a token needs an expiry date, because the vault is not asked
 * @param now milliseconds since the epoch
 * @throws {Refused} validation_failed, with all faults
 */
export function checkCard(
  { given, faults: unreadable }: Draft<CardInput>,
  now: number,
  {
    mayKeep,
    mayBeExpired = false,
    needsExpiry = false,
  }: { mayKeep: boolean; mayBeExpired?: boolean; needsExpiry?: boolean },
): CheckedCard {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) faults.set(property, [...messages])
  const requireProperty = (property: keyof CardInput): void => {
    if (!given[property] && !unreadable.has(property)) addFault(faults, property, ['rule.required'])
  }
  requireProperty('full_name')
  const number = given.card_number == null ? undefined : withoutSeparators(given.card_number)
  const token = given.card_token ?? undefined
  if (number !== undefined && token !== undefined)
    addFault(faults, 'card_token', ['card.token.both'])
  if (number !== undefined) addNumberFault(faults, number)
  else if (token !== undefined) requireProperty('card_token')
  else if (!mayKeep) requireProperty('card_number')
  // The vault knows the expiry date of a token.
  const isDated = token === undefined || given.expiry_month != null || given.expiry_year != null
  if (needsExpiry || isDated) {
    requireProperty('expiry_month')
    requireProperty('expiry_year')
  }
  const { expiry_month, expiry_year, start_month, start_year } = given
  const expired =
    !mayBeExpired && expiry_month && expiry_year && expiryFault(expiry_month, expiry_year, now)
  if (expired) addFault(faults, 'expiry_month', expired)
  if (start_month && start_year && expiry_month && expiry_year) {
    const starts = start_year * 12 + start_month
    if (starts > expiry_year * 12 + expiry_month)
      addFault(faults, 'start_month', ['card.start.late'])
  }
  if (given.default_seller_method) {
    addFault(faults, 'default_seller_method', ['paymentmethod.seller_method'])
  }
  if (faults.size > 0 || !given.full_name) {
    throw new Refused(refusals.validation_failed, { faults })
  }
  return {
    card: {
      number,
      token,
      fullName: given.full_name,
      expiryMonth: expiry_month ?? 0,
      expiryYear: expiry_year ?? 0,
    },
    isNamed: number !== undefined || token !== undefined,
    details: {
      full_name: given.full_name,
      start_month: start_month ?? null,
      start_year: start_year ?? null,
      issue_number: given.issue_number == null ? null : String(given.issue_number),
    },
  }
}

/** Returns the fault of an expired card; undefined if it has not expired. */
export function expiryFault(
  expiryMonth: number,
  expiryYear: number,
  now: number,
): Message | undefined {
  if (!isExpired(expiryYear, expiryMonth, now)) return undefined
  return ['card.expired', { expiry: `${String(expiryMonth).padStart(2, '0')}/${expiryYear}` }]
}

/** The largest number of digits (ISO/IEC 7812-1). */
const maxNumberLength = 19

function addNumberFault(faults: Map<string, Message[]>, number: string): void {
  const fault = numberFault(number)
  if (fault !== undefined) addFault(faults, 'card_number', fault)
}

function numberFault(number: string): Message | undefined {
  if (!/^\d+$/.test(number)) return ['card.number.digits']
  const { isValid, card } = cardValidator.number(number, {
    maxLength: maxNumberLength,
    luhnValidateUnionPay: true,
  })
  if (isValid) return undefined
  if (card === null) return ['card.number.brand']
  if (!card.lengths.includes(number.length)) return ['card.number.length', { brand: card.niceType }]
  return ['card.number.check']
}
