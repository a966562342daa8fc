import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Address,
  type AddressInput,
  type AddressSort,
  etagOf,
  type FoyerError,
} from '@foyer/client'
import { berlin, hongKong, keepOldAddress, london, newYork } from '../../support/addresses.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'

const required = 'A value is required.'

/** The error for these invalid properties. */
const invalid = (errors: Record<string, string[]>) => ({
  status: 400,
  code: 'validation_failed',
  errors,
})

type Text = Exclude<keyof AddressInput, 'default'>

/** The maximum length of each property, in code points. */
const longest: Partial<Record<Text, number>> = {
  full_name: 128,
  address_1: 128,
  address_2: 128,
  address_3: 128,
  city: 64,
  state_province: 64,
  postal_code: 16,
}

await onEveryDatabase('rules for addresses', (foyer) => {
  requirements(foyer)
  texts(foyer)
  mergePatches(foyer)
  sorting(foyer)
  carriers(foyer)
})

function requirements(foyer: Foyer): void {
  test('an empty address lacks its name, first line, city and country', async () => {
    const user = await foyer.newUser()
    const lacking = { full_name: [required], address_1: [required], city: [required] }
    const errors = { ...lacking, country_code: [required] }
    for (const nothing of [{}, { full_name: '', address_1: ' ', city: '', country_code: '' }])
      await assert.rejects(user.addresses.create(nothing), invalid(errors))
  })

  const state = (example: string) =>
    `A state, province or region is required in this country, such as ${example}.`
  const postalCode = (example: string) =>
    `A postal code is required in this country, such as ${example}.`

  /** What a country requires in addition to the name and the first line. */
  const needs: Record<string, Record<string, string>> = {
    US: { city: required, state_province: state('Alabama'), postal_code: postalCode('90210') },
    CA: { city: required, state_province: state('Alberta'), postal_code: postalCode('H3Z 2Y7') },
    GB: { city: required, postal_code: postalCode('SW1A 1AA') },
    DE: { city: required, postal_code: postalCode('26133') },
    KR: { city: required, postal_code: postalCode('03051') },
    JP: { state_province: state('Hokkaido'), postal_code: postalCode('154-0023') },
    SG: { postal_code: postalCode('546080') },
    AE: { city: required },
    XK: { city: required },
    CO: { city: required },
    IE: { city: required },
    HK: {},
    MO: {},
  }
  for (const [country_code, errors] of Object.entries(needs)) {
    const asked = Object.keys(errors).join(', ') || 'nothing'
    test(`${country_code} requires ${asked} in addition to the name and the first line`, async () => {
      const user = await foyer.newUser()
      const address = { full_name: 'Ada Lovelace', address_1: '1 High Street', country_code }
      const told = Object.entries(errors).map(([property, message]) => [property, [message]])
      if (told.length === 0) await user.addresses.create(address)
      else await assert.rejects(user.addresses.create(address), invalid(Object.fromEntries(told)))
    })
  }

  /** Postal codes that are accepted, postal codes that are refused, and the rule in the error. */
  const codes: [AddressInput, good: string[], bad: string[], rule: string][] = [
    [
      newYork,
      ['90210', '90210-1234'],
      ['9021', '902100', 'SW1Y 4LB', '90210-12'],
      'Write a postal code like 90210: five digits, optionally a dash and four.',
    ],
    [
      london,
      ['SW1Y 4LB', 'sw1y4lb', 'GIR 0AA', 'BT1 1AA'],
      ['90210', 'SW1Y', 'London'],
      'Write a postal code like SW1A 1AA: two to four letters and digits, then a digit and two letters.',
    ],
    [
      berlin,
      ['10965', 'D-10965'],
      ['1096', '109655', 'BERLI'],
      'Write a postal code like 26133: 5 digits.',
    ],
    [
      { ...london, country_code: 'IE', city: 'Dublin' },
      ['D02 X285', 'D02X285', 'd6w pv38'],
      ['SW1Y 4LB', '12345'],
      'Write a postal code like D02 X285: three characters, then four.',
    ],
    [
      { ...london, country_code: 'JP', state_province: '東京都' },
      ['154-0023', '〒154-0023'],
      ['154', 'Tokyo'],
      'Write a postal code like 154-0023: three digits, a dash and four.',
    ],
    [
      { ...london, country_code: 'KR', city: 'Seoul' },
      ['03051'],
      ['0305', '030511'],
      'Write a postal code like 03051: 5 digits.',
    ],
  ]
  for (const [address, good, bad, rule] of codes) {
    test(`postal codes of ${address.country_code} must match its format, and are kept as written`, async () => {
      const user = await foyer.newUser()
      for (const postal_code of good) {
        const kept = await user.addresses.create({ ...address, postal_code })
        assert.equal(kept.postal_code, postal_code)
      }
      for (const postal_code of bad) {
        const create = user.addresses.create({ ...address, postal_code })
        await assert.rejects(create, invalid({ postal_code: [rule] }), postal_code)
      }
    })
  }

  test('a country without postal codes or states accepts and keeps what is written there', async () => {
    const user = await foyer.newUser()
    const extra = { city: 'Kowloon', state_province: 'Kowloon', postal_code: '999077' }
    const { _links, _embedded, ...kept } = await user.addresses.create({ ...hongKong, ...extra })
    assert.equal(kept.postal_code, '999077')
    assert.equal(kept.city, 'Kowloon')
  })

  test('a state is required, and its name is not checked', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create({ ...newYork, state_province: 'Nova Eboraca' })
    assert.equal(address.state_province, 'Nova Eboraca')
  })

  test('only country codes of ISO 3166-1 and XK are accepted', async () => {
    const user = await foyer.newUser()
    const refuses = (country_code: string, message: string) =>
      assert.rejects(
        user.addresses.create({ ...london, country_code }),
        invalid({ country_code: [message] }),
        country_code,
      )
    for (const country_code of ['XX', 'EU', 'ZZ', 'GBR', 'G', 'ß', '__proto__', 'ＧＧＢ'])
      await refuses(country_code, 'Must be a two-letter country code (ISO 3166-1), such as GB.')
    await refuses('UK', 'Must be a two-letter country code (ISO 3166-1). Did you mean GB?')
  })

  test('all errors are reported at once: unknown properties, wrong types, and rules of the country', async () => {
    const user = await foyer.newUser()
    const body = {
      ...newYork,
      nickname: 'Home',
      id: 7,
      address_2: 7,
      default: 'true',
      city: null,
      postal_code: '?',
    }
    const answer = await user.request('POST', '/addresses', { body })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, {
      code: 'validation_failed',
      message: 'Some details are missing or not valid. Please check them.',
      errors: {
        nickname: [
          'This property does not exist here. The known properties are full_name, default, address_1, address_2, address_3, city, state_province, postal_code, country_code.',
        ],
        id: [
          'Leave the id out of the body. The service assigns ids, and the path names what to change.',
        ],
        address_2: ['Must be text, in quotation marks.'],
        default: ['Must be true or false, without quotation marks.'],
        city: [required],
        postal_code: ['Write a postal code like 90210: five digits, optionally a dash and four.'],
      },
    })
  })

  test('a property with a wrong type is not also reported as missing', async () => {
    const user = await foyer.newUser()
    const body = { ...london, full_name: 7, city: ['London'] }
    const answer = await user.request<{ errors: unknown }>('POST', '/addresses', { body })
    assert.deepEqual(answer.body.errors, {
      full_name: ['Must be text, in quotation marks.'],
      city: ['Must be text.'],
    })
  })

  test('errors are in the language of the request', async () => {
    const user = await foyer.newUser()
    const inEnglish = user.addresses.create({ ...london, city: null })
    await assert.rejects(inEnglish, invalid({ city: [required] }))
    for (const language of ['de', 'ja']) {
      const { headers } = await user.request('POST', '/addresses', { body: {}, language })
      assert.equal(headers.get('content-language'), language)
    }
  })
}

