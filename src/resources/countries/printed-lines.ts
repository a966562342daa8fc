import type { Language } from '../../platform/i18n/catalogue.ts'
import { countryName } from './names.ts'
import {
  type AddressProperty,
  type AddressText,
  addressRules,
  isCountryCode,
  type LinePart,
  type Lines,
  linesOf,
  widening,
} from './rules.ts'

/**
 * Returns the lines of an address as its writer would write them, with the name of the country at
 * the end. The script of the place decides between the two orders of a country that has two.
 * Nothing that was stored is left out: a property that the format has no place for has a line.
 * @param language of the name of the country
 */
export function printedLines(
  address: AddressText & { readonly country_code: string },
  language: Language,
): string[] {
  const code = address.country_code
  const rules = isCountryCode(code) ? addressRules(code) : undefined
  const { lines, latinLines = lines } = rules ?? { lines: plainLines }
  const textOf = (property: AddressProperty): string =>
    property === 'country_code' ? countryName(code, language) : (address[property] ?? '')
  return withUnnamed(isEastAsian(address) ? lines : latinLines)
    .map((line) => printedLine(line, textOf))
    .filter(Boolean)
}

/** For an address whose country no longer exists. */
const plainLines = linesOf('N~A~C, S Z')

function printedLine(
  line: readonly LinePart[],
  textOf: (property: AddressProperty) => string,
): string {
  let printed = ''
  for (const { property, separator } of line) {
    const text = textOf(property)
    if (text === '') continue
    // Chinese and Japanese put nothing between two parts. Words of other scripts need a space.
    const ends = [[...printed].at(-1) ?? '', [...text][0] ?? '']
    const needsSpace = separator === '' && !ends.every((end) => eastAsian.test(end))
    printed += printed === '' ? text : (needsSpace ? ' ' : separator) + text
  }
  return printed
}

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

/**
 * Whether the place is written in the script of China, Japan or Korea. The name does not matter:
 * people write their own names in their own script.
 */
const isEastAsian = (address: AddressText): boolean =>
  [...street, ...widening].some((property) => eastAsian.test(address[property] ?? ''))

const street = ['address_1', 'address_2', 'address_3'] as const

/** Adds a line for each property that has none: after the narrower places, or before them. */
function withUnnamed(lines: Lines): Lines {
  const complete = [...lines]
  const indexOf = (property: AddressProperty) =>
    complete.findIndex((line) => line.some((part) => part.property === property))
  const isWidestFirst = indexOf('full_name') > indexOf('address_1')
  const narrower: AddressProperty[] = [...street]
  for (const property of widening) {
    if (indexOf(property) < 0) {
      const indexes = narrower.map(indexOf)
      const at = isWidestFirst ? Math.min(...indexes) : Math.max(...indexes) + 1
      complete.splice(at, 0, [{ property, separator: '' }])
    }
    narrower.push(property)
  }
  return complete
}
