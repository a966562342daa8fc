import type { Language } from '../platform/i18n.ts'

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
