import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startFoyer } from '../../support/foyer.ts'
import { type OpenDatabase, type Queryable, sql, Unavailable } from '../../support/inside.ts'
import { onEveryIssuer } from '../../support/oauth.ts'
import { retry503 } from '../../support/wire.ts'

const documents = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
] as const

for (const authUrl of ['https://issuer.example', 'https://issuer.example/accounts'])
  await onEveryIssuer(
    `the issuer ${authUrl}`,
    (issuer) => {
      test('both well-known documents are equal and name the issuer and its endpoints', async () => {
        const [openid, oauth] = await Promise.all(
          documents.map((path) => issuer.get(issuer.url + path)),
        )
        assert.equal(openid?.status, 200)
        assert.deepEqual(oauth?.body, openid?.body)
        const { body } = openid ?? {}
        assert.equal(body.issuer, authUrl)
        assert.equal(body.token_endpoint, `${authUrl}/oauth2/token`)
        assert.equal(body.introspection_endpoint, `${authUrl}/oauth2/introspect`)
        assert.equal(body.revocation_endpoint, `${authUrl}/oauth2/revoke`)
        assert.equal(body.jwks_uri, `${authUrl}/oauth2/jwks`)
        assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
        assert.deepEqual(body.grant_types_supported.toSorted(), [
          'authorization_code',
          'client_credentials',
          'refresh_token',
        ])
        assert.equal(body.authorization_endpoint, `${authUrl}/authorize`)
        assert.equal(body.userinfo_endpoint, `${authUrl}/oauth2/userinfo`)
        assert.equal(body.end_session_endpoint, `${authUrl}/oauth2/end-session`)
        assert.equal(body.pushed_authorization_request_endpoint, `${authUrl}/oauth2/par`)
        assert.deepEqual(body.response_types_supported, ['code'])
        assert.deepEqual(body.response_modes_supported, ['query', 'fragment', 'form_post'])
        assert.equal(body.authorization_response_iss_parameter_supported, true)
        const secret = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
        assert.deepEqual(body.token_endpoint_auth_methods_supported, [...secret, 'none'])
        assert.deepEqual(body.revocation_endpoint_auth_methods_supported, [...secret, 'none'])
        assert.deepEqual(body.introspection_endpoint_auth_methods_supported, secret)
        assert.ok(body.introspection_endpoint_auth_signing_alg_values_supported.includes('ES256'))
        assert.ok(body.claims_supported.includes('email_verified'))
        assert.deepEqual(body.acr_values_supported, ['aal1', 'aal2', 'phr'])
        assert.deepEqual(body.prompt_values_supported.toSorted(), [
          'consent',
          'login',
          'none',
          'select_account',
        ])
        assert.ok(body.scopes_supported.includes('openid'))
        assert.ok(body.scopes_supported.includes('read:events'))
      })

      test('every URL in the metadata is served', async () => {
        const { body } = await issuer.get(issuer.url + documents[0])
        const addresses = Object.entries(body as object).filter(([name]) =>
          /_(endpoint|uri)$/.test(name),
        )
        assert.equal(addresses.length, 8)
        for (const [name, address] of addresses) {
          const path = String(address).replace('https://issuer.example', issuer.origin)
          const method = name === 'jwks_uri' ? 'GET' : 'POST'
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          const init = { method, headers, redirect: 'manual' } as const
          const { status } = await issuer.get(path, init)
          assert.ok([200, 303, 401].includes(status), `${name}: ${status}`)
        }
      })

      test('the metadata is also served at the path that RFC 8414 requires', async () => {
        const { pathname } = new URL(authUrl)
        const suffix = pathname === '/' ? '' : pathname
        const { status, body } = await issuer.get(`${issuer.origin}${documents[1]}${suffix}`)
        assert.deepEqual([status, body.issuer], [200, authUrl])
      })

      test('no request header changes the metadata', async () => {
        const forged = {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'http',
          forwarded: 'host=evil.example;proto=http',
          'x-original-url': '/evil',
        }
        for (const path of documents) {
          const text = await rawGet(issuer.url + path, forged)
          assert.equal(text.includes('evil'), false)
          assert.equal(JSON.parse(text).token_endpoint, `${authUrl}/oauth2/token`)
        }
      })

      test('any origin may read the metadata', async () => {
        const headers = { origin: 'https://app.example' }
        const answer = await issuer.get(issuer.url + documents[0], { headers })
        assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example')
      })
    },
    authUrl,
  )

