/**
 * A text as people paste it from messengers and address books: with Persian digits, non-breaking
 * spaces and hyphens, a full-width plus, and format characters around it and within it.
 */
export const asPasted = (text: string): string =>
  `\u202a\ufeff${text
    .replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)))
    .replaceAll(' ', '\u00a0')
    .replaceAll('-', '\u2011')
    .replaceAll('+', '\uff0b')
    .replace(/(?<=^.{3})/u, '\u200b\ufe0f\u2066\u2069\u2060')}\u200f\u202c`
