import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { commonForm } from '../src/identity/users/credentials/common-passwords.ts'
import { preparePassword } from '../src/identity/users/credentials/passwords.ts'

/*
 * Reduces a list of passwords, the most common first, one per line, to those that Foyer must refuse
 * by name:
 *
 * $ npx node scripts/build-common-passwords.ts 10_million_password_list_top_1M.txt
 *
 * Shorter passwords are refused because of their length.
 */

const target = new URL('../assets/common-passwords.txt.gz', import.meta.url)
const maxPasswords = 50_000
const minLength = 8

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: build-common-passwords.ts FILE')

const common = new Set<string>()
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const password = commonForm(preparePassword(line))
  if ([...password].length >= minLength) common.add(password)
  if (common.size === maxPasswords) break
}
writeFileSync(target, gzipSync(`${[...common].sort().join('\n')}\n`, { level: 9 }))