await onEveryIssuer('signing keys', (issuer) => {
  const publishedKeys = async (): Promise<{ kid: string; alg: string }[]> =>
    (await retry503(() => issuer.get(`${issuer.url}/oauth2/jwks`))).body.keys

  test('keys are created once, sealed in the database, and published without private parts', async () => {
    const [keys, again] = await Promise.all([publishedKeys(), publishedKeys()])
    assert.deepEqual(keys.map(({ alg }) => alg).sort(), ['ES256', 'RS256'])
    assert.deepEqual(again, keys)
    for (const key of keys)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
        assert.equal(secret in key, false)
    const rows = await issuer.db.query<{ sealed: Buffer }>(sql`select sealed from signing_keys`)
    assert.equal(rows.length, 2)
    for (const { sealed } of rows) assert.equal(sealed.includes('"kty"'), false)
  })

  test('during a rotation new keys are published before they sign, and old keys stay for a while', async () => {
    const token = await issuer.tokenFor(7, ['read:user'])
    const before = await publishedKeys()
    await issuer.command('keys', 'rotate')
    let during = await publishedKeys()
    for (let left = 500; during.length < 4 && left > 0; left--) {
      await pause(20)
      during = await publishedKeys()
    }
    assert.equal(during.length, 4)
    assert.deepEqual(during.slice(0, 2), before)

    await issuer.db.query(sql`update signing_keys set signs_from = now() where signs_from > now()`)
    issuer.clock.offset = 61_000
    const after = await publishedKeys()
    assert.deepEqual(after.slice(2), before)
    assert.equal(await issuer.isGood(token), true)

    await issuer.db.query(
      sql`update signing_keys set retires_at = now() where retires_at is not null`,
    )
    issuer.clock.offset = 183_000
    assert.deepEqual(await publishedKeys(), after.slice(0, 2))
    issuer.clock.offset = 0
  })
})

await onEveryIssuer('an issuer that loses its database', (issuer) => {
  for (const [when, statement] of [
    ['before it knows the application', 'from applications'],
    ['while it saves a token', 'insert into oauth_tokens'],
  ] as const)
    test(`the issuer answers temporarily_unavailable ${when}`, async () => {
      const { basic } = await issuer.register()
      const { app, installed } = await startFoyer(failingAt(issuer.db, statement))
      const url = `${installed.config.authUrl}/oauth2/token`
      const body = new URLSearchParams({ grant_type: 'client_credentials' })
      const answer = await issuer.get(url, {
        method: 'POST',
        headers: { authorization: basic },
        body,
      })
      await app.close()
      assert.deepEqual(
        [answer.status, answer.headers.get('retry-after'), answer.body.error],
        [503, '1', 'temporarily_unavailable'],
      )
    })
})

/** A database that fails for every statement that contains this text. */
function failingAt(db: OpenDatabase, text: string): OpenDatabase {
  const guarded = (on: Queryable): Queryable => ({
    query: async (statement) => {
      if (statement.text.includes(text)) throw new Unavailable('away')
      return on.query(statement)
    },
  })
  return {
    ...guarded(db),
    kind: db.kind,
    transaction: (work) => db.transaction((tx) => work({ ...tx, ...guarded(tx) })),
    transactionFor: (userId, work) =>
      db.transactionFor(userId, (tx) => work({ ...tx, ...guarded(tx) })),
    bulkTransaction: (work) => db.bulkTransaction((tx) => work({ ...tx, ...guarded(tx) })),
    assertCapacity: (userId, deadline) => db.assertCapacity(userId, deadline),
    script: (script) => db.script(script),
    listen: (channel, heard) => db.listen(channel, heard),
    close: () => db.close(),
  }
}

/** `fetch` sets the `Host` header itself. This function sends the headers unchanged. */
function rawGet(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
    asked.on('error', reject).end()
  })
}
