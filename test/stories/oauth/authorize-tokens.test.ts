import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endConnection } from '../../../src/identity/consents/connections.ts'
import { rotateKeys } from '../../../src/identity/oauth/keys/keys.ts'
import { createAdapter } from '../../../src/identity/oauth/tokens/adapter.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import {
  authorize,
  claimsIn,
  type RelyingParty,
  relyingParty,
  signedIn,
  told,
  visit,
} from '../../support/authorize.ts'
import { type Foyer, onEveryDatabase, secretKey } from '../../support/foyer.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

await onEveryDatabase('Tokens of a user who has signed in', (foyer) => {
  const isGood = async (token: string): Promise<boolean> =>
    (await fetch(`${foyer.baseUrl}/user`, bearer(token))).status === 200
  const userInfo = async (init: RequestInit) =>
    told(await fetch(`${foyer.authUrl}/oauth2/userinfo`, init))

  test('a refresh token is good for one use and gives the next', async () => {
    const { app, tokens } = await connected(foyer)
    const { status, body } = await app.refresh(tokens.refresh_token)
    assert.equal(status, 200)
    assert.notEqual(body.refresh_token, tokens.refresh_token)
    assert.deepEqual([body.token_type, body.scope], ['bearer', 'openid read:user'])
    assert.ok(await isGood(body.access_token))
    assert.equal((await app.refresh(body.refresh_token)).status, 200)
  })

  test('one that is used twice takes all of its sign-in down, and nothing of another', async () => {
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

  test('a code that is used twice takes all down that came of it', async () => {
    const { app, browser } = await connected(foyer)
    const code = await authorize(browser, app.authorizeUrl())
    const { body } = await app.exchange(code)
    assert.equal((await app.exchange(code)).body.error, 'invalid_grant')
    assert.equal(await isGood(body.access_token), false)
    assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
  })

  test('a code of another application is worth nothing', async () => {
    const { browser, app } = await connected(foyer)
    const thief = await relyingParty(foyer)
    const { body } = await thief.exchange(await authorize(browser, app.authorizeUrl()))
    assert.equal(body.error, 'invalid_grant')
  })

  test('fewer scopes can be had with a refresh token, and not more', async () => {
    const { app, browser } = await connected(foyer)
    const scope = 'openid read:user write:user'
    const first = (await app.exchange(await authorize(browser, app.authorizeUrl({ scope })))).body
    const fewer = await app.refresh(first.refresh_token, { scope: 'read:user' })
    assert.equal(fewer.body.scope, 'read:user')
    const more = await app.refresh(fewer.body.refresh_token, { scope: 'read:user read:sales' })
    assert.deepEqual([more.status, more.body.error], [400, 'invalid_scope'])
  })

  test('refresh tokens end 180 days after the sign-in, however often they are used', async () => {
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

  test('a grant is kept as long as anything that comes of it can be alive, and no longer', async () => {
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

  test('an application can end its tokens', async () => {
    const { app, tokens } = await connected(foyer)
    assert.equal((await app.post('revoke', { token: tokens.refresh_token })).status, 200)
    assert.equal((await app.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await isGood(tokens.access_token), false)
  })

  test('a sibling service is told whose a token is', async () => {
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

  test('new signing keys end no token', async () => {
    const { app, tokens } = await connected(foyer)
    const { db } = foyer
    await rotateKeys(db, 'test-key-0123456789-abcdefghijklmnopqrstuvwxyz')
    foyer.clock.offset += 61_000
    assert.ok(await isGood(tokens.access_token))
    const { status, body } = await app.refresh(tokens.refresh_token)
    assert.equal(status, 200)
    const { keys } = (await told(await fetch(`${foyer.authUrl}/oauth2/jwks`))).body
    const header = JSON.parse(Buffer.from(body.id_token.split('.')[0], 'base64url').toString()) as {
      kid: string
    }
    assert.ok(keys.some(({ kid }: { kid: string }) => kid === header.kid))
    foyer.clock.offset = 0
  })

  test('who the user is, is told as far as the scopes go', async () => {
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
      // The ID token says who it is and no more.
      assert.deepEqual(Object.keys(claimsIn(body.id_token)).toSorted(), [
        'amr',
        'aud',
        'auth_time',
        'exp',
        'iat',
        'iss',
        'sub',
      ])
    }
  })

  test('the address that is told is the default one', async () => {
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
        street_address: '12 St James’s Square',
        locality: 'London',
        postal_code: 'SW1Y 4LB',
        country: 'United Kingdom',
      },
    })
  })

  test('who the user is, is told to a good token in the header alone', async () => {
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
    const { status } = await told(
      await fetch(`${foyer.authUrl}/oauth2/userinfo?access_token=${tokens.access_token}`),
    )
    assert.equal(status, 401)
    const preflight = await fetch(`${foyer.authUrl}/oauth2/userinfo`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    })
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/)
  })

  test('a code that has been given when the application is disconnected is worth nothing', async () => {
    const { app, browser, user } = await connected(foyer)
    const code = await authorize(browser, app.authorizeUrl())
    assert.ok(await endConnection(foyer.db, user.id, app.applicationId))
    assert.equal((await app.exchange(code)).body.error, 'invalid_grant')
    assert.equal((await visit(browser, app.authorizeUrl())).status, 200)
  })
})

/** A user who has signed in and let an application in, and its tokens. */
async function connected(foyer: Foyer) {
  const user = await foyer.newUser()
  const app: RelyingParty = await relyingParty(foyer)
  const browser = await signedIn(foyer, user.id)
  const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
  return { user, app, browser, tokens: body }
}
