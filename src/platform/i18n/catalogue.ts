import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import de from '../../../locales/de.json' with { type: 'json' }
import en from '../../../locales/en.json' with { type: 'json' }
import es from '../../../locales/es.json' with { type: 'json' }
import fr from '../../../locales/fr.json' with { type: 'json' }
import it from '../../../locales/it.json' with { type: 'json' }
import ja from '../../../locales/ja.json' with { type: 'json' }
import nl from '../../../locales/nl.json' with { type: 'json' }
import pt from '../../../locales/pt.json' with { type: 'json' }
import { holdsCardNumber } from '../text/card-number/card-number.ts'

/** The key of a text. English has them all. */
export type MessageKey = keyof typeof en
/** The texts of one language. A language without one of them does not compile. */
export type Catalogue = Readonly<Record<MessageKey, string>>

export type Params = Readonly<Record<string, string | number>>
/** A message for a person, before translation: its key in the catalogues and its parameters. */
export type Message = readonly [key: MessageKey, params?: Params]

const catalogues = { en, de, fr, es, it, nl, pt, ja } satisfies Record<string, Catalogue>

export type Language = keyof typeof catalogues

/** The texts in use: those of the catalogues, except for those that a brand replaces. */
let texts: Readonly<Record<Language, Catalogue>> = catalogues

/**
 * Replaces texts, for the whole process. Texts that an earlier call replaced are as in the
 * catalogues again.
 */
export function overrideTexts(own: Readonly<Partial<Record<Language, Partial<Catalogue>>>>): void {
  const replaced = languages.map((language) => [
    language,
    { ...catalogues[language], ...own[language] },
  ])
  texts = Object.fromEntries(replaced) as typeof texts
}

/** The text of a catalogue, also if it is replaced. */
export const original = (language: Language, key: MessageKey): string => catalogues[language][key]

/** The BCP 47 tags of the languages. English is the fallback and comes first. */
export const languages = Object.keys(catalogues) as readonly Language[]

/** The language of a stored tag. English if it is none of ours any more. */
export const languageOf = (tag: string): Language =>
  languages.find((language) => language === tag) ?? 'en'

export const messageKeys = Object.keys(en) as readonly MessageKey[]

const cachedLanguages = new LRUCache<string, Language>({ max: 500 })

/**
 * The most of an `Accept-Language` header that is read, in characters. Browsers send less than 200.
 * Thousands of languages would take longer than a request.
 */
const maxRead = 1_000

/**
 * Chooses the language for an `Accept-Language` header (RFC 9110, 12.5.4). English if none fits.
 */
export function chooseLanguage(given: string | undefined): Language {
  if (given === undefined) return 'en'
  const header = given.slice(0, maxRead)
  let language = cachedLanguages.get(header)
  if (language === undefined) {
    const wanted = new Negotiator({ headers: { 'accept-language': header } })
    language = (wanted.language([...languages]) as Language | undefined) ?? 'en'
    if (!holdsCardNumber(header)) cachedLanguages.set(header, language)
  }
  return language
}

/**
 * Looks up the language of a tag (RFC 4647, 3.4), such as `pt-BR`. It also reads the names of POSIX
 * locales, such as `en_US.UTF-8`. Undefined if none fits.
 */
export function lookUpLanguage(tag: string): Language | undefined {
  let range: string | undefined
  try {
    range = Intl.getCanonicalLocales(
      tag
        .trim()
        .replace(/[.@].*/s, '')
        .replaceAll('_', '-'),
    )[0]
  } catch {
    return undefined
  }
  for (let left = range ?? ''; left !== ''; left = left.replace(/(?:^|-)[^-]*$/, '')) {
    const found = languages.find((language) => language === left)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns a message in a language. The parameter `name` replaces `{name}` in the text. */
export function say(language: Language, key: MessageKey, params?: Params): string {
  const text: string = texts[language][key]
  if (params === undefined) return text
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
}
