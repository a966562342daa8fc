import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Address,
  type AddressPage,
  type Call,
  type ErrorBody,
  etagOf,
  requestToken,
} from '@foyer/client'
import { createApplication } from '../../src/identity/applications/applications.ts'
import { Unavailable } from '../../src/platform/database/db.ts'
import { type Language, type MessageKey, say } from '../../src/platform/i18n/catalogue.ts'
import { en } from '../../src/platform/i18n/locales/en.ts'
import { berlin, hongKong, london, newYork } from '../support/addresses.ts'
import { FailingDatabase } from '../support/failing-database.ts'
import { type Foyer, onEveryDatabase, startFoyer, type TestUser } from '../support/foyer.ts'
import { keepCard, keepPayPal } from '../support/payment-methods.ts'

/* What every resource has in common. What each has of its own is told in the file of its feature. */

const hal = 'application/hal+json; charset=utf-8'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const unknownToken = 'A'.repeat(43)

type Client = Pick<TestUser, 'request'>

const meant = 'address.country_code.meant'
const scope = 'error.insufficient_scope'
const token = 'error.unauthorized'

/** Codes whose messages say more than the usual one. */
const specific = new Set(['insufficient_scope', 'invalid_delete', 'method_not_allowed'])

const idOf = ({ id }: { id: number | null }): number => id ?? assert.fail('it has no id')

/** The body of an answer, once its status is what it should be. */
async function answer<Body = unknown>(
  client: Client,
  expected: number,
  method: string,
  path: string,
  call?: Call,
): Promise<Body> {
  const { status, body, text } = await client.request<Body>(method, path, call)
  assert.equal(status, expected, `${method} ${path}: ${text}`)
  return body
}

/** Asserts that a request is refused with a code. @returns what is wrong, by property */
async function refused(
  client: Client,
  expected: number,
  code: string,
  method: string,
  path: string,
  call?: Call,
): Promise<ErrorBody['errors']> {
  const body = await answer<ErrorBody>(client, expected, method, path, call)
  assert.equal(body.code, code)
  return body.errors
}

const header = async (client: Client, name: string, path: string, call?: Call) =>
  (await client.request('GET', path, call)).headers.get(name)

