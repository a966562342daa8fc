import type { ErrorBody } from './processor-problems.ts'

/** The declines of the card numbers that the processor documents for tests. */
const declines: Readonly<Record<string, Omit<ErrorBody, 'type'>>> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card' },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card' },
  '4000000000000127': { code: 'incorrect_cvc', param: 'cvc' },
  '4000000000000036': { code: 'incorrect_zip', param: 'address_zip' },
  '4000000000000069': { code: 'expired_card', param: 'exp_month' },
  '4000000000000119': { code: 'processing_error' },
}

/** The issuer declines all cards with this prefix, for tests that need many such cards. */
export const declinedPrefix = '4999999999'

/** Returns the decline of a card, if it is declined. */
export const declineOf = (number: string): Omit<ErrorBody, 'type'> | undefined =>
  declines[number] ?? (number.startsWith(declinedPrefix) ? declines['4000000000000002'] : undefined)
