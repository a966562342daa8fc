import { randomBytes, randomInt } from 'node:crypto'
import type { Foyer } from './foyer.ts'
import { sql } from './inside.ts'
import { refusedEnds } from './processor-accounts.ts'

const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('')

/** The check digits of an IBAN (ISO 13616, ISO 7064 MOD 97-10). */
export function ibanOf(country: string, bban: string): string {
  const letters = `${bban}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  const check = 98n - (BigInt(letters) % 97n)
  return `${country}${String(check).padStart(2, '0')}${bban}`
}

/** Digits whose ending is not one that the processor of the tests refuses. */
function acceptedDigits(count: number): string {
  for (;;) {
    const number = digits(count)
    if (!refusedEnds.some((end) => number.endsWith(end))) return number
  }
}

/** A new German IBAN. */
export const newIban = (): string => ibanOf('DE', `3${acceptedDigits(17)}`)

/** A new account in the US, with 17 digits. */
export const newUsAccount = () =>
  ({
    routing_number: '110000000',
    account_number: `9${acceptedDigits(16)}`,
    account_type: 'checking',
  }) as const

/** A new bank account. */
export const newAccount = () => ({ full_name: 'Ada Lovelace', iban: newIban() })

/** Stores a bank account of a user. @returns its id */
export async function keepBankAccount(
  { db }: Foyer,
  userId: number,
  { fullName = 'ADA LOVELACE' }: { fullName?: string } = {},
): Promise<number> {
  const [row] = await db.transaction((tx) =>
    tx.query<{ id: number }>(sql`
      insert into payment_methods (user_id, type, bank_country, last4, full_name, vault,
        vault_token, fingerprint)
      values (${userId}, 'BankAccount', 'DE', '3000', ${fullName}, 'local', 'account',
        ${randomBytes(32)})
      returning id`),
  )
  return row?.id ?? 0
}
