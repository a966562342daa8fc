import { type Catalogue, type Language, languages, messageKeys, original } from './catalogue.ts'

/** Texts that replace those of the catalogues. */
export type Overrides = Readonly<Partial<Record<Language, Partial<Catalogue>>>>

/** The most characters of a text. */
const maxLength = 2000

/**
 * Checks the texts of one language.
 * @param given the content of a JSON file
 * @returns what is wrong, one line each; empty if all is well
 */
export function overrideFaults(language: Language, given: unknown): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return ['must be an object of texts by key.']
  return Object.entries(given).flatMap(([key, text]: [string, unknown]) => {
    const known = messageKeys.find((name) => name === key)
    if (known === undefined) return [`${key} is not the key of a text.`]
    if (typeof text !== 'string' || text.trim() === '' || text.length > maxLength)
      return [`${key} must be a text of 1 to ${maxLength} characters.`]
    if (/\p{Cc}/u.test(text)) return [`${key} must not contain control characters.`]
    const [wanted, found] = [original(language, known), text].map(placeholdersIn)
    const missing = wanted?.filter((name) => !found?.includes(name)) ?? []
    const unknown = found?.filter((name) => !wanted?.includes(name)) ?? []
    return [
      ...missing.map((name) => `${key} must contain ${name}.`),
      ...unknown.map((name) => `${key} must not contain ${name}.`),
    ]
  })
}

const placeholdersIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))]

/** The language of a file of texts, such as `de.json`. Undefined for other files. */
export const languageOfFile = (name: string): Language | undefined =>
  languages.find((language) => name === `${language}.json`)