function texts(foyer: Foyer): void {
  for (const [property, most] of Object.entries(longest)) {
    test(`${property} is at most ${most} code points long, after normalisation`, async () => {
      const user = await foyer.newUser()
      // Hong Kong has no rules for these properties.
      const create = (text: string) => user.addresses.create({ ...hongKong, [property]: text })
      const full = ['x'.repeat(most), '🏠'.repeat(most), `  ${'é'.repeat(most)} `]
      for (const text of [...full, 'e\u0301'.repeat(most)]) {
        const address = await create(text)
        assert.equal(address[property as keyof Address], text.trim().normalize('NFC'))
      }
      const long = invalid({ [property]: [`Must be at most ${most} characters long.`] })
      // These marks have no composed form, so each one counts.
      const uncomposed = `${'q\u0323'.repeat(most / 2)}x`
      for (const text of ['x'.repeat(most + 1), '🏠'.repeat(most + 1), uncomposed])
        await assert.rejects(create(text), long)
    })
  }

  test('text is returned trimmed and in NFC, and otherwise as it was written', async () => {
    const user = await foyer.newUser()
    for (const text of [
      'mcDONALD  o’Brien',
      'ﬁancé',
      '👩‍👩‍👧',
      'محمد\u200f',
      'नमस्ते\u200d',
      '<b>"&',
    ]) {
      const address = await user.addresses.create({ ...london, full_name: `\u3000${text} ` })
      assert.equal(address.full_name, text.normalize('NFC'))
    }
  })

  test('an optional text may be empty, and that is not null', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create({ ...london, address_2: '', address_3: ' ' })
    assert.equal(address.address_2, '')
    assert.equal(address.address_3, '')
    assert.equal(address.state_province, null)
  })
}

