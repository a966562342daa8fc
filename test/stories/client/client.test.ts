import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  type AddressInput,
  createClient,
  etagOf,
  type Foyer,
  FoyerError,
  responseOf,
} from '@foyer/client'
import { clientCredentials, requestToken } from '@foyer/client/oauth'

/** A request as the server received it. */
interface Seen {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

type Reply = (seen: Seen, response: ServerResponse) => void

const hal = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/hal+json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}

const link = (href: string) => ({ href, title: 'A title', templated: false })

/**
 * A server that follows the contract as far as a client can see. The newest matching reply wins.
 */
const routes: [method: string, path: RegExp, reply: Reply][] = []
let seen: Seen[] = []
let server: Server
let origin: string
let base: string
let foyer: Foyer

const on = (method: string, path: RegExp, reply: Reply): void => {
  routes.unshift([method, path, reply])
}

const last = (): Seen => {
  const request = seen.at(-1)
  assert.ok(request)
  return request
}

before(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', origin)
    const heard = { method, url, headers, body: Buffer.concat(chunks).toString() }
    seen.push(heard)
    const route = routes.find(([verb, path]) => verb === method && path.test(url.pathname))
    if (route) route[2](heard, response)
    else hal(response, { code: 'not_found', message: 'There is no such thing.', errors: {} }, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  base = `${origin}/v2`
})

after(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  seen = []
  routes.length = 0
  // With a `fetch` of its own, it does not share the root with the client of another test.
  const own: typeof fetch = (input, init) => fetch(input, init)
  foyer = createClient({ baseUrl: base, accessToken: 'secret', retries: 0, fetch: own })
  on('GET', /^\/v2$/, (_, response) =>
    hal(response, {
      _links: {
        self: link(base),
        user: link(`${base}/user`),
        addresses: link(`${base}/addresses`),
        paymentmethods: link(`${base}/paymentmethods`),
        countries: link(`${base}/countries`),
      },
    }),
  )
})

const london: AddressInput = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country_code: 'GB',
}

const addressOf = (id: number, input: AddressInput = london) => ({
  id,
  full_name: input.full_name ?? null,
  default: true,
  address_1: input.address_1 ?? null,
  address_2: null,
  address_3: null,
  city: input.city ?? null,
  state_province: null,
  postal_code: input.postal_code ?? null,
  _links: {
    self: link(`${base}/addresses/${id}`),
    'address:update': link(`${base}/addresses/${id}`),
    'address:carrier': link(`${base}/addresses/${id}/carrier`),
  },
  _embedded: {
    country: {
      code: 'GB',
      name: 'United Kingdom',
      _links: { self: link(`${base}/countries/gb`) },
    },
  },
})

/** One page of `all`, with the links that the contract requires. */
function pageOf<T>(url: URL, all: readonly T[], usualSize = 100) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const size = Number(url.searchParams.get('page_size') ?? usualSize)
  const final = Math.max(1, Math.ceil(all.length / size))
  const at = (wanted: number) => {
    const href = new URL(url)
    href.searchParams.set('page', String(wanted))
    href.searchParams.set('page_size', String(size))
    return link(href.href)
  }
  return {
    total_items: all.length,
    page,
    page_size: size,
    _links: {
      self: at(page),
      first: at(1),
      last: at(final),
      ...(page < final && { next: at(page + 1) }),
      ...(page > 1 && { prev: at(page - 1) }),
    },
    _embedded: { items: all.slice((page - 1) * size, page * size) },
  }
}

