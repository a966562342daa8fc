import type { AddressInput } from '@foyer/client'
import type { Foyer } from './foyer.ts'
import { sql } from './inside.ts'

/** Addresses that follow the rules of their countries. */
export const london = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4LB',
  country_code: 'GB',
} as const satisfies AddressInput

export const berlin = {
  full_name: 'Konrad Zuse',
  address_1: 'Methfesselstraße 7',
  city: 'Berlin',
  postal_code: '10965',
  country_code: 'DE',
} as const satisfies AddressInput

export const newYork = {
  full_name: 'Grace Hopper',
  address_1: '1 Wall Street',
  city: 'New York',
  state_province: 'NY',
  postal_code: '10005',
  country_code: 'US',
} as const satisfies AddressInput

export const hongKong = {
  full_name: 'Bruce Lee',
  address_1: '41 Cumberland Road',
  country_code: 'HK',
} as const satisfies AddressInput

/**
 * Stores an address without checking it: a row from a time when the rules were different.
 * @returns its id
 */
export async function keepOldAddress(
  { db }: Foyer,
  userId: number,
  address: { full_name: string; address_1: string; country_code: string } & AddressInput,
): Promise<number> {
  const { full_name, address_1, city, state_province, postal_code, country_code } = address
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>(sql`
      insert into addresses
        (user_id, full_name, address_1, city, state_province, postal_code, country_code)
      values (${userId}, ${full_name}, ${address_1}, ${city ?? null}, ${state_province ?? null},
        ${postal_code ?? null}, ${country_code})
      returning id`)
    if (row === undefined) throw new Error('an insert gave no row')
    await tx.query(sql`
      update users set default_address_id = coalesce(default_address_id, ${row.id})
      where id = ${userId}`)
    return row.id
  })
}
