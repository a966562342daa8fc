import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authenticateApplication,
  listApplications,
  type NewApplication,
  rotateSecret,
} from '../../../src/identity/applications/applications.ts'
import { updateApplication } from '../../../src/identity/applications/changes.ts'
import type { Queryable } from '../../../src/platform/database/db.ts'
import { onEveryIssuer, redirectUri } from '../../support/oauth.ts'

await onEveryIssuer('applications', (issuer) => {
  test('an application gets an id and a secret of 256 bits, and neither needs encoding', async () => {
    const { id, secret } = await issuer.register()
    assert.match(id, /^app_[\w-]{20}$/)
    assert.match(secret, /^secret_[\w-]{43}$/)
  })

  test('the list of applications contains no secrets', async () => {
    const { id, secret } = await issuer.register({
      name: ' Box office ',
      redirectUris: [redirectUri],
    })
    const listed = (await listApplications(issuer.db)).find(({ clientId }) => clientId === id)
    assert.deepEqual(
      [listed?.name, listed?.kind, listed?.scopes, listed?.grantTypes, listed?.disabledAt],
      [
        'Box office',
        'web',
        ['read:events'],
        ['client_credentials', 'authorization_code', 'refresh_token'],
        null,
      ],
    )
    assert.equal(JSON.stringify(listed).includes(secret), false)
  })

  test('a browser or device application has no secret and no client_credentials grant', async () => {
    for (const kind of ['spa', 'native'] as const) {
      const { application, secret, id } = await issuer.register({
        kind,
        redirectUris: [redirectUri],
      })
      assert.equal(secret, '')
      assert.deepEqual(application.grantTypes, ['authorization_code', 'refresh_token'])
      assert.equal(await rotateSecret(issuer.db, id), null)
    }
  })

  test('an application may redirect to localhost, and a device application to its own URI scheme', async () => {
    const web = await issuer.register({ redirectUris: ['http://localhost:3000/callback'] })
    assert.deepEqual(web.application.redirectUris, ['http://localhost:3000/callback'])
    await issuer.register({ kind: 'native', redirectUris: ['com.example.app:/callback'] })
  })

  test('a device application may redirect to HTTP on its device, and not to HTTPS', async () => {
    for (const host of ['localhost', '127.0.0.1:8443', '[::1]']) {
      const [http, https] = [`http://${host}/cb`, `https://${host}/cb`]
      const { id } = await issuer.register({ kind: 'native', redirectUris: [http] })
      const refused: readonly [string, Partial<NewApplication>][] = [
        ['redirect_uris', { redirectUris: [https] }],
        ['post_logout_redirect_uris', { redirectUris: [http], postLogoutRedirectUris: [https] }],
      ]
      for (const [property, uris] of refused) {
        const faults = new Map([
          [property, [['application.redirect_uri.loopback', { uri: https }]]],
        ])
        const expected = { code: 'validation_failed', details: { faults } }
        await assert.rejects(issuer.register({ kind: 'native', ...uris }), expected)
        await assert.rejects(updateApplication(issuer.db, id, uris), expected)
      }
      await issuer.register({ redirectUris: [https] })
    }
  })

  test('every wrong client id or secret costs the same database query', async () => {
    const { id, secret } = await issuer.register()
    const asked: string[] = []
    const db: Queryable = {
      query(statement) {
        asked.push(statement.name)
        return issuer.db.query(statement)
      },
    }
    for (const [clientId, tried] of [
      [id, 'secret_wrong'],
      ['app_unknown', secret],
      ['\u0000', secret],
      ['', ''],
    ] as const)
      assert.equal(await authenticateApplication(db, clientId, tried), null)
    assert.equal(asked.length, 4)
    assert.equal(new Set(asked).size, 1)
  })

  const refused: Record<string, Partial<NewApplication>> = {
    'without a name': { name: ' ' },
    'with a name too long': { name: 'x'.repeat(129) },
    'with a scope that does not exist': { scopes: ['read:everything'] },
    'with a redirect URI over plain HTTP': { redirectUris: ['http://app.example/'] },
    'with a redirect URI that has a fragment': { redirectUris: ['https://app.example/#a'] },
    'with a redirect URI that is relative': { redirectUris: ['/callback'] },
    'with a redirect URI that runs a script': { redirectUris: ['javascript:alert(1)'] },
    'on a device, with a URI scheme that is not a domain name': {
      kind: 'native',
      redirectUris: ['myapp:/callback'],
    },
    'in a browser, with a secret': {
      kind: 'spa',
      authentication: 'secret',
      redirectUris: [redirectUri],
    },
    'in a browser, without PKCE': {
      kind: 'spa',
      allowMissingPkce: true,
      redirectUris: [redirectUri],
    },
    'in a browser, without a redirect URI': { kind: 'spa' },
    'in a browser, with the client_credentials grant': {
      kind: 'spa',
      grantTypes: ['client_credentials'],
    },
    'for codes, without a redirect URI': { grantTypes: ['authorization_code'] },
    'with a private key': {
      authentication: 'private_key_jwt',
      jwks: { keys: [{ kty: 'EC', d: 'x' }] },
    },
    'as a resource server without a secret': {
      kind: 'spa',
      introspect: true,
      redirectUris: [redirectUri],
    },
    'with an assertion audience and without assertions': { allowTokenEndpointAudience: true },
    'with private_key_jwt and without a key': { authentication: 'private_key_jwt' },
  }
  for (const [what, wanted] of Object.entries(refused))
    test(`registration is refused: an application ${what}`, async () => {
      await assert.rejects(issuer.register(wanted), { code: 'validation_failed' })
    })
})
