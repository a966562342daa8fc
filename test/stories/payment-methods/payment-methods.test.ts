import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  etagOf,
  type PaymentMethod,
  type PaymentMethodGroups,
  type PaymentMethodPage,
  responseOf,
} from '@foyer/client'
import { london } from '../../support/addresses.ts'
import { at, endOfLastMonth } from '../../support/clock.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { keepCard, keepDefaults, keepPayPal } from '../../support/payment-methods.ts'

type Linked = { _links: object | null }

const idsOf = (page: PaymentMethodPage): (number | null)[] =>
  page._embedded?.items.map(({ id }) => id) ?? []

/** The URLs of the links between pages. Other tests check the links that write. */
const hrefsOf = ({ _links }: Linked): Record<string, string> =>
  Object.fromEntries(
    Object.entries(_links ?? {}).flatMap(([name, { href }]) =>
      name.includes(':') ? [] : [[name, href]],
    ),
  )

const relations = (of: Linked): string[] => Object.keys(of._links ?? {}).sort()

/** The groups of the list, as the service sends them. */
const groupsOf = (list: PaymentMethodGroups): PaymentMethodPage[] => list._embedded?.items ?? []

/** Reads the list with a query, and returns it as the service sends it. */
async function list(user: TestUser, query = ''): Promise<PaymentMethodGroups> {
  const { status, body } = await user.request<PaymentMethodGroups>('GET', `/paymentmethods${query}`)
  assert.equal(status, 200)
  return body
}

/** Reads the methods of one type, with a query. */
async function ofType(user: TestUser, type: string, query = ''): Promise<PaymentMethodPage> {
  const path = `/paymentmethods/types/${type}${query}`
  const { status, body } = await user.request<PaymentMethodPage>('GET', path)
  assert.equal(status, 200)
  return body
}

await onEveryDatabase('payment methods', (foyer) => {
  oneMethod(foyer)
  nestedList(foyer)
  filters(foyer)
  paging(foyer)
  typeList(foyer)
  expiry(foyer)
})

