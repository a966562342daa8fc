import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { answered, authorize, relyingParty, signedIn, visit } from '../../support/authorize.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { signedJwt } from '../../support/oauth.ts'

/** A sibling service that is registered as a resource, with the application that introspects. */
async function newSibling(foyer: Foyer) {
  const resource = `https://${randomUUID()}.example/api`
  const app = await relyingParty(foyer)
  await foyer.command('resource', 'add', resource, '--app', app.id)
  const introspect = async (token: string) => (await app.post('introspect', { token })).body
  return { resource, app, introspect }
}

await onEveryDatabase('audiences of tokens (RFC 8707)', (foyer) => {
  const get = (token: string, path = '/user') =>
    fetch(foyer.baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })
  const own = { grant_type: 'client_credentials', scope: 'read:events' }
  /** Signs in for an application. @returns its tokens */
  const tokensFor = async (resource?: string) => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const code = await authorize(browser, app.authorizeUrl({ resource }))
    return { app, browser, tokens: (await app.exchange(code, { resource })).body }
  }

  test('an operator registers, lists and removes sibling services', async () => {
    const { resource, app } = await newSibling(foyer)
    const listed = await foyer.command('resource', 'list')
    const found = listed.find((one: { resource: string }) => one.resource === resource)
    assert.equal(found.client_id, app.id)
    await assert.rejects(foyer.command('resource', 'add', resource, '--app', app.id), /already/)
    for (const [url, why] of [
      ['sales', /http or https URL/],
      [`${resource}#x`, /without a fragment/],
      [foyer.baseUrl, /this service itself/],
    ] as const)
      await assert.rejects(foyer.command('resource', 'add', url, '--app', app.id), why)
    await assert.rejects(
      foyer.command('resource', 'add', `${resource}/2`, '--app', 'nobody'),
      /No enabled application/,
    )
    await foyer.command('resource', 'remove', resource)
    await assert.rejects(foyer.command('resource', 'remove', resource), /No resource/)
    const { body } = await app.post('token', { ...own, resource })
    assert.equal(body.error, 'invalid_target')
  })

  test('a token of the interface has its URL as the audience, and works here alone', async () => {
    const sibling = await newSibling(foyer)
    const { tokens, app } = await tokensFor(foyer.baseUrl)
    assert.equal(tokens.scope, 'openid read:user')
    assert.ok(tokens.id_token)
    assert.equal((await get(tokens.access_token)).status, 200)
    const { body } = await app.post('introspect', { token: tokens.access_token })
    assert.deepEqual([body.active, body.aud, body.token_type], [true, foyer.baseUrl, 'bearer'])
    assert.deepEqual(await sibling.introspect(tokens.access_token), { active: false })
    const headers = { Authorization: `Bearer ${tokens.access_token}` }
    const userInfo = await fetch(`${foyer.authUrl}/oauth2/userinfo`, { headers })
    assert.equal(userInfo.status, 200)
  })

  test('a token of a sibling service works there alone, also after a refresh', async () => {
    const [sibling, other] = [await newSibling(foyer), await newSibling(foyer)]
    const { tokens, app } = await tokensFor(sibling.resource)
    const refreshed = (await app.refresh(tokens.refresh_token)).body
    for (const { access_token: token } of [tokens, refreshed]) {
      const response = await get(token)
      assert.equal(response.status, 401)
      const { code, message } = (await response.json()) as { code: string; message: string }
      assert.equal(code, 'invalid_token')
      assert.match(message, /another service/)
      const seen = await sibling.introspect(token)
      assert.deepEqual([seen.active, seen.aud], [true, sibling.resource])
      assert.match(seen.scope, /read:user/)
      assert.deepEqual(await other.introspect(token), { active: false })
    }
  })

  test('an application gets tokens of its own for one service', async () => {
    const sibling = await newSibling(foyer)
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'a' }] }
    const signer = await relyingParty(foyer, {
      authentication: 'private_key_jwt',
      jwks,
      redirectUris: [],
    })
    const assertion = () => {
      const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 60 }
      const claims = { iss: signer.id, sub: signer.id, aud: foyer.authUrl, jti: randomUUID() }
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signedJwt(
          { alg: 'ES256', kid: 'a' },
          { ...claims, ...times },
          privateKey,
        ),
      }
    }
    const secret = await relyingParty(foyer)
    const gate = await relyingParty(foyer, { introspect: true })
    for (const [app, proof] of [
      [secret, () => ({})],
      [signer, assertion],
    ] as const) {
      const { body } = await app.post('token', { ...own, ...proof(), resource: sibling.resource })
      const seen = await sibling.introspect(body.access_token)
      assert.deepEqual([seen.active, seen.aud], [true, sibling.resource])
      assert.match(await (await get(body.access_token)).text(), /another service/)
      const unknown = await app.post('token', { ...own, ...proof(), resource: 'https://x.example' })
      assert.deepEqual([unknown.status, unknown.body.error], [400, 'invalid_target'])
      const without = (await app.post('token', { ...own, ...proof() })).body
      const general = (await gate.post('introspect', { token: without.access_token })).body
      assert.deepEqual([general.active, general.aud], [true, undefined])
      assert.deepEqual(await sibling.introspect(without.access_token), { active: false })
    }
  })

  test('a resource that is unknown, repeated or not asked for before is invalid_target', async () => {
    const sibling = await newSibling(foyer)
    const { app, browser, tokens } = await tokensFor()
    for (const resource of ['https://unknown.example', 'sales', `${foyer.baseUrl}#x`]) {
      const page = await visit(browser, app.authorizeUrl({ resource }))
      assert.equal(answered(page).error, 'invalid_target')
    }
    const body = new URLSearchParams([
      ...Object.entries({ ...own, client_id: app.id, client_secret: app.secret }),
      ['resource', foyer.baseUrl],
      ['resource', sibling.resource],
    ])
    const twice = await fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST', body })
    assert.equal(((await twice.json()) as { error: string }).error, 'invalid_target')
    const later = await app.refresh(tokens.refresh_token, { resource: sibling.resource })
    assert.deepEqual([later.status, later.body.error], [400, 'invalid_target'])
    assert.ok(later.body.error_description)
  })

  test('a request without a resource gets a token as before', async () => {
    const { app, tokens } = await tokensFor()
    assert.equal((await get(tokens.access_token)).status, 200)
    assert.equal((await app.post('introspect', { token: tokens.access_token })).body.aud, undefined)
    const gate = await relyingParty(foyer, { introspect: true })
    const { body } = await gate.post('introspect', { token: tokens.access_token })
    assert.equal(body.active, true)
  })
})