function mergePatches(foyer: Foyer): void {
  const fieldsOf = ({ _links, _embedded, ...fields }: Address) => ({
    ...fields,
    country: _embedded?.country?.code,
  })

  test('PATCH changes the given properties, clears those that are null, and keeps the rest', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create({ ...london, address_2: 'Flat 2', address_3: 'x' })
    const changed = await user.addresses.update(address, { city: 'Westminster', address_2: null })
    const expected = { ...fieldsOf(address), city: 'Westminster', address_2: null }
    assert.deepEqual(fieldsOf(changed), expected)
    assert.deepEqual(await user.addresses.get(address), changed)
  })

  test('{} and unchanged values change nothing', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    for (const nothing of [{}, london, { full_name: ' Ada Lovelace ' }, { default: true }]) {
      const same = await user.addresses.update(address, nothing)
      assert.equal(etagOf(same), etagOf(address))
    }
  })

  test('null or "" for a required property gets 400', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    for (const property of ['full_name', 'address_1', 'city', 'country_code']) {
      for (const nothing of [null, '']) {
        const update = user.addresses.update(address, { [property]: nothing })
        await assert.rejects(update, ({ status, errors }: FoyerError) => {
          assert.deepEqual([status, errors[property]], [400, [required]], property)
          return true
        })
      }
    }
    assert.equal(etagOf(await user.addresses.get(address)), etagOf(address))
  })

  test('PATCH checks the resulting address by the rules of its new country', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    await assert.rejects(
      user.addresses.update(address, { country_code: 'us' }),
      invalid({
        state_province: [
          'A state, province or region is required in this country, such as Alabama.',
        ],
        postal_code: ['Write a postal code like 90210: five digits, optionally a dash and four.'],
      }),
    )
    const { full_name, ...place } = newYork
    const moved = await user.addresses.update(address, place)
    assert.equal(moved._embedded?.country?.name, 'United States')
    assert.equal(moved.full_name, 'Ada Lovelace')
    const free = await user.addresses.update(moved, { country_code: 'HK', city: null })
    assert.equal(free.city, null)
  })

  /** An address in the United States from a time when state and postal code were not required. */
  const old = { ...newYork, state_province: null, postal_code: null }

  test('an old address that today’s rules refuse stays usable', async () => {
    const user = await foyer.newUser()
    const id = await keepOldAddress(foyer, user.id, old)
    const second = await user.addresses.create(london)
    const read = await user.addresses.get(id)
    assert.equal(read.postal_code, null)
    assert.equal(etagOf(await user.addresses.update(id, {})), etagOf(read))
    assert.equal(
      (await user.addresses.update(id, { full_name: 'Rear Adm.' })).full_name,
      'Rear Adm.',
    )
    await user.addresses.update(second, { default: true })
    assert.equal((await user.addresses.update(id, { default: true })).default, true)
    assert.equal((await user.addresses.update(id, { country_code: 'us' })).default, true)
  })

  test('today’s rules apply to an old address when its place changes', async () => {
    const user = await foyer.newUser()
    const id = await keepOldAddress(foyer, user.id, old)
    const update = user.addresses.update(id, { address_2: 'Floor 9' })
    await assert.rejects(update, ({ errors }: FoyerError) => {
      assert.deepEqual(Object.keys(errors).sort(), ['postal_code', 'state_province'])
      return true
    })
    const now = await user.addresses.update(id, { state_province: 'NY', postal_code: '10005' })
    assert.equal(now.postal_code, '10005')
  })

  test('the name of an old address stays required', async () => {
    const user = await foyer.newUser()
    const id = await keepOldAddress(foyer, user.id, old)
    const update = user.addresses.update(id, { full_name: null })
    await assert.rejects(update, invalid({ full_name: [required] }))
  })
}