describe('discovery', () => {
  test('concurrent calls fetch the root once', async () => {
    on('GET', /addresses\/\d+$/, (_, response) => hal(response, addressOf(7)))
    await Promise.all([foyer.addresses.get(7), foyer.addresses.get(7), foyer.root()])
    assert.equal(seen.filter(({ url }) => url.pathname === '/v2').length, 1)
  })

  test('a root that failed is fetched again', async () => {
    const asked = foyer.root
    on('GET', /^\/v2$/, (_, response) => hal(response, { code: 'service_unavailable' }, 503))
    await assert.rejects(asked(), { status: 503 })
    routes.shift()
    assert.equal((await asked())._links.self?.href, base)
  })

  test('URLs come from the root’s links', async () => {
    on('GET', /^\/v2$/, (_, response) =>
      hal(response, { _links: { addresses: link(`${base}/elsewhere`) } }),
    )
    on('GET', /elsewhere\/7$/, (_, response) => hal(response, addressOf(7)))
    assert.equal((await foyer.addresses.get(7)).id, 7)
  })

  test('the error names a relation that the root lacks', async () => {
    on('GET', /^\/v2$/, (_, response) => hal(response, { _links: {} }))
    await assert.rejects(foyer.user.get(), { name: 'TypeError', message: /"user"/ })
  })

  test('a base URL may end with slashes', async () => {
    const other = createClient({ baseUrl: `${base}//` })
    assert.equal((await other.root())._links.self?.href, base)
  })
})

describe('addresses', () => {
  test('create sends JSON and returns the resource', async () => {
    on('POST', /addresses$/, ({ body }, response) =>
      hal(response, addressOf(7, JSON.parse(body)), 201, { location: `${base}/addresses/7` }),
    )
    const mine = await foyer.addresses.create(london, { idempotencyKey: 'once' })
    assert.equal(mine.city, 'London')
    assert.equal(mine._embedded?.country?.name, 'United Kingdom')
    assert.equal(responseOf(mine).status, 201)
    assert.equal(responseOf(mine).headers.get('location'), `${base}/addresses/7`)
    assert.deepEqual(JSON.parse(last().body), london)
    assert.equal(last().headers['content-type'], 'application/json')
    assert.equal(last().headers['idempotency-key'], 'once')
    assert.equal(last().headers.authorization, 'Bearer secret')
    assert.equal(last().headers.accept, 'application/hal+json')
  })

  test('update accepts a resource and follows its link', async () => {
    on('GET', /addresses\/7$/, (_, response) => {
      const address = addressOf(7)
      address._links['address:update'] = link(`${base}/addresses/7/revised`)
      hal(response, address, 200, { etag: '"3-abc"' })
    })
    on('PATCH', /addresses\/7\/revised$/, ({ body }, response) =>
      hal(response, addressOf(7, { ...london, ...JSON.parse(body) })),
    )
    const mine = await foyer.addresses.get(7)
    const moved = await foyer.addresses.update(mine, { city: 'Bath' }, { ifMatch: etagOf(mine) })
    assert.equal(moved.city, 'Bath')
    assert.deepEqual(JSON.parse(last().body), { city: 'Bath' })
    assert.equal(last().headers['if-match'], '"3-abc"')
  })

  test('update accepts an id', async () => {
    on('PATCH', /addresses\/7$/, (_, response) => hal(response, addressOf(7)))
    await foyer.addresses.update(7, { address_2: null })
    assert.deepEqual(JSON.parse(last().body), { address_2: null })
  })

  test('update accepts a function that changes the resource in place, and sends the changes', async () => {
    on('GET', /addresses\/7$/, (_, response) => hal(response, addressOf(7), 200, { etag: '"3-a"' }))
    on('PATCH', /addresses\/7$/, (_, response) => hal(response, addressOf(7)))
    await foyer.addresses.update(7, (address) => Object.assign(address, { city: 'Bath' }))
    assert.deepEqual(JSON.parse(last().body), { city: 'Bath' })
  })

  test('a response hook that throws rejects the request, which is not sent again', async () => {
    on('POST', /addresses$/, (_, response) => hal(response, addressOf(7), 201))
    const hooks = {
      response() {
        throw new RangeError('The hook failed.')
      },
    }
    const hooked = createClient({ baseUrl: base, accessToken: 't', hooks })
    const sent = seen.length
    await assert.rejects(hooked.addresses.create(london), RangeError)
    assert.equal(seen.length, sent + 1)
  })

  test('delete returns undefined, and without the link the service says why', async () => {
    const refusal = { code: 'invalid_delete', message: 'A card bills to it.', errors: {} }
    on('DELETE', /addresses\/7$/, (_, response) => hal(response, refusal, 403))
    on('DELETE', /addresses\/8$/, (_, response) => response.writeHead(204).end())
    assert.equal(await foyer.addresses.delete(8), undefined)
    await assert.rejects(foyer.addresses.delete(addressOf(7)), {
      status: 403,
      code: 'invalid_delete',
      message: 'A card bills to it.',
    })
  })

  test('carrier accepts a resource or an id', async () => {
    on('GET', /addresses\/7\/carrier$/, (_, response) =>
      hal(response, { id: 1, name: 'Post', pickup_windows: [], _links: null }),
    )
    assert.equal((await foyer.addresses.carrier(7)).name, 'Post')
    assert.equal((await foyer.addresses.carrier(addressOf(7))).name, 'Post')
  })

  test('a null id is refused before any request', async () => {
    await assert.rejects(foyer.addresses.get(null), { name: 'TypeError' })
  })
})

