import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, type Root } from '@foyer/client'
import en from '../../locales/en.json' with { type: 'json' }
import type { Relation } from '../../src/platform/http/api/hal.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { issuerReady } from '../support/issuer-ready.ts'

await onEveryDatabase('the root', (foyer) => {
  const client = () => createClient({ baseUrl: foyer.baseUrl })

  test('links every resource, for every caller', async () => {
    const { status, headers, body } = await client().request<Root>('GET', '')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/hal+json; charset=utf-8')
    const link = (path: string, relation: Relation) => ({
      href: foyer.baseUrl + path,
      title: en[`link.${relation}`],
      templated: false,
    })
    assert.deepEqual(body, {
      _links: {
        self: link('', 'self'),
        user: link('/user', 'user'),
        addresses: link('/addresses', 'addresses'),
        paymentmethods: link('/paymentmethods', 'paymentmethods'),
        countries: link('/countries', 'countries'),
        webhooks: link('/webhooks', 'webhooks'),
        'viagogo:user': link('/user', 'viagogo:user'),
        'viagogo:countries': link('/countries', 'viagogo:countries'),
      },
    })
  })

  test('is at the base address, with a slash at its end or without', async () => {
    const [plain, slash] = [await client().request('GET', ''), await client().request('GET', '/')]
    assert.deepEqual([slash.status, slash.text], [200, plain.text])
  })

  test('has a self link without a slash at the end, so that a path can be appended', async () => {
    const user = await foyer.newUser()
    const { _links } = (await user.request<Root>('GET', '')).body
    const { status } = await user.request('GET', `${_links.self?.href}/addresses`)
    assert.equal(status, 200)
  })

  test('has the link names from which clients start', async () => {
    const user = await foyer.newUser(['read:user', 'write:user', 'read:webhooks'])
    const { _links } = await user.root()
    for (const [relation, link] of Object.entries(_links))
      assert.equal((await user.request('GET', link.href)).status, 200, relation)
    const profile = await user.request('GET', _links['viagogo:user']?.href ?? '')
    assert.deepEqual(profile.body, await user.user.get())
  })

  test('is the same with a token, without one, and with an invalid one', async () => {
    const user = await foyer.newUser()
    const { text } = await client().request('GET', '')
    assert.equal((await user.request('GET', '')).text, text)
    assert.equal((await user.request('GET', '', { accessToken: 'none' })).text, text)
  })

  test('serves the paths that clients resolve against its self link', async () => {
    const user = await foyer.newUser()
    const { _links } = await user.root()
    for (const path of [
      'user',
      'addresses',
      'paymentmethods?page=1',
      'countries/gb',
      'Addresses/',
    ]) {
      const { href } = new URL(path, _links.self?.href)
      assert.ok(!href.includes('/v2/'))
      const stray = await user.request('GET', href)
      assert.equal(stray.status, 200, href)
      assert.equal(stray.text, (await user.request('GET', `/${path}`)).text)
    }
    assert.equal((await user.request('GET', `${foyer.authUrl}/users`)).status, 404)
  })

  test('has titles in the language asked for', async () => {
    const { headers, body } = await client().request<Root>('GET', '', { language: 'fr' })
    assert.equal(headers.get('content-language'), 'fr')
    assert.notEqual(body._links.countries?.title, 'Countries')
  })
})

await onEveryDatabase(
  'a base address of another host and path',
  (foyer) => {
    test('every href begins with it, wherever the request was sent', async () => {
      const { port } = new URL(foyer.authUrl)
      const local = createClient({ baseUrl: `http://127.0.0.1:${port}/account/api` })
      const { body, status } = await local.request<Root>('GET', '/')
      assert.equal(status, 200)
      for (const { href } of Object.values(body._links))
        assert.ok(href.startsWith('https://tickets.example/account/api'), href)
    })
  },
  { BASE_URL: 'https://tickets.example/account/api/' },
)

await onEveryDatabase(
  'a base address without a path',
  (foyer) => {
    test('has its resources beside the endpoints for tokens', async () => {
      const local = createClient({ baseUrl: foyer.authUrl })
      for (const path of ['', '/', '/countries/gb', '/openapi.json'])
        assert.equal((await local.request('GET', path)).status, 200, path)
      assert.equal((await local.request('GET', '/user')).status, 401)
      const { status, headers } = await local.request('GET', '/shoes', { language: 'fr' })
      assert.deepEqual(
        ['api-version', 'access-control-allow-origin', 'content-language'].map((name) =>
          headers.get(name),
        ),
        ['2.249.0.0', '*', 'fr'],
      )
      assert.equal(status, 404)
      await issuerReady(foyer.authUrl)
      assert.equal((await local.request('POST', '/oauth2/token')).status, 401)
    })
  },
  { BASE_URL: 'https://api.tickets.example' },
)
