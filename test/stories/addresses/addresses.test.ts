import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Address, type AddressPage, etagOf, responseOf } from '@foyer/client'
import { berlin, hongKong, london, newYork } from '../../support/addresses.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { keepCard, removePaymentMethod } from '../../support/payment-methods.ts'
import { callOutsideSoak, retryOutsideSoak } from '../../support/wire.ts'

/** The id of an address. Every address in a response has one. */
const idOf = ({ id }: Address): number => id ?? assert.fail('an address without an id')

/** A user’s addresses by id. The value says whether the address is the default. */
async function defaultsOf(user: TestUser): Promise<Record<number, boolean | null>> {
  const addresses = await user.addresses.list({ sort: 'id' }).toArray()
  return Object.fromEntries(addresses.map((address) => [idOf(address), address.default]))
}

/** Leaves room for one address. */
async function addNinetyNine({ addresses }: TestUser): Promise<void> {
  for (let count = 1; count < 100; count++) {
    const options = { idempotencyKey: randomUUID() }
    await callOutsideSoak(() => addresses.create(hongKong, options))
  }
}

const relations = (of: { _links: object | null }): string[] => Object.keys(of._links ?? {}).sort()

await onEveryDatabase('addresses', (foyer) => {
  test('a created address is returned with 201, its Location and all its fields', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const response = responseOf(address)
    const href = `${foyer.baseUrl}/addresses/${address.id}`
    const country = `${foyer.baseUrl}/countries/gb`
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('location'), href)
    assert.deepEqual(address, {
      id: address.id,
      full_name: 'Ada Lovelace',
      default: true,
      address_1: '12 St James’s Square',
      address_2: null,
      address_3: null,
      city: 'London',
      state_province: null,
      postal_code: 'SW1Y 4LB',
      _links: {
        self: { href, title: 'This resource', templated: false },
        'address:carrier': {
          href: `${href}/carrier`,
          title: 'Carrier that picks up from this address',
          templated: false,
        },
        'address:delete': { href, title: 'Delete this address', templated: false },
        'address:update': { href, title: 'Change this address', templated: false },
      },
      _embedded: {
        country: {
          code: 'GB',
          name: 'United Kingdom',
          _links: {
            self: { href: country, title: 'This resource', templated: false },
            'country:events': {
              href: `${country}/events`,
              title: 'Events in this country',
              templated: false,
            },
            'country:localwebpage': {
              href: `${country}/localwebpage`,
              title: 'Website for this country',
              templated: false,
            },
          },
        },
      },
    })
    assert.deepEqual(await user.addresses.get(address), address)
  })

  test('a country code may be in any letter case, and no response contains it', async () => {
    const user = await foyer.newUser()
    for (const country_code of ['gb', 'Gb', 'GB']) {
      const address = await user.addresses.create({ ...london, country_code })
      assert.equal(address._embedded?.country?.code, 'GB')
      assert.ok(!('country_code' in address))
      const patched = await user.addresses.update(address, { country_code })
      assert.equal(etagOf(patched), etagOf(await user.addresses.get(address)))
    }
  })

  test('the country name is in the language of the request', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london, { language: 'de' })
    assert.equal(address._embedded?.country?.name, 'Vereinigtes Königreich')
    assert.equal(responseOf(address).headers.get('content-language'), 'de')
  })

  test('ids are unique across users, and int32', async () => {
    const users = await Promise.all([foyer.newUser(), foyer.newUser()])
    const ids: number[] = []
    for (let round = 0; round < 5; round++)
      for (const user of users) ids.push(idOf(await user.addresses.create(hongKong)))
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.ok(Number.isInteger(id) && id > 0 && id < 2 ** 31)
  })

  test('a read-only token gets no links to write', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const accessToken = await foyer.tokenFor(user.id, ['read:user'])
    const one = await user.request<Address>('GET', `/addresses/${address.id}`, { accessToken })
    assert.deepEqual(relations(one.body), ['address:carrier', 'self'])
    const all = await user.request<AddressPage>('GET', '/addresses', { accessToken })
    assert.deepEqual(relations(all.body), ['first', 'last', 'self'])
  })

  defaults(foyer)
  deletion(foyer)
  unknownIds(foyer)
  versions(foyer)

  test('a user may have 100 addresses, and address:create is missing while there is no room', async () => {
    const user = await foyer.newUser()
    await addNinetyNine(user)
    const before = await user.addresses.list().page()
    assert.equal(before.total_items, 99)
    assert.equal(before._links?.['address:create']?.href, `${foyer.baseUrl}/addresses`)

    const last = await user.addresses.create(hongKong)
    const full = await user.addresses.list().page()
    assert.equal(full.total_items, 100)
    assert.ok(!('address:create' in (full._links ?? {})))
    await assert.rejects(user.addresses.create(hongKong), {
      status: 403,
      code: 'limit_reached',
      errors: {},
    })

    await user.addresses.delete(last)
    assert.ok((await user.addresses.list().page())._links?.['address:create'])
    await user.addresses.create(hongKong)
  })

  test('of two concurrent requests for the hundredth address one is refused', async () => {
    const user = await foyer.newUser()
    await addNinetyNine(user)
    const create = () => user.request('POST', '/addresses', { body: hongKong })
    const both = [1, 2].map(() => retryOutsideSoak(create))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 403])
  })
})

