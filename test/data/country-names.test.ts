import assert from 'node:assert/strict'
import { test } from 'node:test'
import former from '../../src/resources/countries/country-names.json' with { type: 'json' }
import { codeOfName, countryName } from '../../src/resources/countries/names.ts'
import { countryCodes } from '../../src/resources/countries/rules.ts'
import { readTable } from '../support/data-tables.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { languages } from '../support/inside.ts'

/*
 * Names of countries as people type them. The sources are not those of the names in the product:
 * the English names of ISO 3166-1 and the common names of Debian's iso-codes, and what ministries,
 * dictionaries and newspapers write.
 */
const rows = readTable('country-names.tsv')

test('the table has names in all languages, each with its source', () => {
  assert.ok(rows.length >= 400, String(rows.length))
  assert.deepEqual(new Set(rows.map(({ language }) => language)), new Set(languages))
  for (const { name, source, year } of rows)
    assert.ok(source && /^(?:19|20)\d\d$/.test(year ?? ''), name)
})

test('each name finds its country, whatever the capitals, the accents and the apostrophe', () => {
  const wrong = rows.flatMap(({ name = '', code }) => {
    const bare = name.normalize('NFD').replace(/[\u0300-\u0302\u0308]/g, '')
    const spellings = [name, name.toUpperCase(), name.toLowerCase(), bare, ` ${name} `]
    for (const apostrophe of ["'", '’', 'ʼ', '‘', '`', '´'])
      spellings.push(name.replace(/['’]/g, apostrophe))
    return spellings
      .filter((spelling) => codeOfName(spelling) !== code)
      .map((spelling) => `${spelling}: ${codeOfName(spelling)}, not ${code}`)
  })
  assert.deepEqual(wrong, [])
})

test('names of CLDR and former names each find their own country', () => {
  for (const code of countryCodes)
    for (const language of languages)
      assert.equal(codeOfName(countryName(code, language)), code, `${code} ${language}`)
  for (const [code, names] of Object.entries(former.names))
    for (const name of names) assert.equal(codeOfName(name), code, name)
})

test('what is no country finds none', () => {
  const others = [
    '',
    'of the',
    'and',
    '?',
    'Atlantis',
    'Republic',
    'Islands',
    'EU',
    'e',
    '-',
    'Kongo',
  ]
  for (const name of others) assert.equal(codeOfName(name), undefined)
  // A text of any length would be found, and would block the process for a quarter of a second.
  assert.equal(codeOfName(`France${' and'.repeat(20)}`), 'FR')
  assert.equal(codeOfName(`France${' and'.repeat(50)}`), undefined)
})

await onEveryDatabase('names of countries', (foyer) => {
  test('an address with a name in place of the code is told the code', async () => {
    const { addresses } = await foyer.newUser()
    const rest = { full_name: 'Ada Lovelace', address_1: '1 High Street', city: 'City' }
    for (const [name, code] of [
      ['Hong Kong', 'HK'],
      ['Turkey', 'TR'],
      ["Cote d'Ivoire", 'CI'],
      ['Korea, Republic of', 'KR'],
      ['チェコ', 'CZ'],
    ] as const)
      await assert.rejects(addresses.create({ ...rest, country_code: name }), {
        status: 400,
        errors: {
          country_code: [`Must be a two-letter country code (ISO 3166-1). Did you mean ${code}?`],
        },
      })
  })
})
