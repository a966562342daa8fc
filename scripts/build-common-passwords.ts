import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { commonForm } from '../src/identity/credentials/common-passwords.ts'
import { preparePassword } from '../src/identity/credentials/passwords.ts'

/*
 * Prunes a list of passwords, the most common first, one a line, to those that Foyer has to refuse by name:
 *
 *   npx node scripts/build-common-passwords.ts 10_million_password_list_top_1M.txt
 *
 * Shorter ones are refused for being short.
 */

const target = new URL('../assets/common-passwords.txt.gz', import.meta.url)
const kept = 50_000
const shortest = 8

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Say which file holds the list.')

const common = new Set<string>()
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const password = commonForm(preparePassword(line))
  if ([...password].length >= shortest) common.add(password)
  if (common.size === kept) break
}
writeFileSync(target, gzipSync(`${[...common].sort().join('\n')}\n`, { level: 9 }))
