import type { Message } from '../../platform/i18n/catalogue.ts'
import type { AddressData, CountryCode } from './address-data.ts'

/** How postal codes of a country look. */
export interface PostalCodeRule {
  /** A regular expression, anchored at both ends, to be matched in any letter case. */
  readonly pattern: string
  /** At least one. */
  readonly examples: readonly [string, ...string[]]
}

/** The rule of a country's postal codes; null where it has none or none is known. */
export function postalCodeRule({ zip, zipex, postprefix }: AddressData): PostalCodeRule | null {
  const [example, ...more] = zipex?.split(',') ?? []
  if (zip === undefined || example === undefined) return null
  const prefix = postprefix === undefined ? '' : `(?:(?:${postprefix})[ -]?)?`
  return { pattern: `^${prefix}(?:${zip})$`, examples: [example, ...more] }
}

const compiled = new Map<string, RegExp>()

/** Whether a text is a postal code by its rule, in whatever digits, dashes and width it is written. */
export function isPostalCode(text: string, { pattern }: PostalCodeRule): boolean {
  let expression = compiled.get(pattern)
  if (expression === undefined) {
    expression = new RegExp(pattern, 'i')
    compiled.set(pattern, expression)
  }
  return expression.test(plain(text))
}

/** Keyboards of Japan, Egypt or Iran write full-width and other digits, and many a dash. */
function plain(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
}

/** Unicode sets out every script's digits in a row from 0 to 9, beginning at …0 or …6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const row = code - (code % 16)
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  return String(code - zero)
}

/** Countries whose postal codes have words of their own in the catalogues. */
const worded = {
  BR: 'address.postal_code.five_dash_three',
  CA: 'address.postal_code.canadian',
  CZ: 'address.postal_code.three_space_two',
  GB: 'address.postal_code.british',
  GG: 'address.postal_code.british',
  GR: 'address.postal_code.three_space_two',
  IE: 'address.postal_code.irish',
  IM: 'address.postal_code.british',
  JE: 'address.postal_code.british',
  JP: 'address.postal_code.three_dash_four',
  NL: 'address.postal_code.dutch',
  PL: 'address.postal_code.two_dash_three',
  PT: 'address.postal_code.four_dash_three',
  SE: 'address.postal_code.three_space_two',
  SK: 'address.postal_code.three_space_two',
  US: 'address.postal_code.zip',
} as const satisfies Partial<Record<CountryCode, Message[0]>>

/** Tells people how their country's postal codes look: in words where there are some, else by examples. */
export function postalCodeMessage(
  code: CountryCode,
  { pattern, examples }: PostalCodeRule,
): Message {
  const [example, second] = examples
  if (code in worded) return [worded[code as keyof typeof worded], { example }]
  const digits = /\(\?:\\d\{(\d)\}\)\$$/.exec(pattern)?.[1]
  if (digits !== undefined) return ['address.postal_code.digits', { example, count: digits }]
  if (second === undefined) return ['address.postal_code.like', { example }]
  return ['address.postal_code.like_either', { example, second }]
}
