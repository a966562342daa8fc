import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WantedApplication } from '../../support/foyer.ts'
import { onEveryIssuer, redirectUri } from '../../support/oauth.ts'

await onEveryIssuer('applications', (issuer) => {
  /** An application as `app list` shows it. */
  const listedAs = async (id: string) =>
    (await issuer.command('app', 'list')).find(
      ({ client_id }: { client_id: string }) => client_id === id,
    )

  test('an application gets an id and a secret of 256 bits, and neither needs encoding', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register()
    assert.match(id, /^app_[\w-]{20}$/)
    assert.match(secret, /^secret_[\w-]{43}$/)
  })

  test('the list of applications contains no secrets', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register({
      name: ' Box office ',
      redirectUris: [redirectUri],
    })
    const listed = await listedAs(id)
    assert.deepEqual(
      [listed.name, listed.kind, listed.scopes, listed.grant_types, listed.disabled_at],
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
      const { clientSecret: secret, clientId: id } = await issuer.register({
        kind,
        redirectUris: [redirectUri],
      })
      assert.equal(secret, '')
      assert.deepEqual((await listedAs(id)).grant_types, ['authorization_code', 'refresh_token'])
      await assert.rejects(
        issuer.command('app', 'rotate-secret', id),
        /^Refused: No enabled application with a secret/,
      )
    }
  })

  test('an application may redirect to localhost, and a device application to its own URI scheme', async () => {
    const web = await issuer.register({ redirectUris: ['http://localhost:3000/callback'] })
    assert.deepEqual((await listedAs(web.clientId)).redirect_uris, [
      'http://localhost:3000/callback',
    ])
    await issuer.register({ kind: 'native', redirectUris: ['com.example.app:/callback'] })
  })

  test('a device application may redirect to HTTP on its device, and not to HTTPS', async () => {
    for (const host of ['localhost', '127.0.0.1:8443', '[::1]']) {
      const [http, https] = [`http://${host}/cb`, `https://${host}/cb`]
      const { clientId: id } = await issuer.register({ kind: 'native', redirectUris: [http] })
      const refused: readonly [string, WantedApplication][] = [
        ['redirect_uris', { redirectUris: [https] }],
        ['post_logout_redirect_uris', { redirectUris: [http], postLogoutRedirectUris: [https] }],
      ]
      for (const [property, uris] of refused) {
        const faults = new Map([
          [property, [['application.redirect_uri.loopback', { uri: https }]]],
        ])
        const expected = { code: 'validation_failed', details: { faults } }
        await assert.rejects(issuer.register({ kind: 'native', ...uris }), expected)
        const options = [
          ...(uris.redirectUris ?? []).map((uri) => `--redirect-uri=${uri}`),
          ...(uris.postLogoutRedirectUris ?? []).map((uri) => `--post-logout-redirect-uri=${uri}`),
        ]
        await assert.rejects(issuer.command('app', 'update', id, ...options), expected)
      }
      await issuer.register({ redirectUris: [https] })
    }
  })

  const refused: Record<string, WantedApplication> = {
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
  }
  for (const [what, wanted] of Object.entries(refused))
    test(`registration is refused: an application ${what}`, async () => {
      await assert.rejects(issuer.register(wanted), { code: 'validation_failed' })
    })
})
