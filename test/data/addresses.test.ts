import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressInput, FoyerError } from '@foyer/client'
import { type Row, readTable } from '../support/data-tables.ts'
import { type Foyer, onEveryDatabase } from '../support/foyer.ts'

/*
 * Addresses as people write them, and values that are wrong. The sources of the rules are not among
 * the sources of the rows:
 *
 * - codes of well-known places, written down by hand, with the operator of the mail that assigns
 *   them. They were compared with the formats of Shopify's address data (Shopify/worldwide on
 *   GitHub, August 2026), which refuses only what docs/data.md explains;
 * - countries-list, with the capital of each country and one of these codes;
 * - faker, with invented addresses in the script of the country. Its codes that no post office
 *   uses were left out: old ones of Korea, and some of GB, IE, CA, AM, BD, NG and ZA.
 */

const accepted = readTable('addresses.tsv')
const refused = readTable('refused-addresses.tsv')

/** The address of a row. Empty cells are null. */
const addressOf = (row: Row) => ({
  full_name: row.full_name || 'Ada Lovelace',
  address_1: row.address_1 || '1 High Street',
  city: row.city || null,
  state_province: row.state_province || null,
  postal_code: row.postal_code || null,
  country_code: row.country ?? '',
})

/** The digits 0 of the scripts in the table: Arabic and Persian. */
const zeros = [0x660, 0x6f0]

/** A postal code with the digits of its script as 0 to 9. Nothing else is changed. */
const stored = (code: string | null): string | null =>
  code?.replace(/[^ -~〒]/g, (digit) => {
    const values = zeros.map((zero) => digit.charCodeAt(0) - zero)
    return String(values.find((value) => value >= 0 && value < 10))
  }) ?? null

/** A user may have 100 addresses. */
const addressesOfUser = 100

/** Calls a function for each row, with a new user for every hundred rows. */
async function forEachRow(
  foyer: Foyer,
  rows: readonly Row[],
  check: (user: Awaited<ReturnType<Foyer['newUser']>>, address: AddressInput, row: Row) => unknown,
): Promise<void> {
  for (let at = 0; at < rows.length; at += addressesOfUser) {
    const user = await foyer.newUser()
    for (const row of rows.slice(at, at + addressesOfUser)) await check(user, addressOf(row), row)
  }
}

test('the tables have rows of every country, each with its source', () => {
  assert.ok(accepted.length >= 600, String(accepted.length))
  assert.equal(new Set(accepted.map(({ country }) => country)).size, 250)
  for (const row of accepted) assert.ok(row.source && /^20\d\d$/.test(row.year ?? ''), row.city)
  assert.ok(refused.length >= 200, String(refused.length))
  for (const row of refused) assert.ok(row.why, row.postal_code)
})

await onEveryDatabase('addresses of real people', (foyer) => {
  test('addresses of every country are accepted, and stored unchanged except for digits', async () => {
    const refusals: unknown[] = []
    await forEachRow(foyer, accepted, async (user, address) => {
      try {
        const {
          _links,
          _embedded,
          id,
          default: isDefault,
          ...kept
        } = await user.addresses.create(address)
        const expected = {
          ...address,
          postal_code: stored(address.postal_code ?? null),
          address_2: null,
          address_3: null,
        }
        assert.deepEqual({ ...kept, country_code: _embedded?.country?.code }, expected)
      } catch (error) {
        refusals.push({ address, errors: (error as FoyerError).errors ?? error })
      }
    })
    assert.deepEqual(refusals, [])
  })

  test('wrong values are refused, each with the property that is wrong', async () => {
    const others: unknown[] = []
    await forEachRow(foyer, refused, async (user, address, row) => {
      const answer = await user.addresses.create(address).then(
        () => 'accepted',
        (error: FoyerError) => Object.keys(error.errors).join(),
      )
      if (answer !== row.property) others.push({ address, answer, why: row.why })
    })
    assert.deepEqual(others, [])
  })
})
