import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endConnection } from '../../../src/identity/oauth/consents/connections.ts'
import { createAdapter } from '../../../src/identity/oauth/tokens/adapter.ts'
import { hashSecret } from '../../../src/platform/secrets/secrets.ts'
import {
  authorize,
  claimsIn,
  parseResponse,
  type RelyingParty,
  relyingParty,
  signedIn,
  visit,
} from '../../support/authorize.ts'
import { type Foyer, onEveryDatabase, secretKey } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

await onEveryDatabase('tokens of a signed-in user', (foyer) => {
  const isGood = async (token: string): Promise<boolean> =>
    (await fetch(`${foyer.baseUrl}/user`, bearer(token))).status === 200
  const userInfo = async (init: RequestInit) =>
    parseResponse(await fetch(`${foyer.authUrl}/oauth2/userinfo`, init))

  test('a refresh token works once and returns the next one', async () => {
    const { app, tokens } = await connected(foyer)
    const { status, body } = await app.refresh(tokens.refresh_token)
    assert.equal(status, 200)
    assert.notEqual(body.refresh_token, tokens.refresh_token)
    assert.deepEqual([body.token_type, body.scope], ['bearer', 'openid read:user'])
    assert.ok(await isGood(body.access_token))
    assert.equal((await app.refresh(body.refresh_token)).status, 200)
  })

  test('a refresh token that is used twice ends all tokens of its sign-in, and no others', async () => {
    const { app, tokens, browser } = await connected(foyer)
    const other = (await app.exchange(await authorize(browser, app.authorizeUrl()))).body
    const { body } = await app.refresh(tokens.refresh_token)
    const again = await app.refresh(tokens.refresh_token)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
    assert.deepEqual(
      await Promise.all([tokens, body].map(({ access_token }) => isGood(access_token))),
      [false, false],
    )
    assert.ok(await isGood(other.access_token))
    assert.equal((await app.refresh(other.refresh_token)).status, 200)
  })

  test('a code that is used twice ends all tokens that came from it', async () => {
    const { app, browser } = await connected(foyer)
    const code = await authorize(browser, app.authorizeUrl())
    const { body } = await app.exchange(code)
    assert.equal((await app.exchange(code)).body.error, 'invalid_grant')
    assert.equal(await isGood(body.access_token), false)
    assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
  })

  test('a code of another application is refused', async () => {
    const { browser, app } = await connected(foyer)
    const thief = await relyingParty(foyer)
    const { body } = await thief.exchange(await authorize(browser, app.authorizeUrl()))
    assert.equal(body.error, 'invalid_grant')
  })

  test('a refresh request may ask for fewer scopes, and not for more', async () => {
    const { app, browser } = await connected(foyer)
    const scope = 'openid read:user write:user'
    const first = (await app.exchange(await authorize(browser, app.authorizeUrl({ scope })))).body
    const fewer = await app.refresh(first.refresh_token, { scope: 'read:user' })
    assert.equal(fewer.body.scope, 'read:user')
    const more = await app.refresh(fewer.body.refresh_token, { scope: 'read:user read:sales' })
    assert.deepEqual([more.status, more.body.error], [400, 'invalid_scope'])
  })

  test('refresh tokens expire 180 days after the sign-in, however often they are used', async () => {
    const { app, tokens, user } = await connected(foyer)
    const iiat = Math.floor(Date.now() / 1000) - 179 * 86_400
    const kept = createAdapter(foyer.db, secretKey)('RefreshToken')
    const token = await kept.find(tokens.refresh_token)
    await kept.upsert(tokens.refresh_token, { ...token, iiat }, 0)
    assert.equal((await app.refresh(tokens.refresh_token)).status, 200)
    const [row] = await foyer.db.query<{ days: number }>(sql`
      select extract(epoch from expires_at - now())::float8 / 86400 as days from oauth_tokens
      where model = 'RefreshToken' and user_id = ${user.id} and consumed_at is null`)
    assert.ok(row !== undefined && row.days > 0.9 && row.days < 1.1, `${row?.days}`)
  })

  test('a grant is kept exactly as long as a code or token from it can be valid', async () => {
    const day = 86_400
    for (const [grantTypes, seconds] of [
      [['authorization_code', 'refresh_token'], 60 + 180 * day + 3_600],
      [['authorization_code'], 60 + 3_600],
    ] as const) {
      const app = await relyingParty(foyer, { grantTypes })
      const { id } = await foyer.newUser()
      const browser = await signedIn(foyer, id)
      const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
      assert.equal('refresh_token' in body, seconds > day)
      const [grant] = await foyer.db.query<{ left: number }>(sql`
        select extract(epoch from expires_at - now())::float8 as left from oauth_grants
        where user_id = ${id} and application_id = ${app.applicationId}`)
      assert.ok(grant !== undefined && Math.abs(grant.left - seconds) < 60, `${grant?.left}`)
    }
  })

  test('the clean-up deletes the grant of a code that nobody has used', async () => {
    const { app, user, browser, tokens } = await connected(foyer)
    await authorize(browser, app.authorizeUrl())
    const open = await authorize(browser, app.authorizeUrl())
    const grants = async () =>
      (
        await foyer.db.query(sql`
          select from oauth_grants
          where user_id = ${user.id} and application_id = ${app.applicationId}`)
      ).length
    assert.equal(await grants(), 3)
    const used = await app.exchange(await authorize(browser, app.authorizeUrl()))
    await foyer.db.query(sql`
      update oauth_tokens set expires_at = now() - interval '1 second'
      where user_id = ${user.id} and model in ('AuthorizationCode', 'AccessToken')
        and hash <> ${hashSecret(open)}`)
    await foyer.runChore('delete expired tokens')
    assert.equal(await grants(), 3)
    for (const { refresh_token } of [tokens, used.body])
      assert.equal((await app.refresh(refresh_token)).status, 200)
    assert.equal((await app.exchange(open)).status, 200)
  })

  test('an application can revoke its tokens', async () => {
    const { app, tokens } = await connected(foyer)
    assert.equal((await app.post('revoke', { token: tokens.refresh_token })).status, 200)
    assert.equal((await app.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await isGood(tokens.access_token), false)
  })

  test('introspection tells a sibling service the user of a token', async () => {
    const { tokens, user, app } = await connected(foyer)
    const sibling = await relyingParty(foyer, { redirectUris: [], introspect: true })
    const { body } = await sibling.post('introspect', { token: tokens.access_token })
    assert.deepEqual(
      [body.active, body.sub, body.client_id, body.scope, body.iss],
      [true, String(user.id), app.id, 'openid read:user', foyer.authUrl],
    )
    assert.deepEqual((await sibling.post('introspect', { token: tokens.refresh_token })).body, {
      active: false,
    })
  })

  test('new signing keys do not invalidate tokens', async () => {
    const { app, tokens } = await connected(foyer)
    await foyer.command('keys', 'rotate')
    foyer.clock.offset += 61_000
    assert.ok(await isGood(tokens.access_token))
    const { status, body } = await app.refresh(tokens.refresh_token)
    assert.equal(status, 200)
    const { keys } = (await parseResponse(await fetch(`${foyer.authUrl}/oauth2/jwks`))).body
    const header = JSON.parse(Buffer.from(body.id_token.split('.')[0], 'base64url').toString()) as {
      kid: string
    }
    assert.ok(keys.some(({ kid }: { kid: string }) => kid === header.kid))
    foyer.clock.offset = 0
  })

  test('userinfo returns the claims that the scopes allow', async () => {
    const { app, browser, user } = await connected(foyer)
    const sub = String(user.id)
    for (const [scope, claims] of [
      ['openid', {}],
      ['openid profile', { name: 'Ada Lovelace', locale: 'en' }],
      ['openid email', { email: user.email, email_verified: true }],
      ['openid phone', {}],
    ] as const) {
      const { body } = await app.exchange(await authorize(browser, app.authorizeUrl({ scope })))
      const answer = await userInfo(bearer(body.access_token))
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { sub, ...claims })
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      // The ID token says the same, and nothing else about the user: some libraries read no other.
      const { acr, amr, aud, auth_time, exp, iat, iss, ...told } = claimsIn(body.id_token)
      assert.deepEqual(told, { sub, ...claims })
      assert.ok(acr && amr && aud && auth_time && exp && iat && iss)
    }
  })

  test('spaces around scopes make no difference', async () => {
    const { app, browser, user } = await connected(foyer)
    const url = app.authorizeUrl({ scope: ' openid   email ' })
    const { body } = await app.exchange(await authorize(browser, url))
    assert.deepEqual(body.scope.split(' ').toSorted(), ['email', 'openid'])
    assert.equal(claimsIn(body.id_token).email, user.email)
  })

  test('the ID token of a refresh has the claims of that time', async () => {
    const { app, browser, user } = await connected(foyer)
    const url = app.authorizeUrl({ scope: 'openid profile' })
    const { body } = await app.exchange(await authorize(browser, url))
    assert.equal(claimsIn(body.id_token).name, 'Ada Lovelace')
    await user.user.update({ full_name: 'Ada King' })
    const refreshed = await app.refresh(body.refresh_token)
    assert.equal(claimsIn(refreshed.body.id_token).name, 'Ada King')
  })

  test('the address claim is the default address', async () => {
    const { app, browser, user } = await connected(foyer)
    await foyer.db.query(
      sql`update users set primary_phone = '+442079460000' where id = ${user.id}`,
    )
    const address = {
      full_name: 'Ada Lovelace',
      address_1: '12 St James’s Square',
      city: 'London',
      postal_code: 'SW1Y 4LB',
      country_code: 'GB',
    }
    await user.addresses.create(address)
    await user.addresses.create({ ...address, city: 'Leeds' })
    const url = app.authorizeUrl({ scope: 'openid phone address' })
    const { body } = await app.exchange(await authorize(browser, url))
    assert.deepEqual((await userInfo({ method: 'POST', ...bearer(body.access_token) })).body, {
      sub: String(user.id),
      phone_number: '+442079460000',
      address: {
        formatted: '12 St James’s Square\nLondon\nSW1Y 4LB\nUnited Kingdom',
        street_address: '12 St James’s Square',
        locality: 'London',
        postal_code: 'SW1Y 4LB',
        country: 'United Kingdom',
      },
    })
  })

  test('userinfo answers only to a good token in the Authorization header', async () => {
    const { tokens, user } = await connected(foyer)
    const challenge = 'Bearer realm="foyer",error="invalid_token",error_description="'
    for (const [init, status, start] of [
      [{}, 401, 'Bearer realm="foyer"'],
      [bearer('nothing'), 401, challenge],
      [bearer('A'.repeat(43)), 401, challenge],
      [bearer(user.accessToken), 403, 'Bearer realm="foyer",error="insufficient_scope"'],
      [
        { method: 'POST', body: new URLSearchParams({ access_token: tokens.access_token }) },
        401,
        'Bearer realm="foyer"',
      ],
    ] as const) {
      const answer = await userInfo(init)
      assert.equal(answer.status, status)
      assert.ok(answer.headers.get('www-authenticate')?.startsWith(start))
    }
    const { status } = await parseResponse(
      await fetch(`${foyer.authUrl}/oauth2/userinfo?access_token=${tokens.access_token}`),
    )
    assert.equal(status, 401)
    const preflight = await fetch(`${foyer.authUrl}/oauth2/userinfo`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    })
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/)
  })

  test('a code issued before the application was disconnected is refused', async () => {
    const { app, browser, user } = await connected(foyer)
    const code = await authorize(browser, app.authorizeUrl())
    assert.ok(await endConnection(foyer.db, user.id, app.applicationId))
    assert.equal((await app.exchange(code)).body.error, 'invalid_grant')
    assert.equal((await visit(browser, app.authorizeUrl())).status, 200)
  })
})

/** A user who has signed in and connected an application, and the application’s tokens. */
async function connected(foyer: Foyer) {
  const user = await foyer.newUser()
  const app: RelyingParty = await relyingParty(foyer)
  const browser = await signedIn(foyer, user.id)
  const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
  return { user, app, browser, tokens: body }
}
