import { type Language, languages } from '../../platform/i18n/catalogue.ts'
import { type CountryCode, countryCodes } from './address-data.ts'

const namesByLanguage = new Map<Language, Map<string, string>>()

/** Returns the name of a country in a language, by CLDR. Returns the code if CLDR has no name. */
export function countryName(code: string, language: Language): string {
  let names = namesByLanguage.get(language)
  if (names === undefined) {
    names = new Map()
    namesByLanguage.set(language, names)
  }
  let name = names.get(code)
  if (name === undefined) {
    name = new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
    names.set(code, name)
  }
  return name
}

/** Common names that are not in CLDR. */
const aliases: readonly (readonly [name: string, code: CountryCode])[] = [
  ['UK', 'GB'],
  ['England', 'GB'],
  ['Great Britain', 'GB'],
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['Holland', 'NL'],
]

let codesByName: Map<string, CountryCode> | undefined

/**
 * Returns the code to suggest for a country name in any language; undefined if no country has this
 * name.
 */
export function codeOfName(name: string): CountryCode | undefined {
  codesByName ??= new Map([
    ...languages.flatMap((language) =>
      countryCodes.map((code) => [keyOf(countryName(code, language)), code] as const),
    ),
    ...aliases.map(([alias, code]) => [keyOf(alias), code] as const),
  ])
  return codesByName.get(keyOf(name))
}

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()
