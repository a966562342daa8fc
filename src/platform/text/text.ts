/**
 * Characters that no text may contain: control characters (also tab and newline), the line and
 * paragraph separators, the characters that override or isolate direction, and unpaired surrogates.
 * Joiners and direction marks are allowed, because names need them.
 */
const forbidden = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Whether `text` contains a character that every field refuses. */
export const hasForbiddenCharacter = (text: string): boolean => forbidden.test(text)

/** The Unicode names of forbidden characters. Control characters have the names of ISO 6429. */
const forbiddenNames: Readonly<Record<number, string>> = {
  0: 'NULL',
  9: 'CHARACTER TABULATION',
  10: 'LINE FEED',
  13: 'CARRIAGE RETURN',
  127: 'DELETE',
  133: 'NEXT LINE',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
}

/** The first character of a text that every field refuses. */
export interface ForbiddenCharacter {
  /** Its code point and its Unicode name, such as `U+202E RIGHT-TO-LEFT OVERRIDE`. */
  readonly character: string
  /** The position in code points. The first one is 1. */
  readonly position: number
}

/** @returns undefined if every character is allowed */
export function forbiddenCharacterIn(text: string): ForbiddenCharacter | undefined {
  const found = forbidden.exec(text)
  if (found === null) return undefined
  const code = found[0].codePointAt(0) ?? 0
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const name = forbiddenNames[code] ?? (code < 0xa0 ? 'CONTROL' : 'SURROGATE')
  return { character: `${number} ${name}`, position: [...text.slice(0, found.index)].length + 1 }
}

const everyForbidden = new RegExp(forbidden, 'gu')

/** Shows every forbidden character as JSON escapes it, such as `\u001b`, in one line. */
export const escapeForbidden = (text: string): string =>
  text.replace(
    everyForbidden,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * 31 marks in a row. The last two code points are letters by their category, but NFKC makes them
 * marks.
 */
const stackedMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u

/**
 * Whether a letter has more than 30 combining marks. No language needs more (UAX #15, 13).
 * Normalisation sorts marks one by one, so 64 KiB of them would block the process for a second.
 */
export const hasStackedMarks = (text: string): boolean => stackedMarks.test(text)

/**
 * Text as it is stored: trimmed and in Unicode normalisation form C (UAX #15). Text with stacked
 * marks is returned unchanged, because it is refused and not stored.
 */
export const normalise = (text: string): string =>
  hasStackedMarks(text) ? text : text.trim().normalize('NFC')

/** Whether a text is empty, or has only blanks and invisible format characters. */
export const isBlank = (text: string): boolean => /^[\p{Z}\p{Cf}]*$/u.test(text)

const digit = /\p{Nd}/u

/** The value of a decimal digit. Unicode encodes the digits of a script in order, from 0 to 9. */
export function digitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  let first = code
  while (digit.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}

/** Compares by Unicode code point, as databases do. JavaScript's `<` compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index++) {
    if (a.charCodeAt(index) === b.charCodeAt(index)) continue
    // If the second half of a surrogate pair differs, compare the whole pair.
    const start = index > 0 && isLeadSurrogate(a.charCodeAt(index - 1)) ? index - 1 : index
    return (a.codePointAt(start) ?? 0) - (b.codePointAt(start) ?? 0)
  }
  return a.length - b.length
}

const isLeadSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
