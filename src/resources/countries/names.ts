import { type Language, languages } from '../../platform/i18n/catalogue.ts'
import { cleanPasted } from '../../platform/text/pasted.ts'
import { countryCodes } from './address-data.ts'
import further from './country-names.generated.json' with { type: 'json' }
import former from './country-names.json' with { type: 'json' }

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

/** Words that names have or leave out, in all languages: articles, "and", "of", "islands". */
const fillers = new Set(former.fillers.split(' '))
const saints = new Set(former.saints.split(' '))

/** The words of a name without accents, signs and fillers. */
const wordsOf = (name: string): string[] =>
  cleanPasted(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.]/g, '')
    .normalize('NFC')
    // In this order, "ß" becomes "ss".
    .toUpperCase()
    .toLowerCase()
    // U+02BC is an apostrophe, and a letter by its category.
    .split(/[^\p{L}\p{M}\p{N}]+|\u02bc/u)
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => (saints.has(word) ? 'saint' : word))

/**
 * The forms by which a name is found: in one word, and in the order of the alphabet, because lists
 * have "Korea, Republic of".
 */
export function keysOfName(name: string): readonly string[] {
  const words = wordsOf(name)
  return [words.join(''), words.toSorted().join(' ')].filter((key) => key.length > 1)
}

let codesByKey: Map<string, string> | undefined

/**
 * Returns the code to suggest for the name of a country, in any language and as people type it;
 * undefined if no country has this name.
 */
export function codeOfName(name: string): string | undefined {
  if (codesByKey === undefined) {
    codesByKey = new Map()
    const all = [
      ...languages.flatMap((language) =>
        countryCodes.map((code) => [code, [countryName(code, language)]] as const),
      ),
      ...Object.entries(further.names),
      ...Object.entries(former.names),
    ]
    for (const [code, names] of all)
      for (const key of names.flatMap(keysOfName))
        if (!codesByKey.has(key)) codesByKey.set(key, code)
  }
  if (name.length > maxNameLength) return undefined
  for (const key of keysOfName(name)) {
    const code = codesByKey.get(key)
    if (code !== undefined) return code
  }
  return undefined
}

/** In UTF-16 units. Longer texts are not looked up, because a body may have any length. */
const maxNameLength = 200
