import { digitOf, hasStackedMarks } from './text.ts'

/**
 * Format characters that come with a text from messengers, web pages and address books. A joiner is
 * one of them where a field has a format.
 */
const formatCharacters = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{VS}/gu
/** Also the minus sign, and the long vowel mark of Japanese keyboards. */
const dashes = /[\p{Pd}\u2212\u30fc]/gu

/**
 * Cleans a text for a field with a format, such as a telephone number or a code. It removes format
 * characters, and writes every digit, dash, space and full-width character in ASCII. Control
 * characters stay, because every field refuses them. Text with stacked marks is returned unchanged,
 * because it is refused, too.
 */
export function cleanPasted(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) || hasStackedMarks(text)) return text
  return text
    .replace(formatCharacters, '')
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
}

/** A text without the spaces and hyphens between its groups of letters or digits. */
export const withoutSeparators = (text: string): string => cleanPasted(text).replace(/[\s-]/g, '')