function defaults(foyer: Foyer): void {
  test('the first address is the default, whatever the request says', async () => {
    for (const asked of [{}, { default: true }, { default: false }, { default: null }]) {
      const user = await foyer.newUser()
      assert.equal((await user.addresses.create({ ...london, ...asked })).default, true)
    }
  })

  test('another address becomes the default only if the request says so', async () => {
    const user = await foyer.newUser()
    const first = idOf(await user.addresses.create(london))
    for (const asked of [{}, { default: false }, { default: null }])
      assert.equal((await user.addresses.create({ ...berlin, ...asked })).default, false)
    assert.equal((await user.addresses.get(first)).default, true)

    const taken = await user.addresses.create({ ...newYork, default: true })
    assert.equal(taken.default, true)
    assert.equal((await user.addresses.get(first)).default, false)
  })

  test('default: true in a PATCH moves the default, and a repeat changes nothing', async () => {
    const user = await foyer.newUser()
    const first = idOf(await user.addresses.create(london))
    const second = idOf(await user.addresses.create(berlin))
    const moved = await user.addresses.update(second, { default: true })
    assert.equal(moved.default, true)
    assert.deepEqual(await defaultsOf(user), { [first]: false, [second]: true })
    assert.equal(etagOf(await user.addresses.update(second, { default: true })), etagOf(moved))
  })

  test('default: false is refused for the default address and changes nothing for another', async () => {
    const user = await foyer.newUser()
    const first = await user.addresses.create(london)
    const second = await user.addresses.create(berlin)
    await assert.rejects(user.addresses.update(first, { default: false }), {
      status: 400,
      code: 'validation_failed',
      errors: {
        default: [
          'One address must always be the default. Make another address the default instead.',
        ],
      },
    })
    const same = await user.addresses.update(second, { default: false })
    assert.equal(etagOf(same), etagOf(second))
    assert.deepEqual(await defaultsOf(user), { [idOf(first)]: true, [idOf(second)]: false })
  })

  test('default: null counts as absent', async () => {
    const user = await foyer.newUser()
    const first = await user.addresses.create(london)
    const second = await user.addresses.create(berlin)
    for (const address of [first, second]) {
      const now = etagOf(await user.addresses.get(address))
      assert.equal(etagOf(await user.addresses.update(address, { default: null })), now)
    }
  })

  test('when the default is deleted, the address with the lowest id becomes the default', async () => {
    const user = await foyer.newUser()
    const [a, b, c] = [
      idOf(await user.addresses.create(london)),
      idOf(await user.addresses.create(berlin)),
      idOf(await user.addresses.create({ ...newYork, default: true })),
    ]
    await user.addresses.delete(c)
    assert.deepEqual(await defaultsOf(user), { [a]: true, [b]: false })
    await user.addresses.delete(a)
    assert.deepEqual(await defaultsOf(user), { [b]: true })
    await user.addresses.delete(b)
    assert.deepEqual(await defaultsOf(user), {})
    const again = await user.addresses.create({ ...london, default: false })
    assert.equal(again.default, true)
  })

  test('deleting another address keeps the default', async () => {
    const user = await foyer.newUser()
    const first = await user.addresses.create(london)
    const second = await user.addresses.create({ ...berlin, default: true })
    await user.addresses.delete(first)
    assert.deepEqual(await defaultsOf(user), { [idOf(second)]: true })
  })

  test('a refused PATCH does not move the default', async () => {
    const user = await foyer.newUser()
    const first = await user.addresses.create(london)
    const second = await user.addresses.create(berlin)
    await assert.rejects(user.addresses.update(second, { default: true, city: null }), {
      status: 400,
    })
    assert.deepEqual(await defaultsOf(user), { [idOf(first)]: true, [idOf(second)]: false })
  })
}