function oneMethod(foyer: Foyer): void {
  test('a card shows its brand, last four digits, expiry and holder, and nothing else', async () => {
    const user = await foyer.newUser()
    const id = await keepCard(foyer, user.id, { brand: 'mastercard', last4: '4444' })
    const link = (title: string, path = '') => ({
      href: `${foyer.baseUrl}/paymentmethods/${id}${path}`,
      title,
      templated: false,
    })
    assert.deepEqual(await user.paymentMethods.get(id), {
      id,
      details: '************4444',
      type: 'CreditCard',
      type_description: 'Credit or Debit Card',
      buyer_method: true,
      default_buyer_method: false,
      seller_method: false,
      default_seller_method: false,
      _links: {
        self: link('This resource'),
        'paymentmethod:delete': link('Delete this payment method'),
        'paymentmethod:updatecreditcard': link('Update this card', '/creditcard'),
        'paymentmethod:updatedefaults': link('Set or clear as default'),
      },
      _embedded: {
        type_details: {
          brand: 'mastercard',
          last4: '4444',
          expiry_month: 12,
          expiry_year: 2099,
          full_name: 'ADA LOVELACE',
          expired: false,
          wallet: null,
          networks: ['mastercard'],
        },
      },
    })
  })

  test('a PayPal account can buy and be paid, and its email is obfuscated everywhere', async () => {
    const user = await foyer.newUser()
    const id = await keepPayPal(foyer, user.id, { email: 'jane.doe@example.com' })
    const { _links, ...method } = await user.paymentMethods.get(id)
    assert.deepEqual(method, {
      id,
      details: 'j***@example.com',
      type: 'PayPal',
      type_description: 'PayPal',
      buyer_method: true,
      default_buyer_method: false,
      seller_method: true,
      default_seller_method: false,
      _embedded: {
        type_details: {
          email: 'j***@example.com',
          next_email: null,
          chosen: false,
          verified: false,
          usable_from: null,
        },
      },
    })
    assert.ok(!(await user.request('GET', '/paymentmethods')).text.includes('ane.doe'))
  })

  test('an obfuscated email shows only the first letter and the domain, however it is written', async () => {
    const user = await foyer.newUser()
    for (const [email, details] of [
      ['J@example.com', 'J***@example.com'],
      ['"odd@local"@Example.org', '"***@Example.org'],
      ['🎟tickets@example.com', '🎟***@example.com'],
    ] as const) {
      const id = await keepPayPal(foyer, user.id, { email })
      assert.equal((await user.paymentMethods.get(id)).details, details)
    }
  })

  test('the billing address is embedded in full, as it is by itself', async () => {
    const user = await foyer.newUser()
    const { id: billingAddressId } = await user.addresses.create(london)
    const card = await keepCard(foyer, user.id, { billingAddressId })
    const payPal = await keepPayPal(foyer, user.id, { billingAddressId })
    const address = await user.addresses.get(Number(billingAddressId))
    assert.ok(!('address:delete' in (address._links ?? {})))
    for (const id of [card, payPal]) {
      const method = await user.paymentMethods.get(id)
      assert.deepEqual(method._embedded?.billing_address, address)
    }
  })

  test('the type is described in the language of the request', async () => {
    const user = await foyer.newUser()
    const id = await keepCard(foyer, user.id)
    const english = await user.paymentMethods.get(id)
    const described = new Set([english.type_description])
    for (const language of ['de', 'fr', 'es', 'it', 'nl', 'pt', 'ja']) {
      const method = await user.paymentMethods.get(id, { language })
      assert.equal(responseOf(method).headers.get('content-language'), language)
      assert.equal(method.type, 'CreditCard')
      assert.notEqual(etagOf(method), etagOf(english))
      described.add(method.type_description)
    }
    assert.equal(described.size, 8)
    const other = await user.paymentMethods.get(id, { language: 'fi' })
    assert.equal(other.type_description, english.type_description)
  })

  test('links that write appear only if the change is possible and the token may write', async () => {
    const user = await foyer.newUser()
    const card = await keepCard(foyer, user.id)
    const expired = await keepCard(foyer, user.id, { expiryYear: 2001 })
    const payPal = await keepPayPal(foyer, user.id)
    const paging = ['first', 'last', 'self']
    const create = [
      'paymentmethod:createbankaccount',
      'paymentmethod:createcreditcard',
      'paymentmethod:createpaypal',
    ]
    const change = ['paymentmethod:delete', 'paymentmethod:updatecreditcard']
    const relationsOf = async (reader: TestUser) => {
      const all = await list(reader)
      const methods = groupsOf(all).flatMap((group) => group._embedded?.items ?? [])
      return {
        collections: [all, ...groupsOf(all)].map(relations),
        methods: new Map(methods.map((method) => [method.id, relations(method)])),
      }
    }
    assert.deepEqual(await relationsOf(user), {
      collections: Array(3).fill([...paging, ...create].sort()),
      methods: new Map([
        [card, [...change, 'paymentmethod:updatedefaults', 'self']],
        [expired, [...change, 'self']],
        [
          payPal,
          [
            'paymentmethod:delete',
            'paymentmethod:updatedefaults',
            'paymentmethod:updatepaypal',
            'self',
          ],
        ],
      ]),
    })
    const accessToken = await foyer.tokenFor(user.id, ['read:user'])
    const reader = { ...user, ...createClient({ baseUrl: foyer.baseUrl, accessToken }) }
    assert.deepEqual(await relationsOf(reader), {
      collections: Array(3).fill(paging),
      methods: new Map([card, expired, payPal].map((id) => [id, ['self']])),
    })
  })

  test('a method is read only by its own id, and an unknown id gets 404', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const foreign = await keepCard(foyer, other.id)
    for (const id of [foreign, '0', '-1', 'abc', '1.0', '2147483647', '2147483648', '%00']) {
      const answer = await user.request<{ code: string }>('GET', `/paymentmethods/${id}`)
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], String(id))
    }
    assert.equal((await other.paymentMethods.get(foreign)).id, foreign)
  })

  test('unchanged methods are not sent again, and HEAD returns the same headers', async () => {
    const user = await foyer.newUser()
    const id = await keepCard(foyer, user.id)
    for (const path of [
      '/paymentmethods',
      '/paymentmethods/types/creditcard',
      `/paymentmethods/${id}`,
    ]) {
      const read = await user.request('GET', path)
      const ifNoneMatch = read.headers.get('etag') ?? ''
      assert.match(ifNoneMatch, /^"\d+-[\w-]+"$/)
      const again = await user.request('GET', path, { ifNoneMatch })
      assert.deepEqual([again.status, again.text], [304, ''])
      const head = await user.request('HEAD', path)
      assert.deepEqual([head.status, head.text], [200, ''])
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        assert.equal(head.headers.get(name), read.headers.get(name), name)
    }
    await keepDefaults(foyer, user.id, { buyer: id })
    const before = await user.request('GET', `/paymentmethods/${id}`)
    const { id: billing } = await user.addresses.create(london)
    const other = await keepCard(foyer, user.id, { billingAddressId: billing })
    const tag = etagOf(await user.paymentMethods.get(other)) ?? ''
    await user.addresses.update(Number(billing), { city: 'Bath' })
    const changed = await user.request('GET', `/paymentmethods/${other}`, { ifNoneMatch: tag })
    assert.equal(changed.status, 200)
    const same = await user.request('GET', `/paymentmethods/${id}`)
    assert.equal(same.headers.get('etag'), before.headers.get('etag'))
  })
}

