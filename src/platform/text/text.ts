/**
 * Characters that no text may contain: control characters (also tab and newline), the line and
 * paragraph separators, the characters that override or isolate direction, and unpaired surrogates.
 * Joiners and direction marks are allowed, because names need them.
 */
const forbidden = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Whether `text` contains a character that every field refuses. */
export const hasForbiddenCharacter = (text: string): boolean => forbidden.test(text)

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
