import type { CreditCardInput } from '@foyer/client'

/** Makes an unassigned card number with this prefix, this many digits and a valid check digit. */
export function newCardNumber(prefix = '4', length = 16): string {
  let digits = prefix
  while (digits.length < length - 1) digits += Math.floor(Math.random() * 10)
  return digits + checkDigit(digits)
}

/** The check digit of ISO/IEC 7812-1, annex B. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** A valid card. */
export const visa = {
  full_name: 'Ada Lovelace',
  card_number: '4111111111111111',
  expiry_month: 12,
  expiry_year: 2099,
} as const satisfies CreditCardInput

/** A valid card that no user has yet. */
export const newCard = (): CreditCardInput => ({ ...visa, card_number: newCardNumber() })
