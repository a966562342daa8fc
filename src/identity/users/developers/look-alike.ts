import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/*
 * Names that look alike. The table of what people confuse is Unicode's (UTS #39, 4, version 13), from
 * the package `unhomoglyph`. It compares characters of the same size, and keeps digits and capitals
 * apart. A name on a page for consent must be told from another one at a glance, so there is more.
 */

const table: Readonly<Record<string, string | undefined>> = confusables

/** What people read as a letter, and the table does not: digits, signs, and letters of other forms. */
const alsoRead: Readonly<Record<string, string | undefined>> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '@': 'a',
  '!': 'l',
  i: 'l',
  ꞓ: 'e',
  ĸ: 'k',
  ʍ: 'rn',
  χ: 'x',
  ϝ: 'f',
  þ: 'p',
  // Parts of Hangul and Han.
  ᄋ: 'o',
  ᅵ: 'l',
  丨: 'l',
}

/** The Latin letters in the form of small capitals, in the order of the alphabet. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'

/**
 * Symbols of the letters A to Z that no normalisation makes letters: white on black in a circle and in
 * a square, and those of flags.
 */
const symbolsFromA = [0x1f150, 0x1f170, 0x1f1e6] as const

const a = 'a'.charCodeAt(0)

/** A letter that this symbol or small capital stands for. */
function plainLetter(character: string): string {
  const place = smallCapitals.indexOf(character)
  if (place >= 0) return String.fromCharCode(a + place)
  const code = character.codePointAt(0) ?? 0
  const start = symbolsFromA.find((first) => code >= first && code < first + 26)
  return start === undefined ? character : String.fromCharCode(a + code - start)
}

const eachOf = (text: string, read: (character: string) => string | undefined): string =>
  [...text].map((character) => read(character) ?? character).join('')

/** A text with the characters that the table gives, mostly Latin letters. */
const latinOf = (text: string): string =>
  eachOf(
    eachOf(eachOf(text.normalize('NFD'), plainLetter), (character) => table[character]),
    plainLetter,
  ).normalize('NFKD')

/**
 * What a name looks like: names that people confuse give the same text. Case, accents, spaces,
 * punctuation and invisible characters do not count, and "rn" looks like "m".
 */
export function lookOf(name: string): string {
  // A capital letter of another script may look like a Latin one, and its small letter like none.
  const small = latinOf(latinOf(name).toLowerCase()).toLowerCase()
  return eachOf(small, (character) => alsoRead[character])
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('vv', 'w')
}

/** Shorter names are part of too many words. They are reserved only as a whole. */
const minPartLength = 4

/** Whether a name looks as if the service itself had it. */
export function looksLikeService(name: string, serviceName: string): boolean {
  const [look, service] = [lookOf(name), lookOf(serviceName)]
  return service.length < minPartLength ? look === service : look.includes(service)
}

/** The scripts of languages in daily use (UAX #31, table 5, "recommended"). */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
] as const
type Script = (typeof scripts)[number]

/** The scripts that Japanese, Korean and Chinese write together, also with Latin letters. */
const together: readonly (readonly Script[])[] = [
  ['Han', 'Hiragana', 'Katakana', 'Latin'],
  ['Han', 'Hangul', 'Latin'],
  ['Han', 'Bopomofo', 'Latin'],
]

/** Text that has, beside characters of all scripts, only letters of these. */
const onlyOf = (some: readonly Script[]): RegExp => {
  const any = [...some, 'Common', 'Inherited'].map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${any.join('')}]*$`, 'u')
}

const allowed: readonly RegExp[] = [...together, ...scripts.map((script) => [script])].map(onlyOf)

/**
 * Whether all letters of a name are of one script, or of those that are written together (UTS #39,
 * 5.2, "highly restrictive").
 */
export const isOfOneScript = (name: string): boolean => allowed.some((form) => form.test(name))