function nestedList(foyer: Foyer): void {
  test('the list is a collection of collections, one for each type that the user has', async () => {
    const user = await foyer.newUser()
    const payPal = await keepPayPal(foyer, user.id)
    const cards = [await keepCard(foyer, user.id), await keepCard(foyer, user.id)]
    const { _embedded, _links, ...outer } = await list(user)
    assert.deepEqual(outer, { total_items: 2, page: 1, page_size: 100 })
    const [ofCards, ofPayPal] = _embedded?.items ?? []
    assert.ok(ofCards && ofPayPal)
    for (const [group, ids, type] of [
      [ofCards, cards, 'creditcard'],
      [ofPayPal, [payPal], 'paypal'],
    ] as const) {
      const { total_items, page, page_size } = group
      assert.deepEqual([total_items, page, page_size], [ids.length, 1, 100])
      assert.deepEqual(idsOf(group), ids)
      const href = `${foyer.baseUrl}/paymentmethods/types/${type}?page=1&page_size=100`
      assert.deepEqual(hrefsOf(group), { self: href, first: href, last: href })
    }
    const href = `${foyer.baseUrl}/paymentmethods?page=1&page_size=100`
    assert.deepEqual(hrefsOf({ _links }), { self: href, first: href, last: href })
  })

  test('a user without payment methods has an empty list', async () => {
    const user = await foyer.newUser()
    const { _embedded, total_items, _links } = await list(user)
    assert.deepEqual(_embedded, { items: [] })
    assert.equal(total_items, 0)
    assert.equal(_links?.last?.href, _links?.first?.href)
  })

  test('within a type the default for purchases is first, then the default for sales, then the order is by id', async () => {
    const user = await foyer.newUser()
    const [a, b, c] = [
      await keepCard(foyer, user.id),
      await keepCard(foyer, user.id),
      await keepCard(foyer, user.id),
    ]
    const [x, y, z] = [
      await keepPayPal(foyer, user.id, { email: 'x@example.com' }),
      await keepPayPal(foyer, user.id, { email: 'y@example.com' }),
      await keepPayPal(foyer, user.id, { email: 'z@example.com' }),
    ]
    const order = async () => groupsOf(await list(user)).map(idsOf)
    assert.deepEqual(await order(), [
      [a, b, c],
      [x, y, z],
    ])
    await keepDefaults(foyer, user.id, { buyer: c, seller: z })
    assert.deepEqual(await order(), [
      [c, a, b],
      [z, x, y],
    ])
    await keepDefaults(foyer, user.id, { buyer: y })
    assert.deepEqual(await order(), [
      [a, b, c],
      [y, z, x],
    ])
    const methods = await user.paymentMethods.list().toArray()
    const buyers = methods.filter((method) => method.default_buyer_method).map(({ id }) => id)
    const sellers = methods.filter((method) => method.default_seller_method).map(({ id }) => id)
    assert.deepEqual([buyers, sellers], [[y], [z]])
  })

  test('the list contains no other user’s methods', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    await keepCard(foyer, other.id)
    const mine = await keepPayPal(foyer, user.id)
    assert.deepEqual(groupsOf(await list(user)).map(idsOf), [[mine]])
  })
}

