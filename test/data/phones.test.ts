import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { readTable } from '../support/data-tables.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { importLines } from '../support/import.ts'
import { sql } from '../support/inside.ts'

/*
 * Telephone numbers of all kinds, as people write them, and numbers that are wrong. The product
 * reads numbers with libphonenumber-js. The sources of the rows are others:
 *
 * - google-libphonenumber, with an example of each kind of number in each country, in the national
 *   and in the international form by turns;
 * - the tests of validator, with up to four numbers of each locale. google-libphonenumber told their
 *   form in E.164. Numbers that it finds impossible are not among them: Mexican numbers with twelve
 *   digits, and digits missing or too many in twelve other countries;
 * - numbering plans, written down by hand.
 *
 * The tests of validator have Benin's eight digits of before November 2024. They get today's 01. Left
 * out are Benin's eight digits for companies (81) and internet calls (85), which google-libphonenumber
 * still has and libphonenumber-js has no more; six digits of San Marino without its 0549, which are
 * complete only there; and an Argentine number without its plus that looks like a card number.
 */
const accepted = readTable('phones.tsv')
const refused = readTable('refused-phones.tsv')

test('the tables have numbers of nearly every country, each with its source', () => {
  assert.ok(accepted.length >= 1300, String(accepted.length))
  assert.ok(refused.length >= 40, String(refused.length))
  assert.ok(new Set(accepted.map(({ country }) => country)).size >= 235)
  for (const { written, e164 = '', source, year } of accepted) {
    assert.match(e164, /^\+[1-9]\d{5,14}$/, written)
    assert.ok(source && /^20\d\d$/.test(year ?? ''), written)
  }
  for (const { why, written } of refused) assert.ok(why, written)
})

await onEveryDatabase('telephone numbers of real people', (foyer) => {
  /** The lines of an import: a person for each row, with the row's place as the external id. */
  const linesOf = (rows: typeof accepted, run: string) =>
    rows.map(({ written, country }, at) => ({
      external_id: `${run}-${at}`,
      email: `${run}-${at}@example.com`,
      primary_phone: written,
      phone_country: country || null,
    }))

  test('numbers are accepted, and stored in E.164', async () => {
    const run = randomUUID()
    const { faults, changes } = await importLines(foyer.db, linesOf(accepted, run))
    assert.deepEqual(
      [...faults, ...changes].map(({ line, message }) => ({ ...accepted[line - 1], message })),
      [],
    )
    const rows = await foyer.db.query<{ external_id: string; primary_phone: string }>(sql`
      select external_id, primary_phone
      from user_external_ids as ids join users on users.id = ids.user_id
      where external_id like ${`${run}-%`}`)
    const stored = new Map(rows.map((row) => [row.external_id, row.primary_phone]))
    const others = accepted.flatMap(({ written, e164 }, at) => {
      const found = stored.get(`${run}-${at}`)
      return found === e164 ? [] : [{ written, e164, found }]
    })
    assert.deepEqual(others, [])
  })

  test('wrong numbers are refused', async () => {
    // The import leaves out a number that cannot be read, and takes the user.
    const { changes } = await importLines(foyer.db, linesOf(refused, randomUUID()))
    const found = changes.filter(({ property }) => property === 'primary_phone')
    const lines = new Set(found.map(({ line }) => line))
    assert.deepEqual(
      refused.filter((_row, at) => !lines.has(at + 1)),
      [],
    )
  })
})
