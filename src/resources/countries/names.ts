import { type Language, languages } from '../../platform/i18n/catalogue.ts'
import { type CountryCode, countryCodes } from './address-data.ts'

const known = new Map<Language, Map<string, string>>()

/** The name of a country in a language, by CLDR; the code itself where CLDR knows none. */
export function countryName(code: string, language: Language): string {
  let names = known.get(language)
  if (names === undefined) {
    names = new Map()
    known.set(language, names)
  }
  let name = names.get(code)
  if (name === undefined) {
    name = new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
    names.set(code, name)
  }
  return name
}

/** Common names that CLDR does not have. */
const aliases: readonly (readonly [name: string, code: CountryCode])[] = [
  ['UK', 'GB'],
  ['England', 'GB'],
  ['Great Britain', 'GB'],
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['Holland', 'NL'],
]

let codes: Map<string, CountryCode> | undefined

/** The code to suggest for a country's name in any language; undefined if no country has the name. */
export function codeOfName(name: string): CountryCode | undefined {
  codes ??= new Map([
    ...languages.flatMap((language) =>
      countryCodes.map((code) => [keyOf(countryName(code, language)), code] as const),
    ),
    ...aliases.map(([alias, code]) => [keyOf(alias), code] as const),
  ])
  return codes.get(keyOf(name))
}

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()
