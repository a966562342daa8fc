import assert from 'node:assert/strict'
import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { WantedApplication } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { type Answer, basicOf, onEveryIssuer, signedJwt } from '../../support/oauth.ts'
import { retry503 } from '../../support/wire.ts'

const grant = { grant_type: 'client_credentials' }
const events = ['read:events'] as const

/** Checks that an unauthenticated application learns nothing but invalid_client. */
function assertInvalidClient({ status, headers, body }: Answer, what?: string): void {
  assert.equal(status, 401, what)
  const description =
    'Client authentication failed. Check the client id, and the secret or assertion. The secret goes into Authorization: Basic (Base64 of id:secret), or into the form as client_secret.'
  assert.equal(
    headers.get('www-authenticate'),
    `Basic realm="foyer",error="invalid_client",error_description="${description}"`,
  )
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(body, { error: 'invalid_client', error_description: description })
}

function assertError({ status, body }: Answer, error: string, expected = 400): void {
  assert.deepEqual([status, body.error], [expected, error])
}

await onEveryIssuer('the token endpoint', (issuer) => {
  test('id and secret are exchanged for a token, as the interface specifies', async () => {
    const application = await issuer.register()
    const { status, headers, body } = await application.post('token', {
      ...grant,
      scope: 'read:events',
    })
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(body.access_token, /^[\w-]{43}$/)
    const { access_token: token, ...rest } = body
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 86_400, scope: 'read:events' })
    const introspected = (await application.post('introspect', { token })).body
    assert.deepEqual(
      [introspected.client_id, introspected.sub, introspected.scope],
      [application.clientId, undefined, 'read:events'],
    )
  })

  test('without a scope an application gets all scopes that need no user', async () => {
    const application = await issuer.register({
      scopes: ['read:user', 'read:events', 'write:user'],
    })
    for (const form of [grant, { ...grant, scope: '' }]) {
      const { status, body } = await application.post('token', form)
      assert.deepEqual([status, body.scope], [200, 'read:events'])
    }
  })

  for (const [what, scope] of [
    ['is unknown', 'read:everything'],
    ['is unknown, next to a known one,', 'read:events read:everything'],
    ['needs a user', 'read:user'],
    ['belongs to OpenID Connect', 'openid'],
    ['is a property of every JavaScript object', 'constructor'],
    ['has invalid characters', 'read:events\u0000"'],
  ] as const)
    test(`a scope that ${what} is refused`, async () => {
      const application = await issuer.register({ scopes: ['read:events', 'read:user'] })
      const answer = await application.post('token', { ...grant, scope })
      assertError(answer, 'invalid_scope')
      assert.deepEqual(Object.keys(answer.body), ['error', 'error_description'])
    })

  test('a scope that the application lacks is refused, and so is a request when no scope is left', async () => {
    const application = await issuer.register({ scopes: ['read:user'] })
    assertError(
      await application.post('token', { ...grant, scope: 'read:events' }),
      'invalid_scope',
    )
    assertError(await application.post('token', grant), 'invalid_scope')
  })

  test('spaces around scopes and a line end after the form make no difference', async () => {
    const application = await issuer.register({ scopes: ['read:events'] })
    for (const scope of [' read:events  ', 'read:events  read:events']) {
      const { status, body } = await application.post('token', { ...grant, scope })
      assert.deepEqual([status, body.scope], [200, 'read:events'])
    }
    for (const end of ['\n', '\r\n']) {
      const { status } = await fetch(`${issuer.url}/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: application.basic,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: `grant_type=client_credentials${end}`,
      })
      assert.equal(status, 200)
    }
  })

  test('id and secret may be URL-encoded, plain, or in the form', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register()
    const encode = (text: string) =>
      [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
    for (const authorization of [
      basicOf(id, secret),
      basicOf(encode(id), encode(secret)),
      basicOf(id, secret).replace('Basic', 'bAsIc'),
    ])
      assert.equal((await issuer.post('token', grant, { authorization })).status, 200)
    const form = { ...grant, client_id: id, client_secret: secret }
    assert.equal((await issuer.post('token', form)).status, 200)
  })

  test('the error does not say why an application failed to authenticate', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register()
    const spa = await issuer.register({ kind: 'spa', redirectUris: ['https://app.example/'] })
    const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const headers = {
      none: undefined,
      'unknown id': basicOf('app_unknown', secret),
      'wrong secret': basicOf(id, 'secret_wrong'),
      'no secret': basicOf(id, ''),
      'no colon': base64(id),
      'not Base64': 'Basic ~~~',
      'nothing encoded': 'Basic',
      'broken URL-encoding': basicOf('%zz', secret),
      'not UTF-8': base64('%ff:%ff'),
      'a NUL': basicOf('%00', secret),
      'another scheme': `Bearer ${secret}`,
      'an application without a secret': basicOf(spa.clientId, 'secret_guess'),
    }
    for (const [what, authorization] of Object.entries(headers)) {
      const answer = await issuer.post('token', grant, authorization ? { authorization } : {})
      assertInvalidClient(answer, what)
    }
    for (const form of [
      { client_id: id },
      { client_id: 'app_unknown' },
      { client_id: id, client_secret: 'secret_wrong' },
      { client_id: 'app_unknown', client_secret: secret },
      { client_id: '\u0000', client_secret: secret },
      { client_secret: secret },
      { client_assertion: 'no.such.jwt' },
    ])
      assertInvalidClient(await issuer.post('token', { ...grant, ...form }))
  })

  test('two authentication methods or two client ids in one request are refused', async () => {
    const { clientId: id, clientSecret: secret, basic } = await issuer.register()
    for (const form of [
      { client_id: id, client_secret: secret },
      { client_assertion: 'x', client_assertion_type: 'y' },
      { client_id: 'app_other' },
    ]) {
      const answer = await issuer.post('token', { ...grant, ...form }, { authorization: basic })
      assertError(answer, 'invalid_request')
    }
    assert.equal(
      (await issuer.post('token', { ...grant, client_id: id }, { authorization: basic })).status,
      200,
    )
  })

  test('a repeated parameter is refused, known or not', async () => {
    const application = await issuer.register()
    for (const name of ['grant_type', 'scope', 'anything'])
      assertError(
        await application.post('token', [...Object.entries(grant), [name, 'a'], [name, 'a']]),
        'invalid_request',
      )
  })

  test('a missing, an unknown and a forbidden grant get different errors', async () => {
    const application = await issuer.register()
    assertError(await application.post('token'), 'invalid_request')
    for (const unknown of ['password', 'implicit', 'none'])
      assertError(
        await application.post('token', { grant_type: unknown }),
        'unsupported_grant_type',
      )
    for (const form of [
      { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/' },
      { grant_type: 'refresh_token', refresh_token: 'x' },
    ])
      assertError(await application.post('token', form), 'unauthorized_client')
    const spa = await issuer.register({ kind: 'spa', redirectUris: ['https://app.example/'] })
    assertError(
      await issuer.post('token', { ...grant, client_id: spa.clientId }),
      'unauthorized_client',
    )
  })

  test('only forms are accepted, and the error says so', async () => {
    const { basic } = await issuer.register()
    const form = 'application/x-www-form-urlencoded'
    for (const [type, body, message] of [
      ['application/json', JSON.stringify(grant), /^Send a form, not JSON:/],
      ['application/hal+json', JSON.stringify(grant), /^Send a form, not JSON:/],
      [form, JSON.stringify(grant), /^Send a form, not JSON:/],
      [form, ` ${JSON.stringify(grant, null, 2)}`, /^Send a form, not JSON:/],
      [
        'multipart/form-data; boundary=x',
        '--x--',
        /^Send a form with Content-Type application\/x-www/,
      ],
      [
        'text/plain',
        'grant_type=client_credentials',
        /^Send a form with Content-Type application\/x-www/,
      ],
      [
        `${form}; charset=latin1`,
        'grant_type=client_credentials',
        /^Send a form with Content-Type/,
      ],
      ['', 'grant_type=client_credentials', /^Send a form with Content-Type application\/x-www/],
    ] as const) {
      const answer = await issuer.get(`${issuer.url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: basic, 'content-type': type },
        body,
      })
      assertError(answer, 'invalid_request')
      assert.match(answer.body.error_description, message, type)
    }
  })

  test('parameters in the query are ignored', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register()
    const query = new URLSearchParams({ ...grant, client_id: id, client_secret: secret })
    assertInvalidClient(await issuer.post(`token?${query}`, {}))
    assertError(
      await issuer.post(`token?${query}`, {}, { authorization: basicOf(id, secret) }),
      'invalid_request',
    )
  })

  test('a body of more than 64 KiB is refused', async () => {
    const application = await issuer.register()
    assertError(await application.post('token', { a: 'x'.repeat(65_536) }), 'invalid_request', 413)
  })

  test('a form that its parser would refuse is answered with 413, and nothing is recorded', async () => {
    const { basic, clientId: id } = await issuer.register()
    const refusals = async () =>
      (await issuer.command('audit', 'list')).filter(
        ({ action }: { action: string }) => action === 'application.refused',
      )
    const known = await refusals()
    const send = (path: string, body: string) =>
      issuer.get(`${issuer.url}/oauth2/${path}`, {
        method: 'POST',
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    const form = 'grant_type=client_credentials&token=x&a='
    const room = 56 * 1024 - form.length - new URLSearchParams({ client_id: id }).toString().length
    for (const path of ['token', 'introspect', 'revoke', 'par', 'userinfo']) {
      assertError(await send(path, form.padEnd(56 * 1024 + 1, 'x')), 'invalid_request', 413)
      const { status } = await send(path, form.padEnd(room - 200, 'x'))
      assert.ok(status !== 413, path)
    }
    // A tilde takes three bytes after the server encodes it again, for the library. Pushed requests
    // have a limit of their own, 4 KB.
    const refreshing = form.replace('client_credentials', 'refresh_token')
    for (const path of ['token', 'introspect', 'revoke'])
      assertError(await send(path, refreshing.padEnd(20 * 1024, '~')), 'invalid_request', 413)
    assert.deepEqual(await refusals(), known)
  })

  test('other methods get 405 with Allow, and any origin may call', async () => {
    const url = `${issuer.url}/oauth2/token`
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const { status, headers } = await issuer.get(url, { method })
      assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'], method)
    }
    const { body } = await issuer.get(`${url}?grant_type=client_credentials`)
    assert.deepEqual(body, {
      error: 'invalid_request',
      error_description: 'Send a POST request: this endpoint does not answer GET.',
    })
    const { body: written } = await issuer.get(`${issuer.url}/oauth2/jwks`, { method: 'POST' })
    assert.equal(
      written.error_description,
      'Send a GET request: this endpoint does not answer POST.',
    )
    const preflight = await issuer.get(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example')
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/)
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/)
    const { basic } = await issuer.register()
    const headers = { authorization: basic, origin: 'https://app.example' }
    const answer = await issuer.post('token', grant, headers)
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*'])
    // The browser may hold the secret, so a page that sends credentials may not read the response.
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  })

  test('the response has the headers of every response', async () => {
    const { headers } = await issuer.post('token', grant)
    assert.match(headers.get('request-id') ?? '', /^[\da-f-]{36}$/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('the path works in any letter case, with a slash at its end and with double slashes', async () => {
    const { basic } = await issuer.register()
    for (const path of ['/OAuth2/Token', '/oauth2/token/', '//oauth2//token']) {
      const { status } = await issuer.get(issuer.url + path, {
        method: 'POST',
        headers: { authorization: basic },
        body: new URLSearchParams(grant),
      })
      assert.equal(status, 200, path)
    }
  })

  test('the previous secret works during a rotation, and no older one', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register()
    const works = async (candidate: string | null | undefined) => {
      const authorization = basicOf(id, candidate ?? '')
      return (await retry503(() => issuer.post('token', grant, { authorization }))).status === 200
    }
    const second = (await issuer.command('app', 'rotate-secret', id)).client_secret
    assert.deepEqual(await Promise.all([works(secret), works(second)]), [true, true])
    const third = (await issuer.command('app', 'rotate-secret', id)).client_secret
    assert.deepEqual(await Promise.all([works(secret), works(second), works(third)]), [
      false,
      true,
      true,
    ])
    await issuer.db.query(
      sql`update application_secrets set expires_at = now() where expires_at is not null`,
    )
    assert.deepEqual(await Promise.all([works(second), works(third)]), [false, true])
  })

  test('a disabled application gets no token', async () => {
    const application = await issuer.register()
    assert.equal((await application.post('token', grant)).status, 200)
    await issuer.command('app', 'disable', application.clientId)
    for (const endpoint of ['token', 'introspect', 'revoke'])
      assertInvalidClient(await application.post(endpoint, { ...grant, token: 'x' }))
    await assert.rejects(issuer.command('app', 'disable', 'app_unknown'), /No application has/)
  })

  /** An application with a key, and a function that builds forms with its signed assertions. */
  async function keyHolder(wanted: WantedApplication = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk: JsonWebKey = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }
    const { clientId: id } = await issuer.register({
      authentication: 'private_key_jwt',
      jwks: { keys: [{ ...jwk }] },
      scopes: events,
      ...wanted,
    })
    const form = (claims: object = {}, key = privateKey) => {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: id, sub: id, aud: 'http://issuer.example', jti: randomUUID() }
      return {
        ...grant,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signedJwt(
          { alg: 'ES256', kid: 'one' },
          { ...usual, exp: now + 60, ...claims },
          key,
        ),
      }
    }
    return { form, post: (claims?: object) => issuer.post('token', form(claims)) }
  }

  test('a signed assertion replaces a secret, and works once', async () => {
    const { form, post } = await keyHolder()
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const good = form()
    assert.equal((await issuer.post('token', good)).status, 200)
    assertInvalidClient(await issuer.post('token', good))
    assertInvalidClient(await issuer.post('token', form({}, other)))
    assertInvalidClient(await post({ aud: 'http://127.0.0.1/' }))
    for (const sub of ['4111111111111111', 4111111111111111, ['x'], { x: 1 }, '\u0000'])
      assertInvalidClient(await post({ iss: sub, sub }), String(sub))
    const twice = form()
    let busy = 0
    const use = async () => {
      const answer = await issuer.post('token', twice)
      if (answer.status === 503) busy++
      return answer
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => retry503(use)))
    const used = answers.filter(({ status }) => status === 200).length
    // On a busy machine, the answer to the use may be a 503.
    assert.ok(used === 1 || (used === 0 && busy > 0), `${used} uses`)
  })

  const refusedAssertion = ({ status, headers, body }: Answer): string => {
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
    const description = `error="invalid_client",error_description="${body.error_description}"`
    assert.equal(headers.get('www-authenticate'), `Basic realm="foyer",${description}`)
    return body.error_description
  }
  const url = 'http://issuer.example'

  test('an assertion’s audience is the issuer, or the token endpoint if that is registered', async () => {
    const strict = await keyHolder()
    const lenient = await keyHolder({ allowTokenEndpointAudience: true })
    for (const { post } of [strict, lenient]) {
      for (const aud of [url, [url]]) assert.equal((await post({ aud })).status, 200)
      for (const aud of [
        [url, 'https://other.example'],
        [url, url],
        [url, `${url}/oauth2/token`],
      ])
        assert.match(
          refusedAssertion(await post({ aud })),
          /^The audience of the assertion must be/,
        )
    }
    for (const aud of [`${url}/oauth2/token`, [`${url}/oauth2/token`]]) {
      assert.match(
        refusedAssertion(await strict.post({ aud })),
        /must be only http:\/\/issuer.example/,
      )
      assert.equal((await lenient.post({ aud })).status, 200)
    }
    const introspection = lenient.form({ aud: `${url}/oauth2/introspect` })
    assert.match(
      refusedAssertion(await issuer.post('introspect', { ...introspection, token: 'x' })),
      /^The audience/,
    )
  })

  test('an assertion that lives longer than ten minutes is refused', async () => {
    const { post } = await keyHolder()
    const now = Math.floor(Date.now() / 1000)
    const long = /must expire within ten minutes/
    assert.equal((await post({ exp: now + 590 })).status, 200)
    assert.equal((await post({ iat: now - 300, exp: now + 300 })).status, 200)
    assert.match(refusedAssertion(await post({ exp: now + 700 })), long)
    assert.match(refusedAssertion(await post({ iat: now - 301, exp: now + 300 })), long)
    assertInvalidClient(await post({ iat: now - 700, exp: now - 100 }))
    assertInvalidClient(await post({ exp: undefined }))
  })
})