function sorting(foyer: Foyer): void {
  /** Reads one value of each address, in the order of the list. */
  async function sorted<T>(
    user: TestUser,
    sort: AddressSort[] | undefined,
    read: (address: Address) => T,
  ): Promise<T[]> {
    return (await user.addresses.list({ sort }).toArray()).map(read)
  }

  /** Texts to sort by, in ascending order: "Z" is before "é", and emoji are last. */
  const texts = ['', 'aachen', 'Bonn', 'bonn 2', 'Zürich', 'École', '東京', '\ufffd', '🏠', null]

  for (const field of ['city', 'state_province', 'postal_code'] as const) {
    test(`${field} sorts by the code points of the lower-cased text, nulls last`, async () => {
      const user = await foyer.newUser()
      for (const text of texts.toReversed())
        await user.addresses.create({ ...hongKong, [field]: text })
      const read = (address: Address) => address[field]
      assert.deepEqual(await sorted(user, [field], read), texts)
      assert.deepEqual(await sorted(user, [`-${field}`], read), texts.toReversed())
    })
  }

  test('full_name sorts in both directions', async () => {
    const user = await foyer.newUser()
    const names = ['ada', 'Bob', 'carl', 'Éva', 'ω']
    for (const full_name of names.toReversed())
      await user.addresses.create({ ...hongKong, full_name })
    const read = (address: Address) => address.full_name
    assert.deepEqual(await sorted(user, ['full_name'], read), names)
    assert.deepEqual(await sorted(user, ['-full_name'], read), names.toReversed())
  })

  test('country_code, id and default sort in both directions', async () => {
    const user = await foyer.newUser()
    for (const address of [newYork, berlin, hongKong, london]) await user.addresses.create(address)
    const country = (address: Address) => address._embedded?.country?.code
    assert.deepEqual(await sorted(user, ['country_code'], country), ['DE', 'GB', 'HK', 'US'])
    assert.deepEqual(await sorted(user, ['-country_code'], country), ['US', 'HK', 'GB', 'DE'])
    assert.deepEqual(await sorted(user, ['id'], country), ['US', 'DE', 'HK', 'GB'])
    assert.deepEqual(await sorted(user, ['-id'], country), ['GB', 'HK', 'DE', 'US'])
    assert.deepEqual(await sorted(user, ['default'], country), ['DE', 'HK', 'GB', 'US'])
    assert.deepEqual(await sorted(user, ['-default'], country), ['US', 'DE', 'HK', 'GB'])
  })

  test('by default the default address is first, then the order is by id', async () => {
    const user = await foyer.newUser()
    const ids: (number | null)[] = []
    for (const full_name of ['c', 'b', 'a'])
      ids.push((await user.addresses.create({ ...hongKong, full_name })).id)
    const [first, second, third] = ids
    await user.addresses.update(Number(third), { default: true })
    const id = (address: Address) => address.id
    assert.deepEqual(await sorted(user, undefined, id), [third, first, second])
    const empty = await user.request<{ _embedded: { items: Address[] } }>('GET', '/addresses?sort=')
    assert.deepEqual(empty.body._embedded.items.map(id), [third, first, second])
  })

  test('with several sort fields the first one decides most, and the id breaks ties', async () => {
    const user = await foyer.newUser()
    const made: [string, string][] = [
      ['Bonn', 'x'],
      ['bonn', 'y'],
      ['Aachen', 'x'],
      ['BONN', 'x'],
    ]
    for (const [city, full_name] of made)
      await user.addresses.create({ ...hongKong, city, full_name })
    const city = (address: Address) => address.city
    const x = ['Aachen', 'Bonn', 'bonn', 'BONN']
    assert.deepEqual(await sorted(user, ['city'], city), x)
    assert.deepEqual(await sorted(user, ['-city'], city), ['Bonn', 'bonn', 'BONN', 'Aachen'])
    const both = ['bonn', 'Aachen', 'Bonn', 'BONN']
    assert.deepEqual(await sorted(user, ['-full_name', 'city'], city), both)
    const down = ['bonn', 'Aachen', 'BONN', 'Bonn']
    assert.deepEqual(await sorted(user, ['-full_name', 'city', '-id'], city), down)
  })

  test('an unknown sort field gets 400 for "sort" and a list of the known fields', async () => {
    const user = await foyer.newUser()
    const fields = 'id, default, full_name, city, state_province, postal_code, country_code'
    const message = `Must be one or more of ${fields}, separated by commas. To reverse the order, put “-” before a name.`
    for (const sort of ['address_1', 'city,', '--city', 'CITY', 'city;id', '__proto__']) {
      const list = user.addresses.list({ sort: sort as AddressSort }).page()
      await assert.rejects(list, invalid({ sort: [message] }), sort)
    }
    const twice = await user.request('GET', '/addresses?sort=city&sort=id')
    assert.equal(twice.status, 400)
  })

  test('pages keep the order, and so do their links', async () => {
    const user = await foyer.newUser()
    for (const city of ['c', 'a', 'e', 'b', 'd']) await user.addresses.create({ ...hongKong, city })
    const list = user.addresses.list({ sort: ['-city', 'id'], pageSize: 2 })
    const seen = (await list.toArray()).map(({ city }) => city)
    assert.deepEqual(seen, ['e', 'd', 'c', 'b', 'a'])
    const { _links, total_items, page, page_size } = await list.page({ page: 2 })
    assert.deepEqual([total_items, page, page_size], [5, 2, 2])
    const at = (wanted: number) =>
      `${foyer.baseUrl}/addresses?sort=-city%2Cid&page=${wanted}&page_size=2`
    const hrefs = Object.entries(_links ?? {}).map(([relation, link]) => [relation, link?.href])
    assert.deepEqual(Object.fromEntries(hrefs), {
      self: at(2),
      first: at(1),
      last: at(3),
      next: at(3),
      prev: at(1),
      'address:create': `${foyer.baseUrl}/addresses`,
    })
  })
}

