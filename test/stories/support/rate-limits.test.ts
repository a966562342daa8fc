import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../../support/foyer.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { scrape } from '../../support/metrics.ts'
import { basicOf, signedJwt } from '../../support/oauth.ts'

/*
 * Requests count against their user and application, or against their network if they have no valid
 * token. Past a limit they get 429 with `Retry-After`, each in the form of its endpoint.
 */

const limits = {
  RATE_LIMIT_APPLICATION: '8/60',
  RATE_LIMIT_USER: '5/60',
  RATE_LIMIT_NETWORK: '6/60',
  TRUSTED_PROXIES: 'loopback',
}

let networks = 0
/** An address that no other test has. */
const newAddress = () => `192.0.2.${++networks}`

/** What remains of each limit. The window has just begun. */
const shown = (headers: Headers) =>
  (headers.get('ratelimit') ?? '').replaceAll(/;t=(60|5\d)(?=,|$)/g, '')

await onEveryDatabase(
  'rate limits',
  (foyer) => {
    // What makes it ready counts for a network that no test has.
    before(() => issuerReady(foyer.authUrl))

    /** A new application with a user's token. */
    async function newCaller(userId?: number) {
      const application = await foyer.newApplication({ scopes: ['read:user', 'read:events'] })
      const id = userId ?? (await foyer.newUser()).id
      const token = (user: number) => foyer.tokenFor(user, ['read:user'], application)
      return { ...application, userId: id, token, accessToken: await token(id) }
    }
    const read = (path: string, token?: string, from = newAddress(), init: RequestInit = {}) =>
      fetch(foyer.baseUrl + path, {
        ...init,
        headers: {
          'x-forwarded-for': from,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...init.headers,
        },
      })
    const post = (basic: string, form: Record<string, string>, from = newAddress()) =>
      fetch(`${foyer.authUrl}/oauth2/token`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from, ...(basic !== '' && { authorization: basic }) },
        body: new URLSearchParams(form),
      })

    /** An application that signs its requests, and a function that requests a token for it. */
    async function newKeyHolder() {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }
      const { clientId } = await foyer.newApplication({
        authentication: 'private_key_jwt',
        jwks: { keys: [jwk] },
        scopes: ['read:events'],
      })
      return (scope: string) => {
        const exp = Math.floor(Date.now() / 1000) + 60
        const claims = { iss: clientId, sub: clientId, aud: foyer.authUrl, jti: randomUUID(), exp }
        return post('', {
          grant_type: 'client_credentials',
          scope,
          client_id: clientId,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: signedJwt({ alg: 'ES256', kid: 'one' }, claims, privateKey),
        })
      }
    }

    test('a user of an application reads what remains, and past the limit gets 429', async () => {
      const { accessToken, token } = await newCaller()
      const other = await newCaller()
      for (const remaining of [4, 3, 2, 1, 0]) {
        const { status, headers } = await read('/user', accessToken)
        assert.equal(status, 200)
        assert.equal(headers.get('ratelimit-policy'), '"user";q=5;w=60, "application";q=8;w=60')
        const expected = `"user";r=${remaining}, "application";r=${remaining + 3}`
        assert.equal(shown(headers), expected)
      }
      const refused = await read('/user', accessToken)
      assert.equal(refused.status, 429)
      assert.equal(refused.headers.get('content-type'), 'application/hal+json; charset=utf-8')
      assert.equal(shown(refused.headers), '"user";r=0, "application";r=3')
      assert.match(refused.headers.get('retry-after') ?? '', /^(60|5\d)$/)
      assert.deepEqual(await refused.json(), {
        code: 'too_many_requests',
        message: 'Too many requests. Please wait before you send the next one.',
        errors: {},
      })
      const exposed = refused.headers.get('access-control-expose-headers') ?? ''
      for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After'])
        assert.ok(exposed.split(', ').includes(name), name)
      // Another user of the application, and another application.
      assert.equal((await read('/user', await token(other.userId))).status, 200)
      assert.equal((await read('/user', other.accessToken)).status, 200)
    })

    test('an application has one limit for all of its users, and does not share it with others', async () => {
      const { token, accessToken, userId } = await newCaller()
      const second = await token((await newCaller()).userId)
      for (let i = 0; i < 4; i++)
        for (const each of [accessToken, second])
          assert.equal((await read('/user', each)).status, 200)
      const third = await token((await newCaller()).userId)
      const refused = await read('/user', third)
      assert.equal(refused.status, 429)
      assert.match(shown(refused.headers), /^"user";r=5, "application";r=0/)
      // The user's own limit counts for each application.
      const elsewhere = await newCaller(userId)
      assert.equal((await read('/user', elsewhere.accessToken)).status, 200)
    })

    test('metrics count refusals and subjects by policy', async () => {
      const refused = 'foyer_rate_limit_refusals_total'
      const before = await scrape(foyer)
      const { accessToken } = await newCaller()
      for (let i = 0; i < 7; i++) await read('/user', accessToken)
      const after = await scrape(foyer)
      const grown = (name: string, policy: string) =>
        after.value(name, { policy }) - before.value(name, { policy })
      assert.deepEqual([grown(refused, 'user'), grown(refused, 'application')], [2, 0])
      for (const policy of ['user', 'application'])
        assert.equal(grown('foyer_rate_limit_subjects', policy), 1)
    })

    test('visitors count by network, and so do tokens that are not valid', async () => {
      const from = newAddress()
      const { accessToken } = await newCaller()
      assert.equal((await read('/', undefined, from)).status, 200)
      assert.equal((await read('/countries', undefined, from, { method: 'HEAD' })).status, 200)
      assert.equal((await read('/user', 'x'.repeat(43), from)).status, 401)
      assert.equal((await read('/user', undefined, from)).status, 401)
      const { headers } = await read('/', undefined, from)
      assert.equal(headers.get('ratelimit-policy'), '"network";q=6;w=60')
      assert.equal(shown(headers), '"network";r=1')
      // Valid tokens do not count.
      assert.equal((await read('/user', accessToken, from)).status, 200)
      assert.equal((await read('/', undefined, from)).status, 200)
      assert.equal((await read('/', undefined, from)).status, 429)
      assert.equal((await read('/user', 'x'.repeat(43), from)).status, 429)
      assert.equal((await read('/user', accessToken, from)).status, 200)
      assert.equal((await read('/', undefined, newAddress())).status, 200)
    })

    test('every request counts: unknown paths and methods, types that are not served, and preflights', async () => {
      const { accessToken } = await newCaller()
      const at = (url: string, init: RequestInit = {}) => ({ url, init })
      const preflight = {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'GET', origin: 'https://app.example' },
      }
      const requests = [
        [404, at(`${foyer.baseUrl}/nowhere`)],
        [404, at(`${foyer.authUrl}/nowhere`)],
        [404, at(`${foyer.authUrl}/nowhere`, { headers: { accept: 'text/html' } })],
        [404, at(`${foyer.authUrl}/nowhere`, { method: 'POST' })],
        [405, at(`${foyer.baseUrl}/user`, { method: 'POST' })],
        [405, at(`${foyer.authUrl}/oauth2/token`)],
        [405, at(`${foyer.authUrl}/sign-in`, { method: 'DELETE' })],
        [406, at(`${foyer.baseUrl}/countries`, { headers: { accept: 'text/csv' } })],
        [406, at(`${foyer.baseUrl}/user`, { headers: { accept: 'text/csv' } })],
        [400, at(`${foyer.authUrl}/oauth2/token`, { method: 'POST', body: '{}' })],
        [204, at(`${foyer.baseUrl}/user`, preflight)],
        [204, at(`${foyer.authUrl}/oauth2/token`, preflight)],
        [200, at(`${foyer.authUrl}/openapi.json`)],
      ] as const
      for (const [status, { url, init }] of requests) {
        const from = newAddress()
        const send = (token?: string) =>
          fetch(url, {
            ...init,
            headers: {
              ...init.headers,
              'x-forwarded-for': from,
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
            },
          })
        for (let i = 5; i >= 0; i--) {
          const answered = await send()
          const seen = [answered.status, shown(answered.headers)]
          assert.deepEqual(seen, [status, `"network";r=${i}`], `${init.method} ${url}`)
          assert.equal(answered.headers.get('ratelimit-policy'), '"network";q=6;w=60')
        }
        const refused = await send()
        assert.equal(refused.status, 429, `${init.method} ${url}`)
        assert.match(refused.headers.get('retry-after') ?? '', /^(60|5\d)$/)
        // A valid token counts for its caller here, too.
        if (status >= 404 && url.startsWith(foyer.baseUrl))
          assert.match(
            shown((await send(accessToken)).headers),
            /^"user";r=\d, "application";r=\d$/,
          )
      }
    })

    test('a token changes nothing where none is taken: pages count by network', async () => {
      const from = newAddress()
      const { accessToken } = await newCaller()
      const headers = { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': from }
      for (let i = 5; i >= 0; i--) {
        const page = await fetch(`${foyer.authUrl}/sign-in`, { headers })
        assert.equal(shown(page.headers), `"network";r=${i}`)
      }
      const refused = await fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST', headers })
      assert.equal(refused.status, 429)
    })

    test('a valid token counts for its caller also where none is needed', async () => {
      const from = newAddress()
      const { accessToken } = await newCaller()
      for (let i = 0; i < 6; i++) assert.equal((await read('/', undefined, from)).status, 200)
      for (const [n, path] of ['/', '/countries', '/countries/gb'].entries()) {
        const { status, headers } = await read(path, accessToken, from)
        assert.equal(status, 200)
        assert.match(shown(headers), new RegExp(`^"user";r=${4 - n}, "application";`))
      }
      // A token that is not valid counts for the network, and hinders nobody who may still read.
      assert.equal((await read('/', 'x'.repeat(43), from)).status, 429)
      const elsewhere = await read('/', 'x'.repeat(43), newAddress())
      assert.equal(elsewhere.status, 200)
      assert.equal(shown(elsewhere.headers), '"network";r=5')
    })

    test('the networks of one IPv6 site share four times the limit', async () => {
      for (let i = 0; i < 24; i++)
        assert.equal((await read('/', undefined, `2001:db8:7:${i}::1`)).status, 200)
      const refused = await read('/', undefined, '2001:db8:7:ffff::1')
      assert.equal(refused.status, 429)
      assert.match(shown(refused.headers), /"network";r=6, "site";r=0/)
      assert.equal((await read('/', undefined, '2001:db8:8::1')).status, 200)
    })

    test('an application with its secret counts by itself at the token endpoint', async () => {
      const from = newAddress()
      const { basic } = await newCaller()
      const form = { grant_type: 'client_credentials', scope: 'read:events' }
      for (let i = 0; i < 8; i++) {
        const { status, headers } = await post(basic, form, from)
        assert.equal(status, 200)
        assert.equal(shown(headers), `"application";r=${7 - i}`)
      }
      const refused = await post(basic, form, from)
      assert.equal(refused.status, 429)
      assert.match(refused.headers.get('retry-after') ?? '', /^(60|5\d)$/)
      assert.ok(refused.headers.get('access-control-allow-origin'))
      assert.deepEqual(await refused.json(), {
        error: 'temporarily_unavailable',
        error_description: 'Too many requests. Please wait before you send the next one.',
      })
      // None of this counted for the network.
      const { headers } = await read('/', undefined, from)
      assert.equal(shown(headers), '"network";r=5')
    })

    test('a request for a token counts once, also after its application has changed', async () => {
      const { clientId, basic } = await newCaller()
      const form = { grant_type: 'client_credentials', scope: 'read:events' }
      assert.equal(shown((await post(basic, form)).headers), '"application";r=7')
      await foyer.command('app', 'update', clientId, '--scope', 'read:user')
      const { status, headers } = await post(basic, form)
      assert.deepEqual([status, shown(headers)], [400, '"application";r=6'])
    })

    test('a signed request counts for its application, also if its scope is refused', async () => {
      const holder = await newKeyHolder()
      for (const [scope, status, remaining] of [
        ['read:events', 200, 7],
        ['read:user', 400, 6],
        ['read:everything', 400, 5],
      ] as const) {
        const answer = await holder(scope)
        assert.deepEqual(
          [answer.status, shown(answer.headers)],
          [status, `"application";r=${remaining}`],
        )
      }
    })

    test('guesses at secrets count by network, not by application', async () => {
      const from = newAddress()
      const { clientId, basic } = await newCaller()
      const form = { grant_type: 'client_credentials' }
      for (let i = 0; i < 6; i++)
        assert.equal((await post(basicOf(clientId, `guess${i}`), form, from)).status, 401)
      assert.equal((await post(basicOf(clientId, 'guess'), form, from)).status, 429)
      const { status, headers } = await post(basic, form)
      assert.deepEqual([status, shown(headers)], [200, '"application";r=7'])
    })

    test('user information counts for the user, like a resource', async () => {
      const from = newAddress()
      const { accessToken } = await newCaller()
      const userInfo = () =>
        fetch(`${foyer.authUrl}/oauth2/userinfo`, {
          headers: { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': from },
        })
      // The token has no `openid`.
      for (let i = 0; i < 5; i++) assert.equal((await userInfo()).status, 403)
      assert.equal((await userInfo()).status, 429)
      assert.match(shown((await read('/', undefined, from)).headers), /r=5/)
    })

    test('pages and the authorization endpoint show a page, and files are not counted', async () => {
      const from = newAddress()
      const open = (path: string) =>
        fetch(foyer.authUrl + path, {
          headers: { 'x-forwarded-for': from, 'accept-language': 'de', accept: 'text/html' },
        })
      const page = await (await open('/sign-in')).text()
      const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
      for (let i = 0; i < 10; i++) assert.equal((await open(styles)).status, 200)
      for (let i = 0; i < 5; i++) assert.equal((await open('/sign-in')).status, 200)
      for (const path of ['/sign-in', '/authorize?client_id=x', '/account/sessions']) {
        const refused = await open(path)
        assert.equal(refused.status, 429)
        assert.match(refused.headers.get('retry-after') ?? '', /^(60|5\d)$/)
        assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
        assert.match(refused.headers.get('content-security-policy') ?? '', /default-src 'none'/)
        const text = await refused.text()
        assert.match(text, /<h1[^>]*>Zu viele Anfragen<\/h1>/)
        assert.match(text, /in 1 Min\./)
      }
    })
  },
  limits,
)
