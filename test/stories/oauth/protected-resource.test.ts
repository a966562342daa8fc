import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { onEveryDatabase } from '../../support/foyer.ts'

await onEveryDatabase('the metadata of the interface', (foyer) => {
  const metadataUrl = () => {
    const { origin, pathname } = new URL(foyer.baseUrl)
    return `${origin}/.well-known/oauth-protected-resource${pathname}`
  }

  test('says where to get tokens, and which scopes (RFC 9728)', async () => {
    const response = await fetch(metadataUrl())
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const metadata = (await response.json()) as Record<string, unknown>
    assert.equal(metadata.resource, foyer.baseUrl)
    assert.deepEqual(metadata.authorization_servers, [foyer.authUrl])
    assert.deepEqual(metadata.bearer_methods_supported, ['header'])
    assert.deepEqual(metadata.scopes_supported, [
      'read:user',
      'write:user',
      'read:webhooks',
      'write:webhooks',
    ])
    const [issuer] = metadata.authorization_servers as string[]
    const server = await fetch(`${issuer}/.well-known/oauth-authorization-server`)
    assert.equal(((await server.json()) as { issuer: string }).issuer, issuer)
  })

  test('can be read by pages of other origins', async () => {
    const preflight = await fetch(metadataUrl(), {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
    })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /GET/)
  })

  test('is named by the challenges of 401 and 403, after what older clients read', async () => {
    const { accessToken } = await foyer.newUser(['read:webhooks'])
    for (const [token, status, first] of [
      [undefined, 401, 'Bearer realm="foyer"'],
      ['x', 401, 'Bearer realm="foyer",error="invalid_token",'],
      [accessToken, 403, 'Bearer realm="foyer",error="insufficient_scope",scope="read:user"'],
    ] as const) {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
      const response = await fetch(`${foyer.baseUrl}/user`, { headers })
      assert.equal(response.status, status)
      const challenges = response.headers.get('www-authenticate') ?? ''
      assert.ok(challenges.startsWith(first), challenges)
      const [, named] = /resource_metadata="([^"]+)"$/.exec(challenges) ?? []
      assert.equal(named, metadataUrl())
    }
    // Older clients read the first line only, to its last quotation mark.
    const [answer] = (await once(get(`${foyer.baseUrl}/user`), 'response')) as [IncomingMessage]
    answer.resume()
    const lines = answer.headersDistinct['www-authenticate'] ?? []
    assert.deepEqual(
      lines.map((line) => line.includes('resource_metadata')),
      [false, true],
    )
  })
})