describe('collections', () => {
  const five = [1, 2, 3, 4, 5]

  beforeEach(() => {
    on('GET', /addresses$/, ({ url }, response) =>
      hal(
        response,
        pageOf(
          url,
          five.map((id) => addressOf(id)),
        ),
        200,
        { etag: '"0-x"' },
      ),
    )
  })

  test('iteration follows the next links and keeps the query', async () => {
    const ids: (number | null)[] = []
    for await (const { id } of foyer.addresses.list({ sort: '-city', pageSize: 2 })) ids.push(id)
    assert.deepEqual(ids, five)
    const pages = seen.filter(({ url }) => url.pathname === '/v2/addresses')
    assert.deepEqual(
      pages.map(({ url }) => url.search),
      [
        '?sort=-city&page_size=2',
        '?sort=-city&page_size=2&page=2',
        '?sort=-city&page_size=2&page=3',
      ],
    )
  })

  test('later pages are fetched only when they are needed', async () => {
    for await (const address of foyer.addresses.list({ pageSize: 2 })) {
      if (address.id === 2) break
    }
    assert.equal(seen.filter(({ url }) => url.pathname === '/v2/addresses').length, 1)
  })

  test('a page is returned as the service sent it', async () => {
    const page = await foyer.addresses.list().page({ page: 2, pageSize: 2 })
    assert.equal(page.total_items, 5)
    assert.equal(page.page, 2)
    assert.deepEqual(
      page._embedded?.items.map(({ id }) => id),
      [3, 4],
    )
    assert.ok(page._links?.prev)
    assert.equal(etagOf(page), '"0-x"')
  })

  test('a list can be read by pages or as an array', async () => {
    const all = foyer.addresses.list({ pageSize: 3 })
    const sizes: (number | undefined)[] = []
    for await (const page of all.pages()) sizes.push(page._embedded?.items.length)
    assert.deepEqual(sizes, [3, 2])
    assert.equal((await all.toArray()).length, 5)
  })

  test('several sort fields go into one parameter', async () => {
    await foyer.addresses.list({ sort: ['-default', 'id'] }).page()
    assert.equal(last().url.search, '?sort=-default%2Cid')
  })

  test('an item of a list has no response, so etagOf throws', async () => {
    const [first] = await foyer.addresses.list().toArray()
    assert.ok(first)
    assert.throws(() => etagOf(first), TypeError)
  })
})