function carriers(foyer: Foyer): void {
  const day = 86_400_000

  /** The local time, in full hours, at which a pickup window opens or closes. */
  const hoursAt = (timeZone: string, instant: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
      new Date(instant),
    )

  for (const [address, timeZone] of [
    [london, 'Europe/London'],
    [newYork, 'America/New_York'],
    [{ ...newYork, state_province: 'Hawaii', postal_code: '96815' }, 'Pacific/Honolulu'],
  ] as const) {
    test(`the carrier collects in ${timeZone} on five working days, from nine to five`, async () => {
      const user = await foyer.newUser()
      const created = await user.addresses.create(address)
      const carrier = await user.addresses.carrier(created)
      const { id, name, pickup_windows, _links } = carrier
      assert.deepEqual([id, name], [1, 'Foyer Carrier'])
      assert.equal(_links?.self?.href, `${foyer.baseUrl}/addresses/${created.id}/carrier`)
      assert.equal(pickup_windows.length, 5)
      for (const { start_date, end_date } of pickup_windows) {
        assert.match(start_date, /^\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
        assert.equal(hoursAt(timeZone, start_date), '09:00')
        assert.equal(hoursAt(timeZone, end_date), '17:00')
        const date = new Date(Date.parse(start_date))
        const weekday = date.toLocaleDateString('en', { timeZone, weekday: 'short' })
        assert.ok(!['Sat', 'Sun'].includes(weekday), weekday)
      }
      const ahead = Date.parse(pickup_windows[0]?.start_date ?? '') - foyer.clock.now()
      assert.ok(ahead > 0 && ahead < 4 * day)
    })
  }

  test('the pickup windows move with the date', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const starts = async () => {
      const { pickup_windows } = await user.addresses.carrier(address)
      return pickup_windows.map(({ start_date }) => Date.parse(start_date))
    }
    const now = await starts()
    foyer.clock.offset = -7 * day
    const before = await starts()
    foyer.clock.offset = 0
    for (const [at, start] of before.entries()) {
      // If the clocks change in between, the difference is one hour.
      const hours = ((now[at] ?? 0) - start - 7 * day) / 3_600_000
      assert.ok(Math.abs(hours) <= 1, `${hours} hours more or less than a week`)
    }
  })
}

await onEveryDatabase(
  'a carrier for some countries',
  (foyer) => {
    test('an address where the carrier does not collect has no link, and gets 404', async () => {
      const user = await foyer.newUser()
      const there = await user.addresses.create(berlin)
      assert.ok(!('address:carrier' in (there._links ?? {})))
      const carrier = user.addresses.carrier(there)
      await assert.rejects(carrier, { status: 404, code: 'not_found' })

      const here = await user.addresses.create(london)
      assert.ok(here._links?.['address:carrier'])
      assert.equal((await user.addresses.carrier(here)).name, 'Hermes')
      const moved = await user.addresses.update(there, { ...london })
      assert.ok(moved._links?.['address:carrier'])
    })
  },
  { CARRIER_NAME: 'Hermes', CARRIER_EXCLUDED_COUNTRIES: 'de, FR' },
)
