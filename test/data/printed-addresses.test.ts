import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressInput } from '@foyer/client'
import { printedLines } from '../../src/resources/countries/printed-lines.ts'
import { countryCodes } from '../../src/resources/countries/rules.ts'
import { claimsOf } from '../../src/resources/user/claims.ts'
import { readTable } from '../support/data-tables.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { signedInBrowser } from '../support/sign-in.ts'

/*
 * Addresses, and their lines as the country's own post office prints them, which is not among the
 * sources of the rules. The lines have the person, and not the country.
 */
const printed = readTable('printed-addresses.tsv').map(({ lines = '', source, ...cells }) => ({
  source,
  address: Object.fromEntries(
    Object.entries(cells).map(([property, text]) => [property, text || null]),
  ) as AddressInput,
  lines: lines.split(' | '),
}))

const countryOf: Readonly<Record<string, string>> = {
  US: 'United States',
  JP: 'Japan',
  CN: 'China',
  HK: 'Hong Kong SAR China',
  KR: 'South Korea',
  MO: 'Macao SAR China',
  TW: 'Taiwan',
  GB: 'United Kingdom',
  SG: 'Singapore',
  BR: 'Brazil',
  TR: 'Türkiye', // cspell:disable-line
  DE: 'Germany',
  MZ: 'Mozambique',
}

await onEveryDatabase('printed addresses', (foyer) => {
  test('pages, exports and claims show an address as its writer would, under its person', async () => {
    const user = await foyer.newUser()
    for (const { address } of printed) await user.addresses.create(address)
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const { text } = await browser.get('/account/addresses')
    const exported = (await foyer.command('user', 'export', user.id)).addresses
    const allLines = (exported as readonly { lines: string[] }[]).map(({ lines }) => lines)
    for (const { source, address, lines } of printed) {
      const country = countryOf[address.country_code ?? ''] ?? ''
      const rest = [...lines.filter((line) => line !== address.full_name), country]
      const card = `${rest.map((line) => `${line}<br>`).join('')}</p>`
      const cards = text.split('<li class="item">').filter((one) => one.includes(card))
      assert.ok(
        cards.some((one) => one.includes(`<h2>${address.full_name}`)),
        `${source}: ${card}`,
      )
      const expected = [...lines, country]
      assert.ok(
        allLines.some((one) => one.join('\n') === expected.join('\n')),
        `${source}: ${expected}`,
      )
    }
    const overview = await browser.get('/account')
    assert.match(overview.text, /Default address<\/p><h2><a [^>]*>Ada Lovelace<\/a>/)
    assert.match(overview.text, /350 Fifth Avenue, New York, New York 10118, United States</)
    const { address: claim } = (await claimsOf(foyer.db, user.id)) ?? {}
    assert.equal(claim?.formatted, '350 Fifth Avenue\nNew York, New York 10118\nUnited States')
  })
})

test('in every country, each part that is stored is printed once, in both scripts', () => {
  const parts = {
    full_name: 'Name',
    address_1: 'First',
    address_2: 'Second',
    address_3: 'Third',
    city: 'Town',
    state_province: 'Oblast',
    postal_code: '12345',
  }
  const chinese = { ...parts, address_1: '第一', city: '城市' }
  for (const country_code of [...countryCodes, 'AN']) {
    for (const address of [parts, chinese]) {
      const lines = printedLines({ ...address, country_code }, 'en')
      for (const part of Object.values(address))
        assert.equal(lines.join('\n').split(part).length, 2, `${country_code} ${part} ${lines}`)
    }
    const latin = printedLines({ ...parts, country_code }, 'en')
    for (const line of latin.slice(0, -1))
      assert.doesNotMatch(
        line,
        /[a-z]\d|\d[A-Z]|[a-z][A-Z]/,
        `${country_code}: two parts in one word`,
      )
    const [first] = latin
    assert.equal(first, country_code === 'KZ' ? '12345' : 'Name', country_code)
  }
})

test('a part that is missing takes its separator along', () => {
  const of = (rest: object) => printedLines({ country_code: 'US', ...rest }, 'en')[0]
  assert.equal(of({ city: 'Springfield', postal_code: '62701' }), 'Springfield 62701')
  assert.equal(of({ city: 'Springfield', state_province: 'IL' }), 'Springfield, IL')
  assert.equal(of({ state_province: 'IL', postal_code: '62701' }), 'IL 62701')
})

test('parts that stand together in Chinese and Japanese have a space beside another script', () => {
  const of = (city: string, state_province: string) =>
    printedLines({ country_code: 'JP', city, state_province, address_1: '丸の内1-2-3' }, 'en')[0]
  assert.equal(of('千代田区', '東京都'), '東京都千代田区')
  assert.equal(of('Chiyoda-ku', 'Tokyo'), 'Tokyo Chiyoda-ku')
  assert.equal(of('Chiyoda-ku', '東京都'), '東京都 Chiyoda-ku')
  assert.equal(of('千代田区', 'Tokyo'), 'Tokyo 千代田区')
  // U+20BB7 has two UTF-16 units.
  assert.equal(of('𠮷野町', '奈良県𠮷'), '奈良県𠮷𠮷野町')
})
