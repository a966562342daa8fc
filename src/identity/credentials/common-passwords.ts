import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Letter case and width do not make a common password uncommon. */
export const commonForm = (password: string): string =>
  password.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** One text, in which to search takes a fraction of what the password's hash does: a set would take ten times its room. */
let list: string | undefined

/** Whether a password is one of the 50,000 of eight characters or more that most people use. */
export function isCommon(password: string): boolean {
  list ??= `\n${gunzipSync(readFileSync(new URL('../../../assets/common-passwords.txt.gz', import.meta.url)))}`
  return list.includes(`\n${commonForm(password)}\n`)
}