function deletion(foyer: Foyer): void {
  test('a deleted address is gone, and deleting it again returns 204', async () => {
    const user = await foyer.newUser()
    const kept = await user.addresses.create(berlin)
    const { id } = await user.addresses.create(london)
    for (let time = 0; time < 3; time++) {
      const answer = await user.request('DELETE', `/addresses/${id}`)
      assert.equal(answer.status, 204)
      assert.equal(answer.text, '')
    }
    await assert.rejects(user.addresses.get(Number(id)), { status: 404, code: 'not_found' })
    await assert.rejects(user.addresses.update(Number(id), {}), { status: 403, code: 'forbidden' })
    assert.deepEqual(await defaultsOf(user), { [idOf(kept)]: true })
  })

  test('the billing address of a payment method cannot be deleted, and has no delete link', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const card = await keepCard(foyer, user.id, { billingAddressId: idOf(address) })

    const billed = await user.addresses.get(address)
    assert.deepEqual(relations(billed), ['address:carrier', 'address:update', 'self'])
    assert.notEqual(etagOf(billed), etagOf(address))
    const [listed] = await user.addresses.list().toArray()
    assert.deepEqual(listed, billed)
    const patched = await user.addresses.update(billed, { address_2: 'Second floor' })
    assert.ok(!('address:delete' in (patched._links ?? {})))
    await assert.rejects(user.addresses.delete(address), {
      status: 403,
      code: 'invalid_delete',
      errors: {},
    })

    await removePaymentMethod(foyer, user.id, card)
    const free = await user.addresses.get(address)
    assert.ok(free._links?.['address:delete'])
    await user.addresses.delete(free)
  })
}

/** Ids that no address has: unused ones, ones outside int32, and ones that are not numbers. */
const strangeIds = [
  '2147483647',
  '0',
  '-1',
  '007',
  '1.0',
  '1e3',
  'abc',
  '2147483648',
  '9'.repeat(3000),
  '%00',
  '%F0%9F%8F%A0',
  "1'%20or%20'1'='1",
]

function unknownIds(foyer: Foyer): void {
  test('an unknown id and another user’s id get 404 from GET, and 403 from PATCH and DELETE', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const foreign = idOf(await other.addresses.create(london))
    for (const id of [...strangeIds, String(foreign)]) {
      const path = `/addresses/${id}`
      for (const [method, at, status, code] of [
        ['GET', path, 404, 'not_found'],
        ['GET', `${path}/carrier`, 404, 'not_found'],
        ['PATCH', path, 403, 'forbidden'],
        ['DELETE', path, 403, 'forbidden'],
      ] as const) {
        const body = method === 'PATCH' ? { city: 'Bath' } : undefined
        const answer = await user.request<{ code: string }>(method, at, { body })
        assert.deepEqual([answer.status, answer.body.code], [status, code], `${method} ${at}`)
      }
    }
    assert.equal((await other.addresses.get(foreign)).city, 'London')
  })

  test('a PATCH of an unknown address is refused before its body is checked', async () => {
    const user = await foyer.newUser()
    const answer = await user.request('PATCH', '/addresses/2147483647', {
      body: { city: 7, nonsense: true },
      ifMatch: '"7-x"',
    })
    assert.equal(answer.status, 403)
  })

  test('another user’s deleted address looks like an unknown one', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const { id } = await other.addresses.create(london)
    await other.addresses.delete(Number(id))
    await assert.rejects(user.addresses.delete(Number(id)), { status: 403, code: 'forbidden' })
  })
}