/** A service, a user of it who has little, and that user's address. */
await onEveryDatabase('conventions', (foyer, database) => {
  let user: TestUser
  let address: Address
  let path: string

  before(async () => {
    user = await foyer.newUser()
    address = await user.addresses.create(london)
    path = `/addresses/${address.id}`
  })

  describe('media types', () => {
    test('answers are HAL, errors too', async () => {
      for (const at of [
        '',
        '/addresses',
        path,
        '/user',
        '/countries/gb',
        '/addresses/x',
        '/nowhere',
      ])
        assert.equal(await header(user, 'content-type', at), hal, at)
    })

    test('bodies are JSON or HAL', async () => {
      for (const type of [
        'application/json',
        'application/hal+json',
        'application/json; charset=utf-8',
        'application/hal+json;charset=UTF-8',
        'Application/JSON',
      ])
        await answer(user, 200, 'PATCH', path, { body: {}, headers: { 'content-type': type } })
    })

    test('a body of any other type is 415', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/merge-patch+json',
        'application/jsonx',
        'multipart/form-data; boundary=x',
        'json',
      ]) {
        const call = { body: {}, headers: { 'content-type': type } }
        await refused(user, 415, 'unsupported_media_type', 'PATCH', path, call)
      }
    })

    test('a body without a type is 415', async () => {
      const { status } = await fetch(foyer.baseUrl + path, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${user.accessToken}` },
        body: new TextEncoder().encode('{}'),
      })
      assert.equal(status, 415)
    })

    test('a request may accept HAL, JSON, or what covers one of them', async () => {
      for (const accept of [
        'application/hal+json',
        'application/json',
        'application/*',
        '*/*',
        'application/hal+json; charset=utf-8',
        'application/json;charset=utf-8;q=0.5, text/html',
        'text/html, */*;q=0.1',
        'APPLICATION/HAL+JSON',
      ])
        await answer(user, 200, 'GET', path, { headers: { accept } })
    })

    test('a request that accepts none of them is 406', async () => {
      for (const accept of [
        'text/html',
        'application/xml',
        'application/hal+json;q=0, application/json;q=0',
        'text/*',
      ])
        await refused(user, 406, 'not_acceptable', 'GET', path, { headers: { accept } })
    })

    test('HEAD answers as GET, without a body', async () => {
      for (const at of ['', path, '/addresses', '/addresses/x', '/countries/gb']) {
        const [get, head] = [await user.request('GET', at), await user.request('HEAD', at)]
        assert.deepEqual([head.status, head.text], [get.status, ''])
        for (const name of ['content-type', 'content-length', 'etag', 'content-language', 'vary'])
          assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${at}`)
      }
    })

    test('OPTIONS needs no token', async () => {
      for (const [at, allow] of [
        ['', 'GET, HEAD, OPTIONS'],
        ['/addresses', 'GET, HEAD, POST, OPTIONS'],
        [path, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
        ['/user', 'GET, HEAD, PATCH, OPTIONS'],
        ['/countries/gb', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const { status, headers, text } = await user.request('OPTIONS', at, { accessToken: null })
        assert.deepEqual([status, headers.get('allow'), text], [204, allow, ''], at)
      }
    })
  })

  describe('what clients in the field send', () => {
    test('a Content-Type on GET and DELETE, with nothing in the body', async () => {
      for (const type of ['application/hal+json', 'application/json']) {
        const call = { headers: { 'content-type': type } }
        await answer(user, 200, 'GET', path, call)
        const { id } = await user.addresses.create(berlin)
        await answer(user, 204, 'DELETE', `/addresses/${id}`, call)
      }
    })

    test('a DELETE with an empty body of length 0, or with an object', async () => {
      for (const body of ['', '{}', new Uint8Array()]) {
        const { id } = await user.addresses.create(berlin)
        await answer(user, 204, 'DELETE', `/addresses/${id}`, { body })
      }
    })

    test('headers, query parameters and values that nobody knows', async () => {
      const call = { headers: { 'x-client': 'old', 'accept-encoding': 'gzip', dnt: '1' } }
      await answer(user, 200, 'GET', '/addresses?embed=&verbose=1&page=&page_size=&sort=', call)
    })

    test('pages of 10,000', async () => {
      const all = await answer<AddressPage>(user, 200, 'GET', '/addresses?page_size=10000')
      assert.equal(all.page_size, 1000)
    })

    test('no User-Agent', async () => {
      await answer(user, 200, 'GET', path, { headers: { 'user-agent': '' } })
    })
  })

  describe('paths', () => {
    test('letter case, a slash at the end and doubled slashes make no difference', async () => {
      const card = await keepCard(foyer, user.id)
      const method = await answer(user, 200, 'GET', `/paymentmethods/${card}`)
      for (const same of ['/paymentMethods/', '//paymentMethods/', '/PAYMENTMETHODS//'])
        assert.deepEqual(await answer(user, 200, 'GET', same + card), method)
      for (const same of ['/Addresses', '/addresses/', '//addresses', '/ADDRESSES//?page=1'])
        assert.equal((await answer<AddressPage>(user, 200, 'GET', same)).page, 1)
      for (const same of ['/USER', '/user/', '//User//'])
        assert.deepEqual(await answer(user, 200, 'GET', same), await user.user.get())
      await answer(user, 200, 'GET', '/')
      await answer(user, 200, 'GET', '//')
    })

    test('hrefs are canonical, however the resource was reached', async () => {
      const found = await answer<AddressPage>(user, 200, 'GET', '//Addresses/')
      assert.equal(found._links?.self?.href, `${foyer.baseUrl}/addresses?page=1&page_size=100`)
      assert.equal(found._embedded?.items[0]?._links?.self?.href, foyer.baseUrl + path)
    })

    test('an unknown path is 404, for any method and without a token', async () => {
      for (const method of ['GET', 'POST', 'DELETE'])
        await refused(user, 404, 'not_found', method, '/shoes/7', { accessToken: null })
    })

    test('an escape that says nothing names nothing', async () => {
      for (const id of ['%zz', '%', '%f', '%ff', '%c3', '%00', '%2f', '%25zz', '7%zz?%zz=%zz']) {
        await refused(user, 404, 'not_found', 'GET', `/addresses/${id}`)
        await refused(user, 403, 'forbidden', 'PATCH', `/addresses/${id}`, { body: {} })
      }
      await refused(user, 404, 'not_found', 'GET', '/%zz')
      await refused(user, 404, 'not_found', 'GET', `${foyer.authUrl}/%zz`)
    })

    test('an escape that says something is what it says', async () => {
      assert.deepEqual(await answer(user, 200, 'GET', '/%75ser'), await user.user.get())
      await answer(user, 200, 'GET', '/countries/%67b')
      await answer(user, 200, 'GET', '/addresses?%70age=%31&x=%zz&%zz=x')
    })
  })

  describe('links', () => {
    test('are single objects with href, title and templated, and there are no curies', async () => {
      for (const at of ['', '/addresses', path, '/user', '/countries/gb']) {
        const { _links } = await answer<{ _links: Record<string, object> }>(user, 200, 'GET', at)
        assert.ok(!('curies' in _links))
        for (const link of Object.values(_links))
          assert.deepEqual(Object.keys(link), ['href', 'title', 'templated'])
      }
    })

    test('that write are absent for a token without write:user', async () => {
      const reads: Call = { accessToken: await foyer.tokenFor(user.id, ['read:user']) }
      const relations = async (at: string, call?: Call) => {
        const { _links } = await answer<{ _links: object }>(user, 200, 'GET', at, call)
        return Object.keys(_links)
      }
      for (const [at, relation] of [
        ['/addresses', 'address:create'],
        [path, 'address:update'],
        [path, 'address:delete'],
        ['/user', 'user:update'],
      ] as const) {
        assert.ok((await relations(at)).includes(relation), relation)
        assert.ok(!(await relations(at, reads)).includes(relation), relation)
      }
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

  describe('bodies', () => {
    /** What is wrong with a body, sent as it stands, to create an address. */
    const wrong = (body: unknown) =>
      refused(user, 400, 'validation_failed', 'POST', '/addresses', { body })
    const withName = (json: string) =>
      JSON.stringify({ ...london, full_name: '#' }).replace('"#"', json)

    test('that are no JSON object are refused', async () => {
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

    test('with a property twice are refused, however it is spelt', async () => {
      for (const json of [
        '"Ada","full_name":"Ada"',
        '"Ada","full_name":"Grace"',
        '"Ada","full\\u005fname":"Grace"',
        '"Ada", "full_name" : null',
      ])
        assert.deepEqual(await wrong(withName(json)), { full_name: [en['rule.repeated']] })
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
      ])
        assert.deepEqual(
          Object.keys(await wrong(withName(`"Ada","${property}":1`))),
          [property],
          property,
        )
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

    test('null is not the empty text', async () => {
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
        for (const text of [`"A${escaped}a"`, `"${escaped}Ada"`, `"Ada${escaped}"`])
          assert.deepEqual(await wrong(withName(text)), { full_name: [en['rule.hostile']] }, text)
      }
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

    test('have all that is wrong with them named at once', async () => {
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

  describe('statuses and errors', () => {
    test('a method that a path does not have is 405 with those it has', async () => {
      for (const [method, at, allow] of [
        ['DELETE', '/addresses', 'GET, HEAD, POST, OPTIONS'],
        ['PUT', path, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
        ['POST', '/user', 'GET, HEAD, PATCH, OPTIONS'],
        ['PATCH', '/countries', 'GET, HEAD, OPTIONS'],
        ['POST', '', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const { status, headers, body } = await user.request<ErrorBody>(method, at, {
          accessToken: null,
          body: 'not even JSON',
        })
        assert.deepEqual([status, headers.get('allow')], [405, allow], `${method} ${at}`)
        assert.equal(body.code, 'method_not_allowed')
      }
    })

    test('what is not the caller’s is 404 to read and 403 to write, whether it is there or not', async () => {
      const stranger = await foyer.newUser()
      for (const id of [address.id, 2_147_483_647, 2_147_483_648, 0, -1, '07', '7x', 'x', '1e1']) {
        await refused(stranger, 404, 'not_found', 'GET', `/addresses/${id}`)
        await refused(stranger, 403, 'forbidden', 'PATCH', `/addresses/${id}`, { body: {} })
        await refused(stranger, 403, 'forbidden', 'DELETE', `/addresses/${id}`)
      }
    })

    test('deleting once more is 204 again', async () => {
      const { id } = await user.addresses.create(berlin)
      for (const status of [204, 204]) await answer(user, status, 'DELETE', `/addresses/${id}`)
      await refused(user, 404, 'not_found', 'GET', `/addresses/${id}`)
      await refused(user, 403, 'forbidden', 'PATCH', `/addresses/${id}`, { body: {} })
    })

    test('204 has neither a body nor a type', async () => {
      const { id } = await user.addresses.create(berlin)
      const { headers, text } = await user.request('DELETE', `/addresses/${id}`)
      assert.deepEqual([headers.get('content-type'), text], [null, ''])
    })

    test('every code comes with its status, in the shape of errors and the language asked for', async () => {
      const owner = await foyer.newUser()
      const billed = await owner.addresses.create(london)
      await keepCard(foyer, owner.id, { billingAddressId: idOf(billed) })
      const at = `/addresses/${billed.id}`
      const expected: [code: string, status: number, method: string, path: string, call?: Call][] =
        [
          ['invalid_request_body', 400, 'POST', '/addresses', { body: '[]' }],
          ['validation_failed', 400, 'POST', '/addresses', { body: {} }],
          ['unauthorized', 401, 'GET', at, { accessToken: null }],
          ['invalid_token', 401, 'GET', at, { accessToken: unknownToken }],
          [
            'insufficient_scope',
            403,
            'GET',
            at,
            { accessToken: await foyer.tokenFor(owner.id, []) },
          ],
          ['forbidden', 403, 'PATCH', '/addresses/0', { body: {} }],
          ['invalid_delete', 403, 'DELETE', at],
          ['not_found', 404, 'GET', '/addresses/0'],
          ['method_not_allowed', 405, 'PUT', at],
          ['not_acceptable', 406, 'GET', at, { headers: { accept: 'text/html' } }],
          ['precondition_failed', 412, 'PATCH', at, { body: {}, ifMatch: '"99-x"' }],
          ['payload_too_large', 413, 'PATCH', at, { body: ' '.repeat(65_537) }],
          [
            'unsupported_media_type',
            415,
            'PATCH',
            at,
            { body: '{}', headers: { 'content-type': 'text/csv' } },
          ],
        ]
      for (const [code, status, method, path, call] of expected)
        for (const language of ['en', 'ja'] as const) {
          const spoken = { ...call, language }
          const { headers, ...answer } = await owner.request<ErrorBody>(method, path, spoken)
          assert.equal(answer.status, status, code)
          assert.equal(headers.get('content-type'), hal)
          assert.equal(headers.get('content-language'), language)
          assert.deepEqual(Object.keys(answer.body), ['code', 'message', 'errors'])
          assert.equal(answer.body.code, code)
          if (!specific.has(code))
            assert.equal(answer.body.message, say(language, `error.${code}` as MessageKey))
          if (code !== 'validation_failed') assert.deepEqual(answer.body.errors, {})
        }
    })

    test('a broken body says where it breaks, and repeats nothing of it', async () => {
      for (const [body, line, column] of [
        ['{', 1, 2],
        ['{"city":Bath}', 1, 9],
        ['{"city":"Bath",}', 1, 16],
        ["{'city':1}", 1, 2],
        ['{\n  "city": "Bath"\n  "postal_code": 1\n}', 3, 3],
        ['{\r\n\t"🎫": nope}', 2, 7],
        ['{"city":"a\nb"}', 1, 11],
        ['{"city":"\\x"}', 1, 10],
        ['{"city":"Bath}', 1, 9],
        ['{"city":01}', 1, 10],
        ['[1 2]', 1, 4],
        ['{}{}', 1, 3],
        ['NaN', 1, 1],
      ] as const) {
        const call = { body }
        const { message } = await answer<ErrorBody>(user, 400, 'PATCH', path, call)
        assert.equal(
          message,
          say('en', 'error.invalid_request_body.syntax', { line, column }),
          body,
        )
      }
      for (const [body, key, params] of [
        ['', 'error.invalid_request_body.empty'],
        ['[]', 'error.invalid_request_body'],
        ['"{}"', 'error.invalid_request_body'],
        [Buffer.from('{"city":"\xff"}', 'latin1'), 'error.invalid_request_body.encoding'],
        ['['.repeat(33) + ']'.repeat(33), 'error.invalid_request_body.depth', { max: 32 }],
      ] as const) {
        const { message } = await answer<ErrorBody>(user, 400, 'PATCH', path, { body })
        assert.equal(message, say('en', key, params))
      }
    })

    test('a property that is unknown is told the one that was meant, or all that there are', async () => {
      const known = {
        '/addresses':
          'full_name, default, address_1, address_2, address_3, city, state_province, postal_code, country_code',
        '/user': 'full_name, email_optin',
      }
      for (const [at, name, key, params] of [
        ['/addresses', 'adress_1', 'rule.unknown_like', { known: 'address_1' }],
        ['/addresses', 'addressLine1', 'rule.unknown_like', { known: 'address_1' }],
        ['/addresses', 'Full_Name', 'rule.unknown_like', { known: 'full_name' }],
        ['/addresses', 'country', 'rule.unknown_like', { known: 'country_code' }],
        ['/addresses', 'postcode', 'rule.unknown_like', { known: 'postal_code' }],
        ['/addresses', 'zip', 'rule.unknown_known', { known: known['/addresses'] }],
        ['/addresses', '__proto__', 'rule.unknown_known', { known: known['/addresses'] }],
        ['/addresses', 'id', 'rule.unknown_id'],
        ['/addresses', '_links', 'rule.read_only'],
        ['/paymentmethods/creditcard', 'expMonth', 'rule.unknown_like', { known: 'expiry_month' }],
        ['/paymentmethods/creditcard', 'number', 'rule.unknown_like', { known: 'card_number' }],
        ['/paymentmethods/creditcard', 'details', 'rule.read_only'],
        ['/user', 'optin', 'rule.unknown_like', { known: 'email_optin' }],
        ['/user', 'newsletter', 'rule.unknown_known', { known: known['/user'] }],
        ['/user', 'email', 'rule.account_pages'],
        ['/user', 'primary_phone', 'rule.account_pages'],
      ] as const) {
        const method = at === '/user' ? 'PATCH' : 'POST'
        const call = { body: `{"${name}":1}` }
        const errors = await refused(user, 400, 'validation_failed', method, at, call)
        assert.deepEqual(errors[name], [say('en', key, params)], name)
      }
      const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x${at}`, 1]))
      const { text } = await user.request('POST', '/addresses', { body: many })
      assert.ok(text.length < 300_000, 'the answer stays short')
    })

    test('a security code is told that it is never accepted', async () => {
      for (const name of ['cvv', 'CVC', 'cvv2', 'card_cvc', 'securityCode', 'cvvNumber', 'csc'])
        for (const at of ['/paymentmethods/creditcard', '/paymentmethods/paypal', '/addresses']) {
          const call = { body: { [name]: '123' } }
          const errors = await refused(user, 400, 'validation_failed', 'POST', at, call)
          assert.deepEqual(errors[name], [en['rule.security_code']], name)
        }
    })

    test('a value of the wrong form is told the right one', async () => {
      const card = '/paymentmethods/creditcard'
      for (const [at, name, value, message] of [
        [card, 'expiry_year', 31, en['rule.year']],
        [card, 'expiry_year', '2031', en['rule.year']],
        [card, 'start_year', 20310, en['rule.year']],
        [card, 'expiry_month', 13, say('en', 'rule.maximum', { max: 12 })],
        [card, 'expiry_month', '12', en['rule.type.integer_quoted']],
        [card, 'billing_address_id', '7', en['rule.type.integer_quoted']],
        [card, 'billing_address_id', 'x', en['rule.type.integer']],
        [card, 'card_number', 4, en['rule.type.string_unquoted']],
        ['/addresses', 'postal_code', 10115, en['rule.type.string_unquoted']],
        ['/addresses', 'default', 'True', en['rule.type.boolean_quoted']],
        ['/addresses', 'default', 'yes', en['rule.type.boolean']],
        ['/addresses', 'full_name', null, en['rule.required']],
        ['/addresses', 'country_code', 'Germany', say('en', meant, { code: 'DE' })],
        ['/addresses', 'country_code', 'deutschland', say('en', meant, { code: 'DE' })],
        ['/addresses', 'country_code', '日本', say('en', meant, { code: 'JP' })],
        ['/addresses', 'country_code', 'UK', say('en', meant, { code: 'GB' })],
        ['/addresses', 'country_code', 'XX', en['address.country_code.unknown']],
      ] as const) {
        const call = { body: { [name]: value } }
        const errors = await refused(user, 400, 'validation_failed', 'POST', at, call)
        assert.deepEqual(errors[name], [message], `${name}: ${value}`)
      }
    })

    test('a request that is misdirected is told the right way', async () => {
      const { client_id, client_secret } = await createApplication(foyer.db, { name: 'Server' })
      const { authUrl } = foyer
      const own = await requestToken({
        authUrl,
        clientId: client_id,
        clientSecret: client_secret ?? '',
      })
      const writes = await foyer.tokenFor(user.id, ['write:user'])
      const none: Call = { accessToken: null }
      const to = { header: 'Authorization: Bearer' }
      const path404 = say('en', 'error.not_found.path', { url: foyer.baseUrl })
      const methods = 'GET, HEAD, PATCH, DELETE, OPTIONS'
      const told: [status: number, method: string, at: string, call: Call, message: string][] = [
        [403, 'GET', '/user', { accessToken: own.access_token }, en[`${scope}.application`]],
        [
          403,
          'GET',
          '/user',
          { accessToken: writes },
          say('en', `${scope}.needed`, { scope: 'read:user' }),
        ],
        [401, 'GET', '/user', none, en['error.unauthorized']],
        [401, 'GET', `/user?access_token=${writes}`, none, say('en', `${token}.query`, to)],
        [
          401,
          'GET',
          '/user',
          { ...none, headers: { authorization: 'Basic YTpi' } },
          say('en', `${token}.scheme`, to),
        ],
        [
          401,
          'GET',
          '/user',
          { ...none, headers: { authorization: writes } },
          say('en', `${token}.scheme`, to),
        ],
        [404, 'GET', '/shoes/7', none, path404],
        [404, 'GET', `${foyer.authUrl}/v1/addresses`, none, path404],
        [404, 'GET', '/addresses/0', {}, en['error.not_found']],
        [405, 'PUT', path, none, say('en', 'error.method_not_allowed.allowed', { methods })],
        [
          415,
          'PATCH',
          path,
          { body: '', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
          en['error.unsupported_media_type.encoding'],
        ],
        [
          415,
          'PATCH',
          path,
          { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          en['error.unsupported_media_type'],
        ],
        [406, 'GET', path, { headers: { accept: 'text/html' } }, en['error.not_acceptable']],
      ]
      for (const [status, method, at, call, message] of told) {
        const body = await answer<ErrorBody>(user, status, method, at, call)
        assert.deepEqual([body.message, body.errors], [message, {}], `${method} ${at}`)
      }
    })

    test('an address in use names what bills to it', async () => {
      const owner = await foyer.newUser()
      const billingAddressId = idOf(await owner.addresses.create(london))
      const at = `/addresses/${billingAddressId}`
      await keepCard(foyer, owner.id, { billingAddressId, last4: '4444' })
      const message = async () => (await answer<ErrorBody>(owner, 403, 'DELETE', at)).message
      const billed = (methods: string) => say('en', 'error.invalid_delete.billed', { methods })
      assert.equal(await message(), billed('************4444'))
      await keepPayPal(foyer, owner.id, { billingAddressId, email: 'jane@example.com' })
      assert.equal(await message(), billed('************4444, j***@example.com'))
      for (const last4 of ['0005', '0006'])
        await keepCard(foyer, owner.id, { billingAddressId, last4 })
      assert.equal(
        await message(),
        billed('************4444, j***@example.com, ************0005, …'),
      )
    })

    test('a hundred addresses are the most: the next is limit_reached', async () => {
      const hoarder = await foyer.newUser()
      for (let count = 0; count < 100; count++) await hoarder.addresses.create(london)
      await refused(hoarder, 403, 'limit_reached', 'POST', '/addresses', { body: london })
    })
  })

  describe('a service in need', () => {
    let needy: Foyer & { stop(): Promise<void> }
    let db: FailingDatabase
    let client: TestUser
    before(async () => {
      db = new FailingDatabase(await database.open())
      needy = await startFoyer(db)
      client = await needy.newUser()
    })
    after(() => needy.stop())

    test('is 503 while its database is away, and says when to come back', async () => {
      await client.user.get()
      db.cause = new Unavailable(new Error('ECONNREFUSED 10.1.2.3'))
      for (const call of [{}, { accessToken: unknownToken }]) {
        const { status, headers, body } = await client.request<ErrorBody>('GET', '/user', call)
        assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
        assert.deepEqual(body, {
          code: 'service_unavailable',
          message: en['error.service_unavailable'],
          errors: {},
        })
      }
      db.cause = undefined
      await client.user.get()
    })
  })

  describe('tokens', () => {
    const challengeOf = async (authorization: string | undefined, at = '/user') => {
      const response = await fetch(foyer.baseUrl + at, {
        headers: authorization === undefined ? {} : { authorization },
      })
      const { code } = (await response.json()) as ErrorBody
      return [response.status, code, response.headers.get('www-authenticate')]
    }
    const none = [401, 'unauthorized', 'Bearer realm="foyer"']
    const invalid = [
      401,
      'invalid_token',
      'Bearer realm="foyer",error="invalid_token",error_description="The access token is not valid or has expired."',
    ]

    test('none is a bare challenge; another scheme, a query or a body counts as none', async () => {
      assert.deepEqual(await challengeOf(undefined), none)
      assert.deepEqual(await challengeOf(''), none)
      assert.deepEqual(await challengeOf('Basic YTpi'), none)
      assert.deepEqual(await challengeOf(`Token ${user.accessToken}`), none)
      assert.deepEqual(await challengeOf(user.accessToken), none)
      assert.deepEqual(await challengeOf(undefined, `/user?access_token=${user.accessToken}`), none)
    })

    test('a Bearer that is empty, malformed or unknown is invalid_token, to the letter', async () => {
      for (const token of [
        '',
        ' ',
        ' x',
        ` ${unknownToken}`,
        ` ${user.accessToken} x`,
        ` ${user.accessToken},`,
        ' "x"',
      ])
        assert.deepEqual(await challengeOf(`Bearer${token}`), invalid, token)
    })

    test('the challenge is English in every language, its description last and without quotes', async () => {
      for (const language of ['de', 'ja']) {
        const call = { accessToken: unknownToken, language }
        const challenge = await header(user, 'www-authenticate', '/user', call)
        assert.equal(challenge, invalid[2])
        assert.match(String(challenge), /^Bearer (\w+="[^"]*",)*error_description="[^",\\]+"$/)
      }
    })

    test('the scheme is read in any letter case', async () => {
      for (const scheme of ['bearer', 'BEARER', 'Bearer '])
        assert.equal(
          (
            await fetch(`${foyer.baseUrl}/user`, {
              headers: { authorization: `${scheme} ${user.accessToken}` },
            })
          ).status,
          200,
        )
    })

    test('without the scope that is needed are 403, and told which', async () => {
      const reads = await foyer.tokenFor(user.id, ['read:user'])
      const writes = await foyer.tokenFor(user.id, ['write:user'])
      const challenge = async (method: string, accessToken: string, body?: object) => {
        const answer = await user.request(method, '/user', { accessToken, body })
        return [answer.status, answer.headers.get('www-authenticate')]
      }
      assert.deepEqual(await challenge('PATCH', reads, {}), [
        403,
        'Bearer realm="foyer",error="insufficient_scope",scope="write:user"',
      ])
      assert.deepEqual(await challenge('GET', writes), [
        403,
        'Bearer realm="foyer",error="insufficient_scope",scope="read:user"',
      ])
    })

    test('that have expired are invalid_token', async () => {
      const client = await foyer.newUser()
      await client.user.get()
      foyer.clock.offset = 3601_000
      try {
        assert.deepEqual(await challengeOf(`Bearer ${client.accessToken}`), invalid)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('come with no-store', async () => {
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST' })
      assert.equal(response.headers.get('cache-control'), 'no-store')
    })
  })

  describe('languages', () => {
    const names: Readonly<Record<Language, string>> = {
      en: 'Germany',
      de: 'Deutschland',
      fr: 'Allemagne',
      es: 'Alemania',
      it: 'Germania',
      nl: 'Duitsland',
      pt: 'Alemanha',
      ja: 'ドイツ',
    }
    const said = new Map<string, Language>()

    for (const [language, name] of Object.entries(names) as [Language, string][])
      test(`${language}: names, titles, descriptions and messages`, async () => {
        const call: Call = { language }
        const { headers, body } = await user.request<{
          name: string
          _links: Record<string, { title: string }>
        }>('GET', '/countries/de', call)
        assert.equal(headers.get('content-language'), language)
        assert.equal(body.name, name)
        assert.equal(body._links.self?.title, say(language, 'link.self'))
        const card = await keepCard(foyer, user.id)
        const method = await user.paymentMethods.get(card, call)
        assert.equal(method.type_description, say(language, 'paymentmethod.type.CreditCard'))
        const refusal = await user.request<ErrorBody>('POST', '/addresses', { ...call, body: {} })
        assert.equal(refusal.body.message, say(language, 'error.validation_failed'))
        assert.deepEqual(refusal.body.errors.full_name, [say(language, 'rule.required')])
        assert.equal(said.get(refusal.body.message), undefined, 'said in another language already')
        said.set(refusal.body.message, language)
      })

    test('are chosen by quality, region and order; English where none fits', async () => {
      for (const [wanted, language] of [
        ['', 'en'],
        ['*', 'en'],
        ['zh', 'en'],
        ['de-AT', 'de'],
        ['pt-BR, pt;q=0.9', 'pt'],
        ['FR', 'fr'],
        ['xx, fr;q=0.5, de;q=0.8', 'de'],
        ['fr;q=0.8, de;q=0.8', 'fr'],
        ['de;q=0, fr;q=0.1', 'fr'],
        ['de;q=0', 'en'],
        ['en;q=0.1, ja', 'ja'],
        ['zh, *;q=0.5', 'en'],
        [';;;', 'en'],
        ['de;q=x', 'en'],
        ['../../etc/passwd', 'en'],
        ['__proto__', 'en'],
      ] as const) {
        const call = { headers: { 'accept-language': wanted } }
        assert.equal(await header(user, 'content-language', path, call), language, wanted)
      }
    })
  })

  describe('entity tags', () => {
    const tagAt = async (at: string, call?: Call): Promise<string> =>
      (await header(user, 'etag', at, call)) ?? assert.fail(`no tag at ${at}`)

    test('are strong, with a version before the hash, on resources and collections', async () => {
      for (const at of ['', '/addresses', path, '/user', '/paymentmethods', '/countries/gb'])
        assert.match(await tagAt(at), /^"\d+-[\w-]{27}"$/, at)
    })

    test('stay while the representation stays', async () => {
      assert.equal(await tagAt(path), await tagAt(`/${path}/`))
      assert.notEqual(await tagAt(path), await tagAt(path, { language: 'de' }))
      const reads = await foyer.tokenFor(user.id, ['read:user'])
      assert.notEqual(await tagAt(path), await tagAt(path, { accessToken: reads }))
    })

    test('that the client has make a read 304, without a body', async () => {
      for (const at of [path, '/addresses', '/user', '/countries/gb', '']) {
        const tag = await tagAt(at)
        for (const held of [tag, `W/${tag}`, `"0-x", ${tag}`, '*'])
          for (const method of ['GET', 'HEAD']) {
            const { status, headers, text } = await user.request(method, at, { ifNoneMatch: held })
            assert.deepEqual([status, text], [304, ''], `${method} ${at} ${held}`)
            assert.equal(headers.get('etag'), tag)
            assert.equal(headers.get('cache-control'), 'private, no-cache')
            assert.equal(headers.get('vary'), 'Authorization, Accept, Accept-Language')
            // RFC 9110, 8.6: no length, or the one that the 200 has.
            const length = headers.get('content-length')
            if (length !== null) assert.equal(length, await header(user, 'content-length', at))
          }
      }
    })

    test('are compared whole when reading', async () => {
      const tag = await tagAt(path)
      const [versionPart = ''] = tag.split('-')
      for (const held of [
        `${versionPart}-x"`,
        await tagAt(path, { language: 'fr' }),
        tag.slice(1, -1),
        '',
      ])
        await answer(user, 200, 'GET', path, { headers: { 'if-none-match': held } })
    })

    test('change with the resource, and with its place in a collection', async () => {
      const [single, all] = [await tagAt(path), await tagAt('/addresses')]
      await user.addresses.update(address, { address_3: 'Bell B' })
      assert.notEqual(await tagAt(path), single)
      assert.notEqual(await tagAt('/addresses'), all)
    })

    test('guard a write by their version, in any language and scope', async () => {
      const mine = await user.addresses.create(berlin)
      const at = `/addresses/${mine.id}`
      const stale = await tagAt(at)
      await answer(user, 200, 'PATCH', at, { body: { address_2: '1' }, ifMatch: stale })
      for (const ifMatch of [stale, '"0-x"', '"x"', `W/${await tagAt(at)}`, 'nonsense', ''])
        for (const [method, body] of [
          ['PATCH', {}],
          ['DELETE', undefined],
        ] as const)
          await refused(user, 412, 'precondition_failed', method, at, {
            body,
            headers: { 'if-match': ifMatch },
          })
      const german = await tagAt(at, { language: 'de' })
      for (const ifMatch of [german, `"0-x", ${german}`, '*', await tagAt(at)])
        await answer(user, 200, 'PATCH', at, { body: {}, ifMatch })
      await answer(user, 204, 'DELETE', at, { ifMatch: await tagAt(at) })
    })

    test('guard the user too', async () => {
      const stale = await tagAt('/user')
      const body = { email_optin: true }
      await answer(user, 200, 'PATCH', '/user', { body, ifMatch: stale })
      const call = { body: { email_optin: false }, ifMatch: stale }
      await refused(user, 412, 'precondition_failed', 'PATCH', '/user', call)
      assert.equal((await user.user.get()).email_optin, true)
    })

    test('come after 400, 403 and 404, and are never required', async () => {
      const ifMatch = '"99-x"'
      await refused(user, 400, 'validation_failed', 'PATCH', path, { body: { city: 7 }, ifMatch })
      await refused(user, 400, 'validation_failed', 'PATCH', '/user', { body: { x: 7 }, ifMatch })
      await refused(user, 403, 'forbidden', 'PATCH', '/addresses/0', { body: {}, ifMatch })
      await refused(user, 403, 'forbidden', 'DELETE', '/addresses/0', { ifMatch })
      await refused(user, 404, 'not_found', 'GET', '/addresses/0', { ifMatch })
      await answer(user, 200, 'PATCH', path, { body: {} })
    })
  })

  describe('headers', () => {
    test('resources are private, checked again each time, and vary', async () => {
      for (const at of ['', '/addresses', path, '/user', '/countries']) {
        const { headers } = await user.request('GET', at)
        assert.equal(headers.get('cache-control'), 'private, no-cache')
        assert.equal(headers.get('vary'), 'Authorization, Accept, Accept-Language')
      }
    })

    test('Api-Version is on every answer of a resource', async () => {
      for (const [method, at] of [
        ['GET', ''],
        ['GET', path],
        ['OPTIONS', path],
        ['PUT', path],
        ['GET', '/addresses/x'],
        ['GET', '/shoes'],
      ] as const)
        assert.equal((await user.request(method, at)).headers.get('api-version'), '2.249.0.0', at)
    })

    test('Request-Id is the request’s own where that is a UUID, else a new one', async () => {
      const given = '3F2504E0-4f89-41d3-9a0c-0305e82c3301'
      for (const at of [path, '/addresses/x', '/shoes']) {
        const call = { headers: { 'request-id': given } }
        assert.equal(await header(user, 'request-id', at, call), given)
      }
      const made = new Set<string | null>()
      for (const other of ['7', '', `${given}0`, `${given}, ${given}`, '{}']) {
        const id = await header(user, 'request-id', path, { headers: { 'request-id': other } })
        assert.match(String(id), uuid)
        made.add(id)
      }
      assert.equal(made.size, 5)
    })
  })

  describe('other origins', () => {
    const origin = 'https://shop.example'
    const exposed =
      'ETag, Location, Request-Id, Content-Language, Api-Version, Retry-After, WWW-Authenticate, Allow, Idempotency-Replayed'

    test('may read every answer, without credentials', async () => {
      for (const [at, call] of [
        [path, {}],
        ['/addresses/x', {}],
        ['/shoes', {}],
        [path, { accessToken: null }],
        [path, { headers: { accept: 'text/html' } }],
      ] as const) {
        const headers = { origin, ...('headers' in call ? call.headers : {}) }
        const answer = await user.request('GET', at, { ...call, headers })
        assert.equal(answer.headers.get('access-control-allow-origin'), '*', at)
        assert.equal(answer.headers.get('access-control-expose-headers'), exposed)
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      }
    })

    test('are told in advance what they may send', async () => {
      for (const [url, method] of [
        [`${foyer.baseUrl}${path}`, 'PATCH'],
        [`${foyer.baseUrl}//Addresses/`, 'POST'],
        [`${foyer.authUrl}/oauth2/token`, 'POST'],
      ] as const) {
        const { status, headers } = await fetch(url, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization, content-type',
          },
        })
        assert.equal(status, 204)
        assert.equal(headers.get('access-control-allow-origin'), '*')
        assert.ok(headers.get('access-control-allow-methods')?.split(', ').includes(method))
        const allowed = headers.get('access-control-allow-headers')?.split(', ') ?? []
        for (const name of ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key'])
          assert.ok(allowed.includes(name), name)
        assert.ok(!allowed.includes('*'))
      }
    })

    test('may read what the token endpoint answers', async () => {
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, {
        method: 'POST',
        headers: { origin },
      })
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('access-control-expose-headers'), exposed)
    })
  })
})

const behindProxy = { REQUIRE_HTTPS: 'true', TRUSTED_PROXIES: 'loopback' }

await onEveryDatabase(
  'HTTPS required, behind a trusted proxy',
  (foyer) => {
    const at = (proto: string | undefined, url = `${foyer.baseUrl}/countries/gb`) =>
      fetch(url, {
        redirect: 'manual',
        headers: proto === undefined ? {} : { 'x-forwarded-proto': proto },
      })

    test('what came over HTTPS is answered, and told to stay with it for a year', async () => {
      const response = await at('https')
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('strict-transport-security'), 'max-age=31536000')
    })

    test('what came over plain HTTP is 400 and never redirected', async () => {
      for (const proto of ['http', undefined]) {
        const response = await at(proto)
        assert.equal(response.status, 400)
        assert.equal(response.headers.get('location'), null)
        assert.equal(response.headers.get('strict-transport-security'), null)
        assert.deepEqual(await response.json(), {
          code: 'https_required',
          message: en['error.https_required'],
          errors: {},
        })
      }
    })

    test('so are unknown paths and the token endpoint', async () => {
      assert.equal((await at('http', `${foyer.baseUrl}/shoes`)).status, 400)
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST' })
      assert.equal(response.status, 400)
      assert.equal(((await response.json()) as { error: string }).error, 'invalid_request')
    })
  },
  behindProxy,
)

await onEveryDatabase(
  'HTTPS required, without a trusted proxy',
  (foyer) => {
    test('nobody’s word is taken for it', async () => {
      const response = await fetch(`${foyer.baseUrl}/countries/gb`, {
        headers: { 'x-forwarded-proto': 'https', forwarded: 'proto=https' },
      })
      assert.equal(response.status, 400)
    })
  },
  { REQUIRE_HTTPS: 'true' },
)
