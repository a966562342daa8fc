import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, AddressPage, Call } from '@foyer/client'
import en from '../../../locales/en.json' with { type: 'json' }
import { berlin, london } from '../../support/addresses.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { keepCard } from '../../support/payment-methods.ts'
import { browserWithSession } from '../../support/sign-in.ts'
import { answer, hal, header, refused, uuid } from './support.ts'

/** The headers that scripts of other origins may read. */
const exposed =
  'ETag, Location, Request-Id, Content-Language, Api-Version, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, DPoP-Nonce, Allow, Idempotency-Replayed, Deprecation, Sunset, Link'

/* The conventions of all resources. The rules of each resource are tested in its own folder. */
await onEveryDatabase('conventions, requests', (foyer) => {
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
        'application/json-patch+json',
        'application/jsonx',
        'multipart/form-data; boundary=x',
        'json',
      ]) {
        const call = { body: {}, headers: { 'content-type': type } }
        await refused(user, 415, 'unsupported_media_type', 'PATCH', path, call)
      }
    })

    test('a change may be a merge patch, which OPTIONS and a 415 tell', async () => {
      const accepted = 'application/hal+json, application/json, application/merge-patch+json'
      const call = (type: string) => ({ body: {}, headers: { 'content-type': type } })
      for (const at of [path, '/user']) {
        const patched = await user.request('PATCH', at, call('application/merge-patch+json'))
        assert.equal(patched.status, 200, at)
        const refused = await user.request('PATCH', at, call('text/plain'))
        for (const { headers } of [await user.request('OPTIONS', at), refused])
          assert.equal(headers.get('accept-patch'), accepted, at)
      }
      const post = call('application/merge-patch+json')
      await refused(user, 415, 'unsupported_media_type', 'POST', '/addresses', post)
      assert.equal((await user.request('OPTIONS', '/countries')).headers.get('accept-patch'), null)
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

  describe('existing clients may send', () => {
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

    test('unknown headers, query parameters and values', async () => {
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

    test('a malformed escape names no resource', async () => {
      for (const id of ['%zz', '%', '%f', '%ff', '%c3', '%00', '%2f', '%25zz', '7%zz?%zz=%zz']) {
        await refused(user, 404, 'not_found', 'GET', `/addresses/${id}`)
        await refused(user, 403, 'forbidden', 'PATCH', `/addresses/${id}`, { body: {} })
      }
      await refused(user, 404, 'not_found', 'GET', '/%zz')
      await refused(user, 404, 'not_found', 'GET', `${foyer.authUrl}/%zz`)
    })

    test('a valid escape counts as its character', async () => {
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
    const asked = ['authorization', 'content-type', 'sentry-trace', 'x-okta-user-agent-extended']

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

    test('learn in a preflight what they may send', async () => {
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
            'access-control-request-headers': asked.join(','),
          },
        })
        assert.equal(status, 204)
        const isResource = url.startsWith(foyer.baseUrl)
        assert.equal(headers.get('access-control-allow-origin'), isResource ? '*' : origin)
        assert.ok(headers.get('access-control-allow-methods')?.split(', ').includes(method))
        const allowed = headers.get('access-control-allow-headers')?.split(', ') ?? []
        assert.deepEqual(allowed, ['Authorization', ...asked])
      }
    })

    test('learn that Authorization is allowed, also if they ask for nothing or for no name', async () => {
      for (const asked of ['', 'a b', 'x-4111111111111111', '"', ',,']) {
        const { headers } = await fetch(foyer.baseUrl, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'GET',
            'access-control-request-headers': asked,
          },
        })
        assert.equal(headers.get('access-control-allow-headers'), 'Authorization', asked)
      }
    })

    test('may send credentials to the endpoints of OAuth, which read no cookie', async () => {
      for (const path of [
        '/oauth2/token',
        '/oauth2/revoke',
        '/oauth2/userinfo',
        '/oauth2/jwks',
        '/.well-known/openid-configuration',
      ]) {
        for (const method of ['OPTIONS', 'GET', 'POST']) {
          const { headers } = await fetch(foyer.authUrl + path, {
            method,
            headers: { origin, 'access-control-request-method': 'POST' },
          })
          const names = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary']
          const seen = names.map((name) => headers.get(name))
          assert.deepEqual(seen, [origin, 'true', 'Origin'], `${method} ${path}`)
        }
      }
      // A page may not read what a browser gets with the secret of an application.
      const authorization = `Basic ${btoa('id:secret')}`
      const url = `${foyer.authUrl}/oauth2/token`
      const { headers } = await fetch(url, { method: 'POST', headers: { origin, authorization } })
      assert.equal(headers.get('access-control-allow-credentials'), null)
      assert.equal(headers.get('access-control-allow-origin'), '*')
      // A browser that is signed in is nobody there.
      const browser = await browserWithSession(foyer, user)
      const info = await browser.get('/oauth2/userinfo')
      assert.equal(info.status, 401)
    })

    test('may read the responses of the token endpoint', async () => {
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, {
        method: 'POST',
        headers: { origin },
      })
      assert.equal(response.headers.get('access-control-allow-origin'), origin)
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

    test('a request over HTTPS is answered, with Strict-Transport-Security for a year', async () => {
      const response = await at('https')
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('strict-transport-security'), 'max-age=31536000')
    })

    /** Asserts that a response has the headers of every response below the base address. */
    const assertOfInterface = ({ headers }: Response) =>
      assert.deepEqual(
        [
          'api-version',
          'access-control-allow-origin',
          'access-control-expose-headers',
          'content-language',
        ].map((name) => headers.get(name)),
        ['2.249.0.0', '*', exposed, 'en'],
      )

    test('a request over plain HTTP is 400 and never redirected', async () => {
      for (const proto of ['http', undefined]) {
        const response = await at(proto)
        assertOfInterface(response)
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
      for (const path of ['/shoes', '//Countries/gb/', '']) {
        const stray = await at('http', foyer.baseUrl + path)
        assert.equal(stray.status, 400)
        assertOfInterface(stray)
      }
      const page = await at('http', `${foyer.authUrl}/sign-in`)
      assert.deepEqual([page.status, page.headers.get('api-version')], [400, null])
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
    test('headers of an untrusted client cannot claim HTTPS', async () => {
      const response = await fetch(`${foyer.baseUrl}/countries/gb`, {
        headers: { 'x-forwarded-proto': 'https', forwarded: 'proto=https' },
      })
      assert.equal(response.status, 400)
    })
  },
  { REQUIRE_HTTPS: 'true' },
)