function filters(foyer: Foyer): void {
  /** A user with a card, an expired card and a PayPal account. */
  async function newUserWithAll() {
    const user = await foyer.newUser()
    const card = await keepCard(foyer, user.id)
    const expired = await keepCard(foyer, user.id, { expiryYear: 2001 })
    const payPal = await keepPayPal(foyer, user.id)
    return { user, card, expired, payPal }
  }

  test('filters by role accept any letter case, and an empty one is ignored', async () => {
    const { user, card, expired, payPal } = await newUserWithAll()
    const all = [[card, expired], [payPal]]
    for (const [query, groups] of [
      ['?buyer_method=true', [[card], [payPal]]],
      ['?buyer_method=True', [[card], [payPal]]],
      ['?buyer_method=TRUE', [[card], [payPal]]],
      ['?buyer_method=false', [[expired]]],
      ['?buyer_method=False', [[expired]]],
      ['?seller_method=true', [[payPal]]],
      ['?seller_method=False', [[card, expired]]],
      ['?buyer_method=true&seller_method=false', [[card]]],
      ['?buyer_method=true&seller_method=true', [[payPal]]],
      ['?buyer_method=false&seller_method=true', []],
      ['?buyer_method=', all],
      ['?Buyer_Method=true&x=1', all],
      ['', all],
    ] as const) {
      const body = await list(user, query)
      assert.deepEqual(groupsOf(body).map(idsOf), groups, query)
      assert.equal(body.total_items, groups.length)
    }
  })

  test('links of both levels contain the filter in its normal form', async () => {
    const { user } = await newUserWithAll()
    const all = await list(user, '?seller_method=False&buyer_method=True&x=1')
    const query = 'buyer_method=true&seller_method=false&page=1&page_size=100'
    assert.equal(hrefsOf(all).self, `${foyer.baseUrl}/paymentmethods?${query}`)
    const [cards] = groupsOf(all)
    const href = `${foyer.baseUrl}/paymentmethods/types/creditcard?${query}`
    assert.equal(cards?._links?.self?.href, href)
    const followed = await user.request<PaymentMethodPage>('GET', href)
    assert.deepEqual(followed.body, cards)
  })

  test('a filter that is neither true nor false gets 400, by its name', async () => {
    const user = await foyer.newUser()
    for (const name of ['buyer_method', 'seller_method']) {
      for (const query of [
        `${name}=1`,
        `${name}=yes`,
        `${name}=null`,
        `${name}=true&${name}=true`,
      ]) {
        for (const path of ['/paymentmethods', '/paymentmethods/types/paypal']) {
          const answer = await user.request<{ code: string; errors: object }>(
            'GET',
            `${path}?${query}`,
          )
          assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], query)
          assert.deepEqual(Object.keys(answer.body.errors), [name])
        }
      }
    }
  })
}

