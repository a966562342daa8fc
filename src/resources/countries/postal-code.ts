import type { Message } from '../../platform/i18n/catalogue.ts'
import { cleanPasted } from '../../platform/text/pasted.ts'
import type { AddressData, CountryCode } from './address-data.ts'

/**
 * The format of a country's postal codes. The formats themselves are data: `zip` and `zipex` in
 * address-corrections.json, or else in the generated file. docs/data.md says where they are from.
 */
export interface PostalCodeRule {
  /**
   * A regular expression, anchored at both ends, for matching without regard to letter case. Spaces
   * and hyphens may stand anywhere.
   */
  readonly pattern: string
  /** At least one. */
  readonly examples: readonly [string, ...string[]]
  /** How many digits a code has, if it only has digits, and always as many. */
  readonly digits?: string
}

/**
 * Returns the rule of a country's postal codes; null if the country has none, or if the format is
 * unknown. A code may begin with the country's ISO code, as in mail from abroad.
 */
export function postalCodeRule(
  code: CountryCode,
  { zip, zipex, postprefix }: AddressData,
): PostalCodeRule | null {
  const [example, ...more] = zipex?.split(',') ?? []
  if (zip === undefined || example === undefined) return null
  const prefix = postprefix === undefined ? '' : `(?:${postprefix})?`
  const digits = /^\\d\{(\d)\}$/.exec(zip)?.[1]
  return {
    pattern: `^${separators}${withSeparators(`(?:${code})?${prefix}(?:${zip})`)}$`,
    examples: [example, ...more],
    ...(digits !== undefined && { digits }),
  }
}

/** The hyphen is escaped for the `v` flag, with which HTML compiles patterns. */
const separators = '[ \\-]*'

/** One character in a pattern of the data, with its quantifier; or another part, to be kept. */
const parts = /(\\d|\[[^[\]]*\]|[A-Z0-9\u3012])(\{[\d,]+\}|\?)?|\(\?:|\{[\d,]+\}/g

/** Allows spaces and hyphens after each character that a pattern matches. */
const withSeparators = (pattern: string): string =>
  pattern.replace(parts, (part, one?: string, times?: string) => {
    if (one === undefined) return part
    return times === undefined ? one + separators : `(?:${one}${separators})${times}`
  })

const compiled = new Map<string, RegExp>()

/**
 * Whether a text matches the rule. Addresses that were stored earlier have digits, dashes and
 * full-width characters as they were typed.
 */
export function isPostalCode(text: string, { pattern }: PostalCodeRule): boolean {
  let expression = compiled.get(pattern)
  if (expression === undefined) {
    expression = new RegExp(pattern, 'i')
    compiled.set(pattern, expression)
  }
  return expression.test(cleanPasted(text))
}

/** Countries with a description of their postal codes in the catalogues. */
const messageKeys = {
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

/**
 * Returns a message that describes the postal codes of a country: in words if the catalogues have
 * them, otherwise by examples.
 */
export function postalCodeMessage(
  code: CountryCode,
  { examples, digits }: PostalCodeRule,
): Message {
  const [example, second] = examples
  if (code in messageKeys) return [messageKeys[code as keyof typeof messageKeys], { example }]
  if (digits !== undefined) return ['address.postal_code.digits', { example, count: digits }]
  if (second === undefined) return ['address.postal_code.like', { example }]
  return ['address.postal_code.like_either', { example, second }]
}
