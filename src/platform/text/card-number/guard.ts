import { Refused, refusals } from '../../errors/refusals.ts'
import { holdsIssuedNumber } from './card-number.ts'

/** Hexadecimal hashes are long enough to contain a valid number by chance. */
const hash = /^[\da-f]{32,}$/
/** SHA-256 within a text, such as the details of an export of the audit trail. */
const hashesWithin = /(?<![\p{L}\p{N}])[\da-f]{64}(?![\p{L}\p{N}])/gu
/** A text with fewer digits has no card number, even if one character stands for two digits. */
const hasDigits = /(?:\p{N}\P{N}*){7}/u

/**
 * Keeps card numbers out of the database and its log of statements: every statement passes its
 * values here. This is the last check. It looks only for numbers that brands issue, because ids and
 * other digits of programs often pass the check digit by chance. Code that reads input from people
 * refuses more (`holdsCardNumber`) and names the field.
 * @throws {Refused} validation_failed, which does not show the number
 */
export function refuseCardNumbers(values: readonly unknown[]): void {
  for (const value of values) {
    if (Array.isArray(value)) refuseCardNumbers(value)
    else if (typeof value === 'string' && holdsNumberOfCard(value)) throw cardNumberRefused()
  }
}

const cardNumberRefused = (): Refused =>
  new Refused(refusals.validation_failed, { text: 'A card number must not be stored.' })

const holdsNumberOfCard = (text: string): boolean =>
  hasDigits.test(text) &&
  !hash.test(text) &&
  holdsIssuedNumber(text.replaceAll(hashesWithin, 'hash'))