describe('payment methods', () => {
  const methods = (type: string, ids: number[]) =>
    ids.map((id) => ({ id, type, _links: { self: link(`${base}/paymentmethods/${id}`) } }))
  const cards = () => methods('CreditCard', [1, 2, 3])
  const accounts = () => methods('PayPal', [4])

  beforeEach(() => {
    on('GET', /types\/creditcard$/i, ({ url }, response) => hal(response, pageOf(url, cards())))
    on('GET', /paymentmethods$/, ({ url }, response) => {
      const type = (name: string, all: unknown[]) => {
        const at = new URL(`${base}/paymentmethods/types/${name}${url.search}`)
        at.searchParams.delete('page')
        return pageOf(at, all)
      }
      hal(response, pageOf(url, [type('creditcard', cards()), type('paypal', accounts())]))
    })
    on('GET', /paymentmethods\/4$/, (_, response) => hal(response, accounts()[0]))
  })

  test('iteration goes through the groups, and through the pages of each', async () => {
    const ids: (number | null)[] = []
    const mine = foyer.paymentMethods.list({ buyerMethod: true, pageSize: 1 })
    for await (const { id } of mine) ids.push(id)
    assert.deepEqual(ids, [1, 2, 3, 4])
    assert.ok(seen.slice(1).every(({ url }) => url.searchParams.get('buyer_method') === 'true'))
  })

  test('a page of all payment methods is a collection of collections', async () => {
    const groups = await foyer.paymentMethods.list().page()
    const [first] = groups._embedded?.items ?? []
    assert.equal(groups.total_items, 2)
    assert.equal(first?._embedded?.items[0]?.type, 'CreditCard')
  })

  test('one type can be listed, and one payment method read', async () => {
    const ids = (await foyer.paymentMethods.ofType('CreditCard').toArray()).map(({ id }) => id)
    assert.deepEqual(ids, [1, 2, 3])
    const account = await foyer.paymentMethods.get(4)
    assert.equal((await foyer.paymentMethods.get(account)).type, 'PayPal')
  })

  const details = { full_name: 'Ada Lovelace', expiry_month: 12, expiry_year: 2030 }
  /** The last request: its method, path and body. */
  const sent = () => {
    const { method, url, body } = last()
    return [`${method} ${url.pathname}`, body === '' ? undefined : JSON.parse(body)]
  }

  test('a card and an account are created below the collection', async () => {
    const card = { ...details, card_number: '4111 1111 1111 1111' }
    on('POST', /paymentmethods\/creditcard$/, (_, response) => hal(response, cards()[0], 201))
    on('POST', /paymentmethods\/paypal$/, (_, response) => hal(response, accounts()[0], 200))
    const created = await foyer.paymentMethods.createCreditCard(card, { idempotencyKey: 'once' })
    assert.deepEqual([created.id, responseOf(created).status], [1, 201])
    assert.deepEqual(sent(), ['POST /v2/paymentmethods/creditcard', card])
    assert.equal(last().headers['idempotency-key'], 'once')
    const known = await foyer.paymentMethods.createPayPal({ email: 'ada@example.com' })
    assert.deepEqual([known.id, responseOf(known).status], [4, 200])
    assert.deepEqual(sent(), ['POST /v2/paymentmethods/paypal', { email: 'ada@example.com' }])
  })

  test('with an id, changes go to the URLs that the links would have', async () => {
    const path = /paymentmethods\/\d(\/creditcard|\/paypal)?$/
    for (const method of ['PUT', 'PATCH'])
      on(method, path, (_, response) => hal(response, accounts()[0]))
    on('DELETE', path, (_, response) => response.writeHead(204).end())
    await foyer.paymentMethods.replaceCreditCard(1, details)
    assert.deepEqual(sent(), ['PUT /v2/paymentmethods/1/creditcard', details])
    await foyer.paymentMethods.replacePayPal(4, { email: 'ada@example.org' })
    assert.deepEqual(sent(), ['PUT /v2/paymentmethods/4/paypal', { email: 'ada@example.org' }])
    await foyer.paymentMethods.updateDefaults(4, { default_seller_method: true })
    assert.deepEqual(sent(), ['PATCH /v2/paymentmethods/4', { default_seller_method: true }])
    assert.equal(await foyer.paymentMethods.delete(4), undefined)
    assert.deepEqual(sent(), ['DELETE /v2/paymentmethods/4', undefined])
  })

  test('with a payment method, changes follow its links', async () => {
    const there = (name: string) => link(`${base}/wallet/${name}`)
    on('GET', /paymentmethods\/5$/, (_, response) =>
      hal(
        response,
        {
          id: 5,
          type: 'CreditCard',
          _links: {
            self: link(`${base}/paymentmethods/5`),
            'paymentmethod:delete': there('gone'),
            'paymentmethod:updatecreditcard': there('card'),
            'paymentmethod:updatepaypal': there('account'),
            'paymentmethod:updatedefaults': there('defaults'),
          },
        },
        200,
        { etag: '"3-abc"' },
      ),
    )
    for (const method of ['PUT', 'PATCH'])
      on(method, /wallet/, (_, response) => hal(response, accounts()[0]))
    on('DELETE', /wallet/, (_, response) => response.writeHead(204).end())
    const method = await foyer.paymentMethods.get(5)
    const held = { ifMatch: etagOf(method) }
    for (const [change, request] of [
      [() => foyer.paymentMethods.replaceCreditCard(method, details, held), 'PUT /v2/wallet/card'],
      [() => foyer.paymentMethods.replacePayPal(method, {}, held), 'PUT /v2/wallet/account'],
      [() => foyer.paymentMethods.updateDefaults(method, {}, held), 'PATCH /v2/wallet/defaults'],
      [() => foyer.paymentMethods.delete(method, held), 'DELETE /v2/wallet/gone'],
    ] as const) {
      await change()
      assert.equal(sent()[0], request)
      assert.equal(last().headers['if-match'], '"3-abc"')
    }
  })

  test('without the link, the service says why the change is refused', async () => {
    const refusal = { code: 'forbidden', message: 'This is no account.', errors: {} }
    on('PUT', /paymentmethods\/4\/creditcard$/, (_, response) => hal(response, refusal, 403))
    const account = await foyer.paymentMethods.get(4)
    await assert.rejects(foyer.paymentMethods.replaceCreditCard(account, details), {
      status: 403,
      code: 'forbidden',
    })
  })
})