function versions(foyer: Foyer): void {
  test('moving the default changes the versions of both addresses', async () => {
    const user = await foyer.newUser()
    const first = await user.addresses.create(london)
    const second = await user.addresses.create(berlin)
    const third = await user.addresses.create(newYork)
    const stale = { ifMatch: etagOf(second) }
    await user.addresses.update(second, { default: true })
    for (const [address, changes] of [
      [first, { ifMatch: etagOf(first) }],
      [second, stale],
    ] as const) {
      const change = user.addresses.update(address, { city: 'Bath' }, changes)
      await assert.rejects(change, { status: 412, code: 'precondition_failed', errors: {} })
    }
    await user.addresses.update(third, { city: 'Albany' }, { ifMatch: etagOf(third) })
  })

  test('creating a new default, and deleting the default, change the versions of other addresses', async () => {
    const user = await foyer.newUser()
    const first = await user.addresses.create(london)
    const second = await user.addresses.create({ ...berlin, default: true })
    await assert.rejects(user.addresses.delete(first, { ifMatch: etagOf(first) }), { status: 412 })
    const loser = await user.addresses.get(first)
    await user.addresses.delete(second)
    await assert.rejects(user.addresses.delete(loser, { ifMatch: etagOf(loser) }), { status: 412 })
    const heir = await user.addresses.get(first)
    assert.equal(heir.default, true)
    await user.addresses.delete(heir, { ifMatch: etagOf(heir) })
  })

  test('an entity tag read in one language and scope is valid in another', async () => {
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    const accessToken = await foyer.tokenFor(user.id, ['read:user'])
    const read = await user.request('GET', `/addresses/${id}`, { accessToken, language: 'ja' })
    const ifMatch = read.headers.get('etag') ?? ''
    const change = { body: { city: 'Bath' }, ifMatch }
    assert.equal((await user.request('PATCH', `/addresses/${id}`, change)).status, 200)
    assert.equal((await user.request('PATCH', `/addresses/${id}`, change)).status, 412)
  })

  test('If-Match accepts a list and *, and no weak or malformed tag', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const tag = etagOf(address) ?? ''
    for (const ifMatch of [`"9-other", ${tag}`, '*'])
      await user.addresses.update(address, { city: 'London' }, { ifMatch })
    for (const [ifMatch, status] of [
      [`W/${tag}`, 400],
      ['"9-other"', 412],
      ['nonsense', 400],
    ] as const)
      await assert.rejects(user.addresses.update(address, { city: 'Bath' }, { ifMatch }), {
        status,
      })
    assert.equal((await user.addresses.get(address)).city, 'London')
  })

  test('an error in the body is reported before an outdated version', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const ifMatch = '"9-other"'
    await assert.rejects(user.addresses.update(address, { city: null }, { ifMatch }), {
      status: 400,
    })
    await keepCard(foyer, user.id, { billingAddressId: idOf(address) })
    await assert.rejects(user.addresses.delete(address, { ifMatch }), { code: 'invalid_delete' })
  })

  test('unchanged addresses are not sent again, neither one nor the list', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    for (const path of ['/addresses', `/addresses/${address.id}`]) {
      const read = await user.request('GET', path)
      const ifNoneMatch = read.headers.get('etag') ?? ''
      assert.match(ifNoneMatch, /^"\d+-[\w-]+"$/)
      const again = await user.request('GET', path, { ifNoneMatch })
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.equal(again.headers.get('etag'), ifNoneMatch)
      const german = await user.request('GET', path, { ifNoneMatch, language: 'de' })
      assert.equal(german.status, 200)
      await user.addresses.update(address, { city: `${path} Bath` })
      assert.equal((await user.request('GET', path, { ifNoneMatch })).status, 200)
      const head = await user.request('HEAD', path)
      assert.deepEqual([head.status, head.text], [200, ''])
      const now = await user.request('GET', path)
      assert.equal(head.headers.get('etag'), now.headers.get('etag'))
      assert.equal(head.headers.get('content-length'), now.headers.get('content-length'))
    }
  })
}