function paging(foyer: Foyer): void {
  test('page_size limits both levels', async () => {
    const user = await foyer.newUser()
    const cards: number[] = []
    for (let count = 0; count < 3; count++) cards.push(await keepCard(foyer, user.id))
    const payPal = await keepPayPal(foyer, user.id)

    const first = await list(user, '?page_size=1')
    assert.deepEqual([first.total_items, first.page, first.page_size], [2, 1, 1])
    const outer = (page: number) => `${foyer.baseUrl}/paymentmethods?page=${page}&page_size=1`
    assert.deepEqual(hrefsOf(first), {
      self: outer(1),
      first: outer(1),
      last: outer(2),
      next: outer(2),
    })
    const [group, ...others] = groupsOf(first)
    assert.equal(others.length, 0)
    assert.ok(group)
    assert.deepEqual([group.total_items, group.page, group.page_size], [3, 1, 1])
    assert.deepEqual(idsOf(group), cards.slice(0, 1))
    const inner = (page: number) =>
      `${foyer.baseUrl}/paymentmethods/types/creditcard?page=${page}&page_size=1`
    assert.deepEqual(hrefsOf(group), {
      self: inner(1),
      first: inner(1),
      last: inner(3),
      next: inner(2),
    })

    const second = await list(user, '?page_size=1&page=2')
    assert.deepEqual(groupsOf(second).map(idsOf), [[payPal]])
    assert.equal(hrefsOf(second).prev, outer(1))
    const past = await list(user, '?page_size=1&page=9')
    assert.deepEqual(groupsOf(past), [])
    assert.equal(hrefsOf(past).prev, outer(2))
  })

  test('following all next links of both levels returns every method', async () => {
    const user = await foyer.newUser()
    const ids: number[] = []
    for (let count = 0; count < 5; count++) ids.push(await keepCard(foyer, user.id))
    for (let count = 0; count < 3; count++)
      ids.push(await keepPayPal(foyer, user.id, { email: `${count}@example.com` }))
    for (const pageSize of [1, 2, 3, 100]) {
      const seen = await user.paymentMethods.list({ pageSize }).toArray()
      assert.deepEqual(
        seen.map(({ id }) => id),
        ids,
      )
    }
    const pages: PaymentMethod[][] = []
    for await (const page of user.paymentMethods.ofType('CreditCard', { pageSize: 2 }).pages())
      pages.push(page._embedded?.items ?? [])
    assert.deepEqual(
      pages.map((items) => items.length),
      [2, 2, 1],
    )
  })

  test('a page_size above 1000 counts as 1000 on both levels, and below 1 gets 400', async () => {
    const user = await foyer.newUser()
    await keepCard(foyer, user.id)
    const all = await list(user, '?page_size=5000')
    assert.deepEqual([all.page_size, groupsOf(all)[0]?.page_size], [1000, 1000])
    for (const query of ['page=0', 'page_size=0', 'page=-1', 'page=x', 'page_size=1.5']) {
      for (const path of ['/paymentmethods', '/paymentmethods/types/creditcard'])
        assert.equal((await user.request('GET', `${path}?${query}`)).status, 400, query)
    }
  })
}

