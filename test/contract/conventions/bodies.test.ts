import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Address, type AddressPage, etagOf } from '@foyer/client'
import en from '../../../locales/en.json' with { type: 'json' }
import { berlin, hongKong, london, newYork } from '../../support/addresses.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { say } from '../../support/inside.ts'

import { answer, idOf, refused } from './support.ts'

/* The conventions of all resources. The rules of each resource are tested in its own folder. */
await onEveryDatabase('conventions, bodies', (foyer) => {
  let user: TestUser
  let address: Address
  let path: string

  before(async () => {
    user = await foyer.newUser()
    address = await user.addresses.create(london)
    path = `/addresses/${address.id}`
  })

  describe('bodies', () => {
    /** The errors for a body that is sent unchanged to create an address. */
    const wrong = (body: unknown) =>
      refused(user, 400, 'validation_failed', 'POST', '/addresses', { body })
    const withName = (json: string) =>
      JSON.stringify({ ...london, full_name: '#' }).replace('"#"', json)

    test('that are not a JSON object are refused', async () => {
      for (const body of [
        '',
        ' ',
        '{',
        'null',
        '[]',
        '"text"',
        '7',
        '{"a":1,}',
        "{'a':1}",
        '{}{}',
        '\u00a0{}',
      ])
        assert.deepEqual(
          await refused(user, 400, 'invalid_request_body', 'POST', '/addresses', { body }),
          {},
          body,
        )
    })

    test('that are not UTF-8 are refused', async () => {
      const bytes = (...values: number[]) => Buffer.from(values)
      const [start = '', end = ''] = withName('"#"').split('#')
      for (const bad of [
        bytes(0xff),
        bytes(0xc3),
        bytes(0xc0, 0x80),
        bytes(0xed, 0xa0, 0x80),
        bytes(0xf4, 0x90, 0x80, 0x80),
      ]) {
        const body = Buffer.concat([Buffer.from(start), bad, Buffer.from(end)])
        await refused(user, 400, 'invalid_request_body', 'POST', '/addresses', { body })
      }
      const body = Buffer.from(withName('"Ada"'), 'utf16le')
      await refused(user, 400, 'invalid_request_body', 'POST', '/addresses', { body })
    })

    test('with a repeated property are refused, however it is written', async () => {
      for (const json of [
        '"Ada","full_name":"Ada"',
        '"Ada","full_name":"Grace"',
        '"Ada","full\\u005fname":"Grace"',
        '"Ada", "full_name" : null',
      ])
        assert.deepEqual(await wrong(withName(json)), { full_name: [en['rule.repeated']] })
    })

    test('with thousands of repeated or long properties get a short answer', async () => {
      const long = 'n'.repeat(20_000)
      const shown = `${long.slice(0, 200)}…`
      const pairs = (name: (index: number) => string) =>
        Array.from({ length: 2_000 }, (_, index) => `"${name(index)}":0,"${name(index)}":0`).join()
      const one = await wrong(withName(`"Ada","${long}":{${pairs(() => 'a')}}`))
      assert.deepEqual(Object.keys(one), [shown])
      const filler = 'x'.repeat(185)
      for (const [number, name] of [
        ['4111111111111111', '(card number)'],
        ['DE89370400440532013000', '(account number)'],
      ] as const)
        assert.deepEqual(Object.keys(await wrong(withName(`"Ada","${filler} ${number}":0`))), [
          name,
        ])
      // The number has no brand, and "phone" is a label.
      const number = '62824060211362'
      const labelled = await wrong(withName(`"Ada","phone":{"${number}":"\\u0000","${number}":0}`))
      assert.deepEqual(Object.keys(labelled), ['phone.(card number)', 'phone'])
      const halved = await wrong(withName(`"Ada","${'x'.repeat(199)}😀":0`))
      assert.deepEqual(Object.keys(halved), [`${'x'.repeat(199)}…`])
      const many = await wrong(withName(`"Ada",${pairs(String)}`))
      const repeated = Object.values(many).filter(([first]) => first === en['rule.repeated'])
      assert.equal(repeated.length, 20)
    })

    test('with an unknown or read-only property are refused', async () => {
      for (const property of [
        'shoe_size',
        'id',
        '_links',
        '_embedded',
        'version',
        'Full_Name',
        '__proto__',
        'constructor',
        'user_id',
        // With dots, as the paths of nested properties have.
        'city.x',
        'full_name.x',
        '.city',
        'x.y.z',
      ])
        assert.deepEqual(
          Object.keys(await wrong(withName(`"Ada","${property}":1`))),
          [property],
          property,
        )
      const nested = await wrong(withName('"Ada","city.x":{"y":"\\u0000"}'))
      assert.deepEqual(Object.keys(nested), ['city.x.y', 'city.x'])
    })

    test('with thousands of wrong texts at a long path get a short answer', async () => {
      const names = Array.from({ length: 3_000 }, (_, index) => `"${index}":"\\u0000"`)
      const long = 'n'.repeat(200)
      let nested = `{${names.join()}}`
      for (let level = 0; level < 29; level++) nested = `{"${long}":${nested}}`
      const errors = await wrong(withName(`"Ada","x":${nested}`))
      assert.ok(JSON.stringify(errors).length < 1_000)
    })

    test('are never coerced', async () => {
      for (const value of ['7', 'true'])
        assert.deepEqual(await wrong(withName(value)), {
          full_name: [en['rule.type.string_unquoted']],
        })
      for (const value of ['["Ada"]', '{"first":"Ada"}'])
        assert.deepEqual(await wrong(withName(value)), { full_name: [en['rule.type.string']] })
      assert.deepEqual(await wrong({ ...london, default: 'true' }), {
        default: [en['rule.type.boolean_quoted']],
      })
      for (const flag of [1, 0, '', [true]])
        assert.deepEqual(await wrong({ ...london, default: flag }), {
          default: [en['rule.type.boolean']],
        })
    })

    test('null differs from an empty text', async () => {
      const none = await user.addresses.create({ ...london, address_2: null })
      const empty = await user.addresses.create({ ...london, address_2: '' })
      assert.deepEqual([none.address_2, empty.address_2], [null, ''])
      for (const full_name of ['', '   ', null])
        assert.deepEqual(await wrong({ ...london, full_name }), {
          full_name: [en['rule.required']],
        })
    })

    test('with control characters, line breaks and surrogates without partner are refused', async () => {
      const refusedOnes = [
        ...[0x00, 0x01, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0x2028, 0x2029],
        ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
        ...[0xd800, 0xdbff, 0xdc00, 0xdfff],
      ]
      for (const code of refusedOnes) {
        const escaped = `\\u${code.toString(16).padStart(4, '0')}`
        const number = `U\\+${code.toString(16).toUpperCase().padStart(4, '0')}`
        for (const [text, position] of [
          [`"😀A${escaped}a"`, 3],
          [`"${escaped}Ada"`, 1],
          [`"Ada${escaped}"`, 4],
        ] as const) {
          const { full_name: [message = ''] = [], ...others } = await wrong(withName(text))
          const named = `^Must not contain ${number} [A-Z -]+ \\(position ${position}\\), and no other`
          assert.match(message, new RegExp(named), text)
          assert.deepEqual(others, {})
        }
      }
      const { full_name } = await wrong(withName('"Ada\\u202e Lovelace"'))
      assert.match(full_name?.[0] ?? '', /U\+202E RIGHT-TO-LEFT OVERRIDE \(position 4\)/)
    })

    test('keep joiners, direction marks and everything else that names need', async () => {
      for (const name of [
        'A\u200dda',
        'A\u200cda',
        'A\u200eda\u200fB',
        '👩🏽‍🚀',
        'Ó Súilleabháin',
        '山田 太郎',
        '<b>O\'Neil</b> & "Co\\"',
      ]) {
        const { id } = await user.addresses.create({ ...london, full_name: name })
        assert.equal((await user.addresses.get(idOf({ id }))).full_name, name)
        await user.addresses.delete(idOf({ id }))
      }
    })

    test('are trimmed and normalised', async () => {
      for (const [sent, kept] of [
        ['  Ada  Lovelace ', 'Ada  Lovelace'],
        ['\u00a0\u3000Ada\ufeff', 'Ada'],
        ['Zoe\u0308', 'Zo\u00eb'],
        ['\u212b', '\u00c5'],
        ['\uff21da', '\uff21da'],
      ] as const)
        assert.equal((await user.addresses.update(address, { full_name: sent })).full_name, kept)
      await user.addresses.update(address, { full_name: london.full_name })
    })

    test('have their lengths counted in code points, after that', async () => {
      for (const [property, most] of [
        ['full_name', 128],
        ['address_1', 128],
        ['address_2', 128],
        ['address_3', 128],
        ['city', 64],
        ['state_province', 64],
      ] as const) {
        const longest = '🎫'.repeat(most)
        const patched = await user.addresses.update(address, { [property]: ` ${longest} ` })
        assert.equal(patched[property], longest)
        await user.addresses.update(address, { [property]: 'e\u0301'.repeat(most) })
        const call = { body: { [property]: `${longest}x` } }
        assert.deepEqual(await refused(user, 400, 'validation_failed', 'PATCH', path, call), {
          [property]: [say('en', 'rule.too_long', { max: most })],
        })
      }
      await user.addresses.update(address, {
        ...london,
        address_2: null,
        address_3: null,
        state_province: null,
      })
    })

    test('have all their errors named at once', async () => {
      const errors = await wrong({
        full_name: 7,
        address_1: '\t',
        city: 'x'.repeat(65),
        shoe_size: 1,
        country_code: 'XX',
      })
      const named = ['address_1', 'city', 'country_code', 'full_name', 'shoe_size']
      assert.deepEqual(Object.keys(errors).sort(), named)
    })

    test('may be 64 KiB long and no longer', async () => {
      const padded = (length: number) => JSON.stringify({}).padEnd(length)
      await answer(user, 200, 'PATCH', path, { body: padded(65_536) })
      const call = { body: padded(65_537) }
      await refused(user, 413, 'payload_too_large', 'PATCH', path, call)
    })
  })

  describe('merge patches', () => {
    test('leave what is absent, and clear what is null', async () => {
      const { id } = await user.addresses.create({
        ...london,
        address_2: 'Left',
        address_3: 'Door',
      })
      const patched = await user.addresses.update(idOf({ id }), { address_2: null, city: 'Bath' })
      assert.deepEqual(
        [patched.full_name, patched.address_2, patched.address_3, patched.city],
        [london.full_name, null, 'Door', 'Bath'],
      )
    })

    test('refuse null where a value is required', async () => {
      for (const property of ['full_name', 'address_1', 'city', 'country_code', 'postal_code']) {
        const call = { body: { [property]: null } }
        const errors = await refused(user, 400, 'validation_failed', 'PATCH', path, call)
        assert.deepEqual(Object.keys(errors), [property])
      }
    })

    test('take null for a flag as absent', async () => {
      const before = await user.addresses.get(address)
      assert.equal(etagOf(await user.addresses.update(address, { default: null })), etagOf(before))
      assert.equal((await user.user.update({ email_optin: null })).email_optin, false)
    })

    test('change nothing when they are empty', async () => {
      const before = await user.addresses.get(address)
      assert.equal(etagOf(await user.addresses.update(address, {})), etagOf(before))
      const profile = await user.user.get()
      assert.equal(etagOf(await user.user.update({})), etagOf(profile))
    })

    test('are judged by the result', async () => {
      const { id } = await user.addresses.create(london)
      const moved = { country_code: 'DE', city: 'Berlin', postal_code: '10965' }
      const { postal_code: _, ...halfway } = moved
      const at = `/addresses/${id}`
      const errors = await refused(user, 400, 'validation_failed', 'PATCH', at, { body: halfway })
      assert.deepEqual(Object.keys(errors), ['postal_code'])
      await answer(user, 200, 'PATCH', at, { body: moved })
    })
  })

  describe('collections', () => {
    let owner: TestUser
    const list = (query = ''): Promise<AddressPage> =>
      answer<AddressPage>(owner, 200, 'GET', `/addresses${query}`)
    const linksOf = ({ _links }: AddressPage): Record<string, string> =>
      Object.fromEntries(
        Object.entries(_links ?? {})
          .filter(([relation]) => relation !== 'address:create')
          .map(([relation, { href }]) => [
            relation,
            href.replace(`${foyer.baseUrl}/addresses`, ''),
          ]),
      )
    const names = ({ _embedded }: AddressPage) => _embedded?.items.map(({ full_name }) => full_name)

    before(async () => {
      owner = await foyer.newUser()
      await owner.addresses.create({ ...london, full_name: 'b', city: 'Ålesund' })
      await owner.addresses.create({ ...newYork, full_name: 'A', city: 'zwolle' })
      await owner.addresses.create({ ...hongKong, full_name: 'c' })
      await owner.addresses.create({ ...berlin, full_name: 'B', city: 'Zwolle', default: true })
      await owner.addresses.create({
        ...berlin,
        full_name: 'é',
        city: 'aachen',
        postal_code: '01067',
      })
    })

    test('start at page 1 with 100 items a page', async () => {
      const { page, page_size, total_items } = await list()
      assert.deepEqual([page, page_size, total_items], [1, 100, 5])
      assert.deepEqual(linksOf(await list()), {
        self: '?page=1&page_size=100',
        first: '?page=1&page_size=100',
        last: '?page=1&page_size=100',
      })
    })

    test('a page in the middle links its neighbours, with every other parameter', async () => {
      const middle = await list('?sort=-id&page=2&page_size=2')
      assert.deepEqual(names(middle), ['c', 'A'])
      assert.deepEqual(linksOf(middle), {
        self: '?sort=-id&page=2&page_size=2',
        first: '?sort=-id&page=1&page_size=2',
        last: '?sort=-id&page=3&page_size=2',
        next: '?sort=-id&page=3&page_size=2',
        prev: '?sort=-id&page=1&page_size=2',
      })
    })

    test('the last page has what is left, and no next', async () => {
      const last = await list('?sort=id&page=3&page_size=2')
      assert.deepEqual(names(last), ['é'])
      assert.deepEqual(Object.keys(linksOf(last)), ['self', 'first', 'last', 'prev'])
    })

    test('a full last page has no next', async () => {
      assert.ok(!('next' in linksOf(await list('?page_size=5'))))
    })

    test('a page past the end is empty, and prev is the last that is not', async () => {
      for (const page of [4, 2_147_483_647]) {
        const past = await list(`?page=${page}&page_size=2`)
        assert.deepEqual([past.page, past.total_items, names(past)], [page, 5, []])
        assert.equal(linksOf(past).prev, '?page=3&page_size=2')
        assert.equal(linksOf(past).self, `?page=${page}&page_size=2`)
        assert.ok(!('next' in linksOf(past)))
      }
    })

    test('an empty collection has one page, which is its last', async () => {
      const nobody = await foyer.newUser()
      const empty = await answer<AddressPage>(nobody, 200, 'GET', '/addresses')
      assert.deepEqual([empty.total_items, empty._embedded], [0, { items: [] }])
      assert.deepEqual(linksOf(empty), {
        self: '?page=1&page_size=100',
        first: '?page=1&page_size=100',
        last: '?page=1&page_size=100',
      })
      const second = await answer<AddressPage>(nobody, 200, 'GET', '/addresses?page=2')
      assert.equal(linksOf(second).prev, '?page=1&page_size=100')
    })

    test('a page holds at most 1000 items, and says so', async () => {
      for (const size of [1000, 1001, 10_000, 2_147_483_647]) {
        const { page_size, _links } = await list(`?page_size=${size}`)
        assert.equal(page_size, 1000)
        assert.ok(_links?.self?.href.endsWith('page_size=1000'))
      }
    })

    test('page and page_size are whole numbers from 1', async () => {
      for (const name of ['page', 'page_size'])
        for (const value of ['0', '-1', '1.0', '1e3', '+1', ' 1', '0x10', 'one', '2147483648', '١'])
          assert.deepEqual(
            Object.keys(
              await refused(
                owner,
                400,
                'validation_failed',
                'GET',
                `/addresses?${name}=${encodeURIComponent(value)}`,
              ),
            ),
            [name],
            value,
          )
    })

    test('every parameter that is wrong is named at once', async () => {
      const at = '/addresses?page=x&page_size=0'
      const errors = await refused(owner, 400, 'validation_failed', 'GET', at)
      assert.deepEqual(errors, {
        page: [en['rule.type.int32']],
        page_size: [say('en', 'rule.minimum', { min: 1 })],
      })
    })

    test('a repeated parameter is refused', async () => {
      for (const query of ['page=1&page=1', 'page_size=1&page_size=2', 'sort=id&sort=city']) {
        const [name = ''] = query.split('=')
        const at = `/addresses?${query}`
        const errors = await refused(owner, 400, 'validation_failed', 'GET', at)
        assert.deepEqual(errors, { [name]: [en['rule.repeated']] })
      }
    })

    test('an empty parameter is absent, and one that is unknown is ignored', async () => {
      assert.deepEqual(
        linksOf(await list('?page=&page_size=&sort=&shoe_size=39&shoe_size=40')),
        linksOf(await list()),
      )
      assert.deepEqual(linksOf(await list('?page')), linksOf(await list()))
    })

    test('flags are read in any letter case', async () => {
      for (const flag of ['true', 'True', 'TRUE', 'false', 'False', ''])
        await answer(owner, 200, 'GET', `/paymentmethods?buyer_method=${flag}`)
      for (const flag of ['1', '0', 'yes', 'null', 'tru'])
        await refused(
          owner,
          400,
          'validation_failed',
          'GET',
          `/paymentmethods?buyer_method=${flag}`,
        )
    })

    test('sort by default with the default address first, then by id', async () => {
      assert.deepEqual(names(await list()), ['B', 'b', 'A', 'c', 'é'])
      assert.deepEqual(names(await list('?sort=-default,id')), ['B', 'b', 'A', 'c', 'é'])
    })

    test('sort text by its lower-cased form in code point order; ties end on the id', async () => {
      assert.deepEqual(names(await list('?sort=full_name')), ['A', 'b', 'B', 'c', 'é'])
      assert.deepEqual(names(await list('?sort=-full_name')), ['é', 'c', 'b', 'B', 'A'])
      assert.deepEqual(names(await list('?sort=-full_name,-id')), ['é', 'c', 'B', 'b', 'A'])
    })

    test('sort nulls last, and first when descending', async () => {
      assert.deepEqual(names(await list('?sort=city')), ['é', 'A', 'B', 'b', 'c'])
      assert.deepEqual(names(await list('?sort=-city')), ['c', 'b', 'A', 'B', 'é'])
      assert.deepEqual(names(await list('?sort=state_province')), ['A', 'b', 'c', 'B', 'é'])
    })

    test('sort by each field that can be sorted by', async () => {
      assert.deepEqual(names(await list('?sort=-id')), ['é', 'B', 'c', 'A', 'b'])
      assert.deepEqual(names(await list('?sort=default')), ['b', 'A', 'c', 'é', 'B'])
      assert.deepEqual(names(await list('?sort=postal_code')), ['é', 'A', 'B', 'b', 'c'])
      assert.deepEqual(names(await list('?sort=country_code,-id')), ['é', 'B', 'b', 'c', 'A'])
    })

    test('sort by nothing else', async () => {
      for (const sort of ['shoe_size', 'City', 'city;id', '--id', '-', 'city,', ',', 'address_1'])
        assert.deepEqual(
          Object.keys(
            await refused(owner, 400, 'validation_failed', 'GET', `/addresses?sort=${sort}`),
          ),
          ['sort'],
          sort,
        )
    })
  })
})
