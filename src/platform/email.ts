import { isHostile } from './text.ts'

/**
 * How e-mail addresses compare: NFKC, letter case folded ("STRASSE" is "straße", and every sigma one). They are stored,
 * and mailed to, as written.
 */
export const emailKey = (email: string): string =>
  email.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/** Whether a text has the form of an e-mail address: at most 64 characters, `@`, a domain (RFC 5321, 4.5.3.1). */
export const isEmail = (text: string): boolean =>
  /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) && !isHostile(text)
