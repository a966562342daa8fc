import { randomBytes } from 'node:crypto'
import { cleanPasted } from './pasted.ts'

/** Crockford's Base32: people do not mistake two of its digits for each other. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** A code of 80 random bits that people can type, such as `7k3m-q9x2-0dhv-w4et`. */
export function makeReadableCode(): string {
  const bits = [...randomBytes(10)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return formatReadableCode(bits.replace(/.{5}/g, (five) => digits[Number.parseInt(five, 2)] ?? ''))
}

/** Formats a code as `makeReadableCode` does, in groups of four. */
export const formatReadableCode = (code: string): string => code.replace(/(.{4})(?!$)/g, '$1-')

/**
 * Normalises a code that a person typed. It corrects capitals, spaces, and letters such as O for 0.
 */
export const parseReadableCode = (code: string): string =>
  cleanPasted(code)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