describe('the user', () => {
  const ada = { full_name: 'Ada', email: 'ada@example.com', primary_phone: null, email_optin: true }

  beforeEach(() => {
    on('GET', /user$/, (_, response) => hal(response, { ...ada, _links: {} }))
    on('PATCH', /user$/, ({ headers, body }, response) => {
      if (headers.accept === 'application/hal+json') {
        hal(response, { ...ada, ...JSON.parse(body), _links: {} })
      } else {
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end()
      }
    })
  })

  test('the user is read, and updated with a full or an empty response', async () => {
    assert.equal((await foyer.user.get()).email_optin, true)
    assert.equal((await foyer.user.update({ full_name: null })).full_name, null)
    assert.equal(await foyer.user.update({ email_optin: false }, { minimal: true }), undefined)
    assert.equal(last().headers.accept, 'application/octet-stream')
  })
})

describe('countries', () => {
  const gb = {
    code: 'GB',
    name: 'Vereinigtes Königreich',
    _links: { 'country:addressrules': link('') },
  }

  test('countries need no token, and the language can be chosen', async () => {
    on('GET', /countries\/GB$/, (_, response) => hal(response, gb))
    const anyone = createClient({ baseUrl: base, language: 'de' })
    assert.equal((await anyone.countries.get('GB')).name, 'Vereinigtes Königreich')
    assert.equal(last().headers['accept-language'], 'de')
    assert.equal(last().headers.authorization, undefined)
    await anyone.countries.get('GB', { language: 'fr' })
    assert.equal(last().headers['accept-language'], 'fr')
  })

  test('address rules are found for a country, a country without links and a code', async () => {
    gb._links['country:addressrules'] = link(`${base}/countries/gb/rules`)
    on('GET', /countries\/GB$/, (_, response) => hal(response, gb))
    on('GET', /countries\/gb\/rules$/, (_, response) => hal(response, { code: 'GB' }))
    for (const country of ['GB', gb, { ...gb, _links: {} }]) {
      assert.equal((await foyer.countries.addressRules(country)).code, 'GB')
    }
  })
})

