import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressRules, type Country, type CountryPage, createClient } from '@foyer/client'
import en from '../../../locales/en.json' with { type: 'json' }
import type { Relation } from '../../../src/platform/http/api/hal.ts'
import { onEveryDatabase } from '../../support/foyer.ts'

await onEveryDatabase('countries', (foyer) => {
  const client = () => createClient({ baseUrl: foyer.baseUrl })
  const get = async <Body>(path: string, language?: string): Promise<Body> => {
    const { status, body, text } = await client().request<Body>('GET', path, { language })
    assert.equal(status, 200, text)
    return body
  }
  const codes = (page: CountryPage) => page._embedded?.items.map(({ code }) => code) ?? []

  test('all countries are on one page, sorted by code, without a token', async () => {
    const all = await get<CountryPage>('/countries')
    assert.deepEqual([all.page, all.page_size], [1, 1000])
    assert.equal(all.total_items, codes(all).length)
    assert.equal(codes(all).length, 250)
    assert.deepEqual(codes(all), [...new Set(codes(all))].sort())
    for (const code of codes(all)) assert.match(code, /^[A-Z]{2}$/)
  })

  test('countries are paged like any collection', async () => {
    const page = await get<CountryPage>('/countries?page=2&page_size=3')
    assert.deepEqual(codes(page), ['AG', 'AI', 'AL'])
    const { total_items } = page
    const last = Math.ceil(Number(total_items) / 3)
    const path = `${foyer.baseUrl}/countries`
    assert.deepEqual(
      Object.entries(page._links ?? {}).map(([relation, { href }]) => [relation, href]),
      [
        ['self', `${path}?page=2&page_size=3`],
        ['first', `${path}?page=1&page_size=3`],
        ['last', `${path}?page=${last}&page_size=3`],
        ['next', `${path}?page=3&page_size=3`],
        ['prev', `${path}?page=1&page_size=3`],
      ],
    )
  })

  test('an invalid page is refused', async () => {
    const { status, body } = await client().request<{ code: string }>('GET', '/countries?page=0')
    assert.deepEqual([status, body.code], [400, 'validation_failed'])
  })

  test('a country has its code, its name and its links', async () => {
    const href = `${foyer.baseUrl}/countries/gb`
    const link = (path: string, relation: Relation) => ({
      href: href + path,
      title: en[`link.${relation}`],
      templated: false,
    })
    assert.deepEqual(await get<Country>('/countries/GB'), {
      code: 'GB',
      name: 'United Kingdom',
      _links: {
        self: link('', 'self'),
        'country:events': link('/events', 'country:events'),
        'country:localwebpage': link('/localwebpage', 'country:localwebpage'),
        'country:addressrules': link('/addressrules', 'country:addressrules'),
      },
    })
  })

  test('a country is the same by itself and in the list, in any letter case', async () => {
    const all = await get<CountryPage>('/countries')
    const listed = all._embedded?.items.find(({ code }) => code === 'JP')
    for (const path of ['/countries/jp', '/countries/JP', '/Countries/Jp/'])
      assert.deepEqual(await get<Country>(path), listed)
  })

  test('a country has a name in each of the eight languages', async () => {
    for (const [language, name] of [
      ['en', 'Japan'],
      ['de', 'Japan'],
      ['fr', 'Japon'],
      ['es', 'Japón'],
      ['it', 'Giappone'],
      ['nl', 'Japan'],
      ['pt', 'Japão'],
      ['ja', '日本'],
    ] as const)
      assert.equal((await get<Country>('/countries/jp', language)).name, name)
  })

  test('the name is not the code in any language', async () => {
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja']) {
      const all = await get<CountryPage>('/countries', language)
      const nameless = all._embedded?.items.filter(({ code, name }) => name === code || name === '')
      assert.deepEqual(nameless, [])
    }
  })

  test('a code that ISO 3166-1 does not have gets 404', async () => {
    for (const code of ['xx', 'uk', 'eu', 'g', 'gbr', '44', 'ı', 'ß', '%zz', '__proto__'])
      for (const path of [`/countries/${code}`, `/countries/${code}/addressrules`]) {
        const { status, body } = await client().request<{ code: string }>('GET', path)
        assert.deepEqual([status, body.code], [404, 'not_found'], path)
      }
  })

  test('the address rules say how addresses are written in the country', async () => {
    const rules = await get<AddressRules>('/countries/us/addressrules')
    const href = `${foyer.baseUrl}/countries/us`
    assert.equal(rules.code, 'US')
    assert.equal(rules._links?.self?.href, `${href}/addressrules`)
    assert.equal(rules._links?.country?.href, href)
    const required = rules.fields.filter((field) => field.required).map(({ name }) => name)
    assert.deepEqual(required.sort(), [
      'address_1',
      'city',
      'country_code',
      'full_name',
      'postal_code',
      'state_province',
    ])
    const labels = new Map(rules.fields.map(({ name, label }) => [name, label]))
    assert.deepEqual(
      [labels.get('postal_code'), labels.get('state_province')],
      ['ZIP code', 'State'],
    )
    assert.ok(rules.states.some(({ key, name }) => key === 'NY' && name === 'New York'))
    const { pattern = '', examples = [] } = rules.postal_code ?? {}
    assert.notEqual(examples.length, 0)
    for (const example of examples) assert.match(example, new RegExp(`^(?:${pattern})$`, 'i'))
  })

  test('the address rules require nothing that the country does not have', async () => {
    const { fields, postal_code } = await get<AddressRules>('/countries/hk/addressrules')
    assert.equal(postal_code, null)
    const required = fields.filter((field) => field.required).map(({ name }) => name)
    assert.ok(!required.includes('city') && !required.includes('postal_code'))
  })

  test('countries need no token, and any token is accepted', async () => {
    const user = await foyer.newUser(['read:webhooks'])
    for (const path of ['/countries', '/countries/gb', '/countries/gb/addressrules'])
      for (const accessToken of [null, 'nonsense', user.accessToken])
        assert.equal((await user.request('GET', path, { accessToken })).status, 200)
  })
})

await onEveryDatabase(
  'countries with links to sibling services',
  (foyer) => {
    test('links follow the configured templates', async () => {
      const { _links } = await createClient({ baseUrl: foyer.baseUrl }).countries.get('GB')
      assert.equal(_links['country:events']?.href, 'https://events.example/in/gb')
      assert.equal(_links['country:localwebpage']?.href, 'https://gb.tickets.example')
    })
  },
  {
    LINK_COUNTRY_EVENTS: 'https://events.example/in/{code}',
    LINK_COUNTRY_WEB_PAGE: 'https://{code}.tickets.example',
  },
)
