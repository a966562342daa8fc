import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import type { Browser, Cookie, Page } from '../support/browser.ts'
import { type Claims, startFakeProvider } from '../support/fake-provider.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { behindProxy, headingOf, newBrowser } from '../support/sign-in.ts'
import { password } from '../support/users.ts'
import { retry503 } from '../support/wire.ts'

const fake = await startFakeProvider()
after(() => fake.stop())

const start = async (browser: Browser): Promise<Page> => {
  const page = await retry503(() => browser.get('/sign-in'))
  return retry503(() => browser.submit(page, {}, '/sign-in/with/fake'))
}
const callback = '/sign-in/with/fake/callback'
const somebody = () => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  email_verified: true,
})
const expired = 'Please sign in again'
const failed = 'This sign-in does not work right now'

await onEveryDatabase(
  'attacks on sign-in with a provider',
  (foyer) => {
    const browserOf = () => newBrowser(foyer.authUrl)
    /** Fails unless a response has no effect: no session, no offer, no user. */
    const assertNothing = (page: Page, browser: Browser, heading: string, why: string) => {
      assert.equal(headingOf(page), heading, why)
      assert.equal(page.location, '', why)
      for (const name of ['foyer-session', 'foyer-offer-fake'])
        assert.equal(browser.cookie(name), undefined, why)
    }

    /** The cookie of the sign-in that is under way. */
    const pendingIn = (browser: Browser): Cookie =>
      browser.cookies.find(({ name }) => name.startsWith('foyer-with-fake-')) ?? assert.fail()

    test('a response that another browser started is refused', async () => {
      const attacker = browserOf()
      const started = await start(attacker)
      const link = `${callback}?${fake.signIn(started, somebody())}`
      const victim = browserOf()
      await start(victim)
      assertNothing(await victim.get(link), victim, expired, 'state of another browser')
      const fresh = browserOf()
      assertNothing(await fresh.get(link), fresh, expired, 'no sign-in was started')
      // Another host below the same domain can plant cookies, but not the one with the browser's
      // id.
      const planted = browserOf()
      await planted.get('/sign-in')
      const sealed = pendingIn(attacker)
      planted.plant(`${sealed.name}=${sealed.value}; path=/sign-in/with/fake`)
      assertNothing(await planted.get(link), planted, expired, 'planted cookie')
    })

    test('a response is accepted once, and only with its own state', async () => {
      const browser = browserOf()
      const started = await start(browser)
      const query = fake.signIn(started, somebody())
      const other = new URLSearchParams(query)
      other.set('state', `${query.get('state')}x`)
      assertNothing(await browser.get(`${callback}?${other}`), browser, expired, 'wrong state')
      // The state of the first sign-in in the cookie of the second one.
      const first = pendingIn(browser)
      await start(browser)
      const second = browser.cookies.find(
        ({ name, value }) => name.startsWith('foyer-with-fake-') && value !== first.value,
      )
      const mixed = browserOf()
      for (const { name, value } of browser.cookies)
        if (name === 'foyer-browser') mixed.plant(`${name}=${value}; path=/`)
      mixed.plant(`${first.name}=${second?.value}; path=/sign-in/with/fake`)
      assertNothing(await mixed.get(`${callback}?${query}`), mixed, expired, 'another cookie')
      // A response with a wrong state does not end the sign-in: any site can send the browser one.
      assert.match((await browser.get(`${callback}?${query}`)).location, /\/connect$/)
      const again = browserOf()
      const begun = await start(again)
      const kept = pendingIn(again)
      const right = `${callback}?${fake.signIn(begun, somebody())}`
      assert.match((await again.get(right)).location, /\/connect$/)
      again.plant(`${kept.name}=${kept.value}; path=/sign-in/with/fake`)
      assert.equal(headingOf(await again.get(right)), failed, 'the code was used')
    })

    test('a response that arrives ten minutes later is refused', async () => {
      const browser = browserOf()
      const query = fake.signIn(await start(browser), somebody())
      foyer.clock.offset += 10 * 60_000
      try {
        // A client that keeps the cookie for longer than a browser does.
        const kept = browser.cookies.find(({ name }) => name.startsWith('foyer-with-fake-'))
        if (kept) browser.plant(`${kept.name}=${kept.value}; path=/sign-in/with/fake`)
        assertNothing(await browser.get(`${callback}?${query}`), browser, expired, 'too late')
      } finally {
        foyer.clock.offset -= 10 * 60_000
      }
    })

    test('the code of another sign-in is refused (PKCE and nonce)', async () => {
      const attacker = await start(browserOf())
      const stolen = fake.signIn(attacker, somebody()).get('code') ?? ''
      const victim = browserOf()
      const query = fake.signIn(await start(victim), somebody())
      query.set('code', stolen)
      assertNothing(await victim.get(`${callback}?${query}`), victim, failed, 'injected code')
    })

    test('a response of another issuer is refused (mix-up)', async () => {
      for (const iss of ['https://evil.example', '', undefined]) {
        const browser = browserOf()
        const query = fake.signIn(await start(browser), somebody())
        const count = fake.exchanges.length
        if (iss === undefined) query.delete('iss')
        else query.set('iss', iss)
        assertNothing(await browser.get(`${callback}?${query}`), browser, failed, `iss ${iss}`)
        assert.equal(fake.exchanges.length, count, 'the code was sent')
      }
    })

    test('an ID token for somebody else, of somebody else, or too old is refused', async () => {
      const now = Math.floor(Date.now() / 1000)
      const wrong: readonly Claims[] = [
        { iss: 'https://evil.example' },
        { aud: 'another client' },
        { aud: ['foyer', 'another'], azp: 'another' },
        { nonce: 'another' },
        { nonce: undefined },
        { exp: now - 600, iat: now - 700 },
        { sub: undefined },
        { sub: '' },
        { sub: 7 },
      ]
      for (const claims of wrong) {
        const browser = browserOf()
        const page = await fake.comeBack(browser, await start(browser), {
          ...somebody(),
          ...claims,
        })
        assertNothing(page, browser, failed, JSON.stringify(claims))
      }
    })

    test('an ID token without the right signature is refused', async () => {
      for (const header of [{ alg: 'none' }, { alg: 'ES256', kid: 'one' }, { alg: 'HS256' }]) {
        const browser = browserOf()
        const started = await start(browser)
        const query = fake.signIn(started, somebody())
        fake.next('/token', (_request, response) => {
          const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
          const asked = new URL(started.location).searchParams
          const exp = Math.floor(Date.now() / 1000) + 60
          const claims = { ...somebody(), iss: fake.issuer, aud: 'foyer', exp, iat: exp - 60 }
          const content = `${part(header)}.${part({ ...claims, nonce: asked.get('nonce') })}`
          const id_token = `${content}.${header.alg === 'none' ? '' : 'AAAA'}`
          const body = { access_token: 'at', token_type: 'bearer', id_token }
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        })
        const page = await browser.get(`${callback}?${query}`)
        assertNothing(page, browser, failed, header.alg)
      }
    })

    test('any answer of a provider leads to a page, and never to a 500', async () => {
      const json = { 'content-type': 'application/json' }
      const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
        html: (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
        'html as json': (r) => r.writeHead(200, json).end('<h1>Hello</h1>'),
        nothing: (r) => r.writeHead(204).end(),
        null: (r) => r.writeHead(200, json).end('null'),
        number: (r) => r.writeHead(200, json).end('7'),
        array: (r) => r.writeHead(200, json).end('[{}]'),
        'empty object': (r) => r.writeHead(200, json).end('{}'),
        'half a body': (r) => r.writeHead(200, { ...json, 'content-length': '99' }).end('{"a":'),
        'wrong encoding': (r) => r.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0x7b])),
        'too much': (r) => r.writeHead(200, json).end(JSON.stringify({ a: 'x'.repeat(100_000) })),
        redirect: (r) => r.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
        error: (r) => r.writeHead(500, json).end('{"error":"server_error"}'),
        'odd status': (r) => r.writeHead(999, json).end('{}'),
        reset: (r) => {
          // A request on an idle connection is sent a second time.
          fake.next('/token', (_request, response) => response.destroy())
          r.destroy()
        },
      }
      for (const [name, answer] of Object.entries(answers)) {
        const browser = browserOf()
        const query = fake.signIn(await start(browser), somebody())
        fake.next('/token', (_request, response) => answer(response))
        const page = await browser.get(`${callback}?${query}`)
        assert.equal(page.status, 502, name)
        assertNothing(page, browser, failed, name)
      }
    })

    test('users can sign in with a password while a provider hangs or is down', async () => {
      const { email } = await foyer.newUser()
      foyer.clock.offset += 2 * 3_600_000
      try {
        const browser = browserOf()
        await start(browser)
        // The metadata has to be fetched again. Until that succeeds, the previous one is used.
        foyer.clock.offset += 2 * 3_600_000
        fake.next('/.well-known/openid-configuration', (_request, response) =>
          response.writeHead(200).end('<h1>Down</h1>'),
        )
        assert.match((await start(browser)).location, /\/authorize\?/)
        const signInWhileItHangs = async (): Promise<number> => {
          const query = fake.signIn(await start(browser), somebody())
          const other = browserOf()
          const form = await other.get('/sign-in')
          const asked = Promise.withResolvers<ServerResponse>()
          fake.next('/token', (_request, response) => asked.resolve(response))
          const hanging = browser.get(`${callback}?${query}`)
          const response = await Promise.race([asked.promise, hanging.then(() => undefined)])
          const signedIn = other.submit(form, { email, password }, '/sign-in')
          const { status } = await Promise.race([hanging, signedIn])
          assert.equal(headingOf(await hanging), failed)
          await signedIn
          response?.destroy()
          return status
        }
        // The request to the provider ends after three seconds. The sign-in does not wait for that,
        // but on a busy machine it may take as long.
        let status = await signInWhileItHangs()
        for (let left = 4; status !== 303 && left > 0; left--) status = await signInWhileItHangs()
        assert.equal(status, 303)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('a return_to of another site and a form of another site are refused', async () => {
      const browser = browserOf()
      const page = await browser.get('/sign-in')
      const fields = { return_to: 'https://evil.example/' }
      const started = await browser.submit(page, fields, '/sign-in/with/fake')
      const claims = somebody()
      const asked = await browser.follow(await fake.comeBack(browser, started, claims))
      const done = await browser.submit(asked, {}, '/account')
      assert.equal(done.location, `${foyer.authUrl}/account`)
      for (const path of ['', '/connect', '/account']) {
        const forged = await browser.post(`/sign-in/with/fake${path}`, { connect: 'yes' })
        assert.equal(forged.status, 403, path)
      }
      const next = '//evil.example/'
      const posted = await browserOf().post(callback, { code: 'x', state: next, next })
      assert.ok(posted.location.startsWith(`${foyer.authUrl}${callback}?`))
    })

    test('strangers store nothing, and the number of sign-ins that they can start is limited', async () => {
      const rows = async () => (await foyer.db.query(sql`select 1 from linked_identities`)).length
      const before = await rows()
      const browser = browserOf()
      const page = await browser.get('/sign-in')
      await Promise.all(
        Array.from({ length: 20 }, () =>
          retry503(() => browser.submit(page, {}, '/sign-in/with/fake')),
        ),
      )
      assert.equal(await rows(), before)
      await foyer.db.query(sql`update attempts set count = 600 where count >= 20`)
      assert.equal((await browser.submit(page, {}, '/sign-in/with/fake')).status, 429)
    })
  },
  { ...behindProxy, ...fake.env },
)
