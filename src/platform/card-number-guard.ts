import { holdsIssuedNumber } from './card-number.ts'

/** A value for the database holds a card number. It is not shown. */
export class CardNumberRefused extends Error {
  override name = 'CardNumberRefused'
  override message = 'A card number must not be stored.'
}

/** Hashes in hexadecimal are made up, and long enough to hold anything. */
const hash = /^[\da-f]{32,}$/
/** Fewer digits are no card number, even where one character stands for two. */
const hasDigits = /(?:\p{N}\P{N}*){7}/u

/**
 * Keeps card numbers out of the database and its log of statements, whichever way they came: every statement passes its
 * values here. It is the last check, and looks only for numbers that brands issue, since programs make up many other
 * digits. Whoever reads input from people refuses more (`holdsCardNumber`), and says where.
 * @throws {CardNumberRefused}
 */
export function refuseCardNumbers(values: readonly unknown[]): void {
  for (const value of values) {
    if (Array.isArray(value)) refuseCardNumbers(value)
    else if (typeof value === 'string' && holdsNumberOfCard(value)) throw new CardNumberRefused()
  }
}

const holdsNumberOfCard = (text: string): boolean =>
  hasDigits.test(text) && !hash.test(text) && holdsIssuedNumber(text)
