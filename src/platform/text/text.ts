/**
 * What no text here may hold: control characters (tab and newline too), the line and paragraph
 * separators, the characters that override or isolate direction, and surrogates without their partner.
 * Joiners and direction marks stay: names need them.
 */
const forbidden = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Whether `text` holds a character that is refused everywhere. */
export const hasForbiddenCharacter = (text: string): boolean => forbidden.test(text)

/** Marks as normalisation finds them: the last two are letters to look at, and marks in the compatibility forms. */
const stackedMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u

/**
 * Whether a text puts more marks on a letter than any language does: 30 are enough for all (UAX #15, 13). They are put into
 * order one by one, so that 64 KiB of them would keep everybody waiting for a second.
 */
export const hasStackedMarks = (text: string): boolean => stackedMarks.test(text)

/** Text as it is kept: trimmed and in Unicode normalisation form C (UAX #15). What is piled is not kept. */
export const normalise = (text: string): string =>
  hasStackedMarks(text) ? text : text.trim().normalize('NFC')

/** Whether a text shows nothing: empty, or of blanks and invisible format characters alone. */
export const isBlank = (text: string): boolean => /^[\p{Z}\p{Cf}]*$/u.test(text)

/** Compares by Unicode code point, as every database would; JavaScript's own `<` compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index++) {
    if (a.charCodeAt(index) === b.charCodeAt(index)) continue
    // A difference in the second half of a surrogate pair is read from the pair's start.
    const start = index > 0 && isLeadSurrogate(a.charCodeAt(index - 1)) ? index - 1 : index
    return (a.codePointAt(start) ?? 0) - (b.codePointAt(start) ?? 0)
  }
  return a.length - b.length
}

const isLeadSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
