import { closeSync, openSync, writeSync } from 'node:fs'
import { inventUser } from '../../src/dev/seed/invent.ts'
import { foreignHashes } from './foreign-hashes.ts'

/** The password of all users in files of `writeUsers`. */
export const importedPassword = 'the old password of all'

const kinds = Object.values(foreignHashes)
let hashes: readonly string[] | undefined

/** The email address of the user at an index. */
export const importedEmail = (run: string, index: number): string =>
  inventUser(run, index, 2031).email

/** The line of a user with addresses, payment methods and a hash. The kinds of hashes alternate. */
export function userLine(run: string, index: number): Record<string, unknown> {
  hashes ??= kinds.map((hash) => hash(importedPassword))
  const { email, full_name, email_optin, ...user } = inventUser(run, index, 2031)
  return {
    external_id: `${run}-${index}`,
    email,
    email_confirmed: index % 3 !== 0,
    full_name,
    primary_phone: index % 2 === 0 ? '+442079460000' : null,
    email_optin,
    language: index % 4 === 0 ? 'de' : 'en',
    created_at: '2019-05-01T12:00:00Z',
    password_hash: hashes[index % hashes.length],
    addresses: user.addresses.map((address, at) => ({
      full_name,
      ...address,
      default: at === user.defaultAddress,
    })),
    payment_methods: user.methods.map(({ billing, ...method }, at) => ({
      ...method,
      ...(method.type === 'CreditCard' && { full_name, card_token: `pm_${run}_${index}_${at}` }),
      billing_address: billing,
    })),
  }
}

/** Writes a file of users. */
export function writeUsers(path: string, run: string, count: number): void {
  const file = openSync(path, 'w')
  for (let start = 0; start < count; start += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, count - start) }, (_, at) =>
      JSON.stringify(userLine(run, start + at)),
    )
    writeSync(file, `${lines.join('\n')}\n`)
  }
  closeSync(file)
}