function typeList(foyer: Foyer): void {
  test('the list of one type is flat, in any letter case of the type', async () => {
    const user = await foyer.newUser()
    const card = await keepCard(foyer, user.id)
    const payPal = await keepPayPal(foyer, user.id)
    for (const [type, id, canonical] of [
      ['creditcard', card, 'creditcard'],
      ['CreditCard', card, 'creditcard'],
      ['CREDITCARD', card, 'creditcard'],
      ['PayPal', payPal, 'paypal'],
    ] as const) {
      const { _embedded, _links, ...numbers } = await ofType(user, type)
      assert.deepEqual(numbers, { total_items: 1, page: 1, page_size: 100 })
      assert.deepEqual(_embedded?.items, [await user.paymentMethods.get(id)])
      const self = `${foyer.baseUrl}/paymentmethods/types/${canonical}?page=1&page_size=100`
      assert.equal(_links?.self?.href, self)
    }
  })

  test('an unknown type gets 404, and a known type without methods gets an empty list', async () => {
    const user = await foyer.newUser()
    await keepCard(foyer, user.id)
    const empty = await ofType(user, 'paypal')
    assert.deepEqual([empty.total_items, idsOf(empty)], [0, []])
    for (const type of ['giropay', 'credit_card', 'credit%20card', '7', 'constructor', '%00']) {
      const answer = await user.request<{ code: string }>('GET', `/paymentmethods/types/${type}`)
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], type)
    }
  })

  test('the list of one type accepts the same filters and keeps them in its links', async () => {
    const user = await foyer.newUser()
    const cards: number[] = []
    for (let count = 0; count < 3; count++) cards.push(await keepCard(foyer, user.id))
    const expired = await keepCard(foyer, user.id, { expiryYear: 2001 })
    assert.deepEqual(idsOf(await ofType(user, 'creditcard')), [...cards, expired])
    assert.deepEqual(idsOf(await ofType(user, 'creditcard', '?buyer_method=False')), [expired])
    assert.deepEqual(idsOf(await ofType(user, 'creditcard', '?seller_method=true')), [])
    const second = await ofType(user, 'creditcard', '?buyer_method=True&page=2&page_size=1')
    assert.deepEqual(idsOf(second), cards.slice(1, 2))
    const at = (page: number) =>
      `${foyer.baseUrl}/paymentmethods/types/creditcard?buyer_method=true&page=${page}&page_size=1`
    assert.deepEqual(hrefsOf(second), {
      self: at(2),
      first: at(1),
      last: at(3),
      next: at(3),
      prev: at(1),
    })
  })
}

function expiry(foyer: Foyer): void {
  test('a card expires when its month has ended everywhere on earth', async () => {
    const user = await foyer.newUser()
    const { over, expiryMonth, expiryYear } = endOfLastMonth()
    const id = await keepCard(foyer, user.id, { expiryMonth, expiryYear })
    const read = () => user.paymentMethods.get(id)
    const before = await at(foyer, over - 1, read)
    const after = await at(foyer, over, read)
    for (const [method, expired] of [
      [before, false],
      [after, true],
    ] as const) {
      const details = method.type === 'CreditCard' ? method._embedded?.type_details : undefined
      assert.equal(details?.expired, expired)
      assert.equal(method.buyer_method, !expired)
      assert.equal(method.details, '************1111')
    }
    assert.notEqual(etagOf(before), etagOf(after))
  })

  test('a card of December expires at the end of the year', async () => {
    const user = await foyer.newUser()
    const year = new Date().getUTCFullYear() - 1
    const id = await keepCard(foyer, user.id, { expiryMonth: 12, expiryYear: year })
    const over = Date.UTC(year + 1, 0, 1, 12)
    // In the first hours of a year that time is in the future, and tokens would have expired by
    // then.
    if (Date.now() < over) return
    const read = async () => (await user.paymentMethods.get(id)).buyer_method
    assert.equal(await at(foyer, over - 1, read), true)
    assert.equal(await at(foyer, over, read), false)
  })

  test('an expired card is not shown as the default or first, and the stored default stays', async () => {
    const user = await foyer.newUser()
    const { over, expiryMonth, expiryYear } = endOfLastMonth()
    const other = await keepCard(foyer, user.id)
    const id = await keepCard(foyer, user.id, { expiryMonth, expiryYear })
    await keepDefaults(foyer, user.id, { buyer: id })
    const read = async () => ({
      method: await user.paymentMethods.get(id),
      ids: idsOf(await ofType(user, 'creditcard')),
      buyers: idsOf(await ofType(user, 'creditcard', '?buyer_method=true')),
    })
    const after = await read()
    assert.equal(after.method.default_buyer_method, false)
    assert.deepEqual(after.ids, [other, id])
    assert.deepEqual(after.buyers, [other])
    const before = await at(foyer, over - 1, read)
    assert.equal(before.method.default_buyer_method, true)
    assert.deepEqual(before.ids, [id, other])
    assert.deepEqual(before.buyers, [id, other])
  })
}
