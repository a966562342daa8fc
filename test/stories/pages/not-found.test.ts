import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { onEveryDatabase } from '../../support/foyer.ts'
import { routesOf } from '../../support/routes.ts'
import { newBrowser } from '../../support/sign-in.ts'

/** The Accept header that browsers send for an address that a user typed. */
const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

await onEveryDatabase('an unknown path', (foyer) => {
  test('a browser gets a page, in its language', async () => {
    const browser = newBrowser(foyer.authUrl, { ...asBrowser, 'accept-language': 'de' })
    for (const path of ['/shoes', '/account/shoes', '/shoes?x=<b>', '/demo', '/demo/callback']) {
      const page = await browser.get(path)
      assert.equal(page.status, 404, path)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.match(page.text, /<html lang="de">[\s\S]*<h1>Seite nicht gefunden<\/h1>/)
      assert.doesNotMatch(page.text, /<b>/)
    }
    assert.match((await browser.get('/shoes?lang=fr')).text, /<html lang="fr">/)
    assert.deepEqual(browser.cookies, [])
  })

  test('a service without the demo has no route of it', () => {
    const paths = routesOf(foyer.app).map(({ path }) => path)
    assert.ok(paths.includes('/account'))
    assert.deepEqual(
      paths.filter((path) => path.startsWith('/demo')),
      [],
    )
  })

  test('a program gets JSON as before', async () => {
    for (const [path, init] of [
      ['/shoes', {}],
      ['/', {}],
      ['/', { headers: { accept: 'application/json' } }],
      ['/shoes', { method: 'POST', headers: asBrowser }],
      ['/', { method: 'POST', headers: asBrowser }],
      ['/v2/shoes', { headers: asBrowser }],
    ] as const) {
      const response = await fetch(foyer.authUrl + path, init)
      assert.equal(response.status, 404, path)
      const { code } = (await response.json()) as { code: string }
      assert.equal(code, 'not_found', path)
      assert.equal(response.headers.get('content-security-policy'), null)
      assert.deepEqual(response.headers.getSetCookie(), [])
    }
  })

  test('the root path leads a browser to the account', async () => {
    const browser = newBrowser(foyer.authUrl, asBrowser)
    const { status, location } = await browser.get('/?lang=it')
    assert.deepEqual([status, location], [303, `${foyer.authUrl}/account`])
  })
})

await onEveryDatabase(
  'an issuer with a path',
  (foyer) => {
    const get = (path: string) => {
      const { port } = foyer.app.server.address() as AddressInfo
      const url = `http://127.0.0.1:${port}${path}`
      return fetch(url, { headers: asBrowser, redirect: 'manual' })
    }

    test('all pages are below the issuer’s path', async () => {
      for (const door of ['/auth', '/auth/']) {
        const { status, headers } = await get(door)
        assert.deepEqual([status, headers.get('location')], [303, '/auth/account'])
      }
      assert.match(await (await get('/auth/shoes')).text(), /<h1>Page not found<\/h1>/)
      for (const elsewhere of ['/', '/shoes', '/author'])
        assert.match((await get(elsewhere)).headers.get('content-type') ?? '', /json/, elsewhere)
    })
  },
  { AUTH_URL: 'http://accounts.example/auth' },
)