describe('errors', () => {
  const answer = (status: number, body: string, headers: Record<string, string> = {}): void => {
    on('GET', /user$/, (_, response) => response.writeHead(status, headers).end(body))
  }

  test('an error has the code, message, errors, request id and retry time', async () => {
    const body = { code: 'validation_failed', message: 'No.', errors: { city: ['Too long.'] } }
    answer(400, JSON.stringify(body), { 'request-id': 'r-1', 'retry-after': '3' })
    await assert.rejects(foyer.user.get(), (error) => {
      assert.ok(error instanceof FoyerError && error instanceof Error)
      assert.equal(error.name, 'FoyerError')
      assert.equal(error.status, 400)
      assert.equal(error.code, 'validation_failed')
      assert.equal(error.message, 'No.')
      assert.deepEqual(error.errors, { city: ['Too long.'] })
      assert.equal(error.requestId, 'r-1')
      assert.equal(error.retryAfter, 3)
      assert.equal(error.response?.headers.get('request-id'), 'r-1')
      return true
    })
  })

  test('Retry-After may be a date', async () => {
    answer(503, '', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    await assert.rejects(foyer.user.get(), ({ retryAfter }: FoyerError) => {
      return retryAfter !== undefined && retryAfter > 55 && retryAfter <= 61
    })
  })

  for (const body of [
    '<h1>Bad gateway</h1>',
    '',
    '[]',
    '"no"',
    'null',
    '{"code":7,"errors":"x"}',
  ]) {
    test(`a response that is not from Foyer becomes an error: ${body || 'none'}`, async () => {
      answer(502, body)
      const expected = { status: 502, code: 'http_502', message: '502 Bad Gateway', body }
      await assert.rejects(foyer.user.get(), { name: 'FoyerError', ...expected })
    })
  }

  test('a successful response that is not JSON becomes an error', async () => {
    answer(200, 'hello')
    await assert.rejects(foyer.user.get(), { status: 200, code: 'invalid_response' })
  })

  test('304 becomes an error with the code not_modified', async () => {
    on('GET', /user$/, ({ headers }, response) => {
      response.writeHead(headers['if-none-match'] === '"1-a"' ? 304 : 500).end()
    })
    await assert.rejects(foyer.user.get({ ifNoneMatch: '"1-a"' }), {
      status: 304,
      code: 'not_modified',
    })
  })
})

describe('aborting', () => {
  test('a signal ends the wait, also for the root', { timeout: 60_000 }, async () => {
    on('GET', /^\/v2$/, () => undefined)
    const signal = AbortSignal.timeout(50)
    await assert.rejects(foyer.user.get({ signal }), (error: Error) => {
      assert.equal(error.name, 'TimeoutError')
      return error === signal.reason
    })
    await assert.rejects(foyer.root({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  })
})

describe('tokens', () => {
  const application = { clientId: 'shop:1', clientSecret: 'p&ss wörd' }
  let granted = 0

  beforeEach(() => {
    granted = 0
    on('GET', /^\/\.well-known\/oauth-authorization-server$/, (_, response) =>
      hal(response, { issuer: origin, token_endpoint: `${origin}/oauth2/token` }, 200, {
        'content-type': 'application/json',
      }),
    )
    on('POST', /^\/oauth2\/token$/, ({ headers, body }, response) => {
      const basic = Buffer.from('shop%3A1:p%26ss+w%C3%B6rd').toString('base64')
      if (headers.authorization !== `Basic ${basic}`) {
        const error = { error: 'invalid_client', error_description: 'Unknown application.' }
        return hal(response, error, 401)
      }
      granted += 1
      const scope = new URLSearchParams(body).get('scope') ?? 'read:events'
      hal(response, {
        access_token: `token-${granted}`,
        token_type: 'bearer',
        expires_in: granted === 1 ? 86_400 : 0,
        scope,
      })
    })
    on('GET', /countries\/GB$/, (_, response) => hal(response, { code: 'GB' }))
  })

  test('an application requests a token by RFC 6749', async () => {
    const token = await requestToken({ authUrl: origin, ...application, scope: 'read:events' })
    assert.equal(token.scope, 'read:events')
    assert.equal(token.expires_in, 86_400)
    assert.match(String(last().headers['content-type']), /^application\/x-www-form-urlencoded/)
    const form = new URLSearchParams(last().body)
    assert.deepEqual(
      [form.get('grant_type'), form.get('scope')],
      ['client_credentials', 'read:events'],
    )
    assert.equal(form.size, 2)
  })

  test('errors of the token endpoint keep its error codes', async () => {
    await assert.rejects(requestToken({ authUrl: origin, ...application, clientSecret: 'x' }), {
      name: 'FoyerError',
      status: 401,
      code: 'invalid_client',
      message: 'Unknown application.',
    })
  })

  test('a client of an application requests a token once, and again when it has expired', async () => {
    const own = () => clientCredentials({ authUrl: origin, ...application })
    const shop = createClient({ baseUrl: base, accessToken: own() })
    await Promise.all([shop.countries.get('GB'), shop.countries.get('GB')])
    assert.equal(granted, 1)
    assert.equal(last().headers.authorization, 'Bearer token-1')
    granted = 1
    const brief = createClient({ baseUrl: base, accessToken: own() })
    for (const number of [2, 3]) {
      await brief.countries.get('GB')
      assert.equal(last().headers.authorization, `Bearer token-${number}`)
      assert.equal(granted, number)
    }
  })

  test('a function may supply the token for every request', async () => {
    let count = 0
    const client = createClient({ baseUrl: base, accessToken: async () => `t-${++count}` })
    for (const number of [1, 2]) {
      await client.countries.get('GB')
      assert.equal(last().headers.authorization, `Bearer t-${number}`)
    }
  })
})

describe('low-level requests', () => {
  test('request returns status, headers and body of every response', async () => {
    const answer = await foyer.request<{ code: string }>('GET', '/nothing')
    assert.equal(answer.status, 404)
    assert.equal(answer.body.code, 'not_found')
    assert.match(answer.headers.get('content-type') ?? '', /hal\+json/)
    assert.equal(JSON.parse(answer.text).code, 'not_found')
  })

  test('request sends paths, queries and bodies unchanged', async () => {
    await foyer.request('POST', '//Addresses/?page=1&page=2', { body: '{"city": ' })
    assert.equal(last().url.pathname, '/v2//Addresses/')
    assert.equal(last().url.search, '?page=1&page=2')
    assert.equal(last().body, '{"city": ')
    const body = new Uint8Array([0xff, 0xfe])
    await foyer.request('PUT', '/x', { body, headers: { 'Content-Type': 'text/plain' } })
    assert.equal(last().headers['content-type'], 'text/plain')
    await foyer.request('PATCH', '/x', { body: { city: null }, query: { a: true, b: undefined } })
    assert.equal(last().body, '{"city":null}')
    assert.equal(last().url.search, '?a=true')
  })

  test('a request may have another token, no token, or other headers', async () => {
    await foyer.request('GET', '', { accessToken: 'other' })
    assert.equal(last().headers.authorization, 'Bearer other')
    await foyer.request('GET', '', { accessToken: null })
    assert.equal(last().headers.authorization, undefined)
    await foyer.request('GET', '', { headers: { Authorization: 'Basic x', Accept: 'text/html' } })
    assert.equal(last().headers.authorization, 'Basic x')
    assert.equal(last().headers.accept, 'text/html')
  })

  test('the token is not sent to another origin', async () => {
    await foyer.request('GET', `${origin.replace('127.0.0.1', 'localhost')}/elsewhere`).catch(
      // If `localhost` is only IPv6, nothing listens there, and no token was sent.
      () => seen.push({ method: 'GET', url: new URL(origin), headers: {}, body: '' }),
    )
    assert.equal(last().headers.authorization, undefined)
  })

  test('a custom fetch is called without a this value', async () => {
    const calls: string[] = []
    const client = createClient({
      baseUrl: base,
      async fetch(this: unknown, input, init) {
        assert.equal(this, undefined)
        calls.push(`${init?.method} ${input}`)
        return await fetch(input, init)
      },
    })
    await client.root()
    assert.deepEqual(calls, [`GET ${base}`])
  })
})

describe('resources', () => {
  test('a resource is plain data: JSON and comparison do not include its response', async () => {
    on('GET', /addresses\/7$/, (_, response) => hal(response, addressOf(7)))
    const mine = await foyer.addresses.get(7)
    assert.deepEqual(mine, addressOf(7))
    assert.deepEqual(JSON.parse(JSON.stringify(mine)), addressOf(7))
    assert.deepEqual(Object.getOwnPropertySymbols({ ...mine }), [])
    assert.throws(() => etagOf(mine), { message: 'This came without an entity tag.' })
  })
})
