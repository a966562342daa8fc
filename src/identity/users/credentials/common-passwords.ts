import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * The form in which passwords are compared with the list: case and character width do not count.
 */
export const commonForm = (password: string): string =>
  password.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/**
 * One text with a password per line. A search takes a fraction of the time of a password hash. A
 * set would need ten times the memory.
 */
let list: string | undefined

/** Whether a password is one of the 50,000 most common passwords of eight characters or more. */
export function isCommon(password: string): boolean {
  list ??= `\n${gunzipSync(readFileSync(new URL('../../../../assets/common-passwords.txt.gz', import.meta.url)))}`
  return list.includes(`\n${commonForm(password)}\n`)
}
