import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { importApplications } from '../../../src/commands/import/applications/import-applications.ts'
import type { LineFault } from '../../../src/commands/import/parse-line.ts'
import type { ImportOptions } from '../../../src/commands/import/run-import.ts'
import { listApplications } from '../../../src/identity/applications/applications.ts'
import { hashSecret } from '../../../src/platform/secrets/secrets.ts'
import { holdsCardNumber } from '../../../src/platform/text/card-number/card-number.ts'
import { withFile } from '../../support/import.ts'
import type { OpenDatabase } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { basicOf, onEveryIssuer, redirectUri, type TestIssuer } from '../../support/oauth.ts'

const grant = { grant_type: 'client_credentials' }
const secret = 'old-Marketplace+Gave~me this 7!'

await onEveryIssuer('imported applications', (issuer) => {
  before(() => issuerReady(issuer.url))

  test('an application keeps its id and its secret, in plain text or as a hash', async () => {
    const plain = { ...bare(), client_secret: secret }
    const hashed = { ...bare(), client_secret_hash: hashSecret(secret).toString('hex') }
    assert.deepEqual(await countsOf(issuer.db, [plain, hashed]), [2, 0, 0])
    for (const { client_id } of [plain, hashed]) {
      const { status, body } = await tokenOf(issuer, client_id, secret)
      assert.equal(status, 200)
      assert.equal(body.scope, 'read:events')
      assert.equal((await tokenOf(issuer, client_id, `${secret}.`)).status, 401)
    }
  })

  test('a secret with + or % works as it is, URL-encoded, and in the form', async () => {
    for (const kept of [secret, '100%zz-and-0123456789abc', 'a%2Bb:c+d%41 0123456789']) {
      const line = { ...bare(), client_secret: kept }
      await countsOf(issuer.db, [line])
      const id = line.client_id
      const statusOf = async (sent: string) =>
        (await issuer.post('token', grant, { authorization: basicOf(id, sent) })).status
      assert.equal(await statusOf(kept), 200)
      assert.equal(await statusOf(encodeURIComponent(kept)), 200)
      assert.equal((await tokenOf(issuer, id, kept)).status, 200)
      const form = { ...grant, client_id: id, client_secret: kept }
      assert.equal((await issuer.post('token', form)).status, 200)
      for (const wrong of [
        `${kept}.`,
        `%${kept}`,
        encodeURIComponent(encodeURIComponent(kept)),
        '%zz',
        '',
      ])
        assert.equal(await statusOf(wrong), 401, wrong)
    }
  })

  test('a secret whose digits look like a card number works in the header and in the form', async () => {
    const kept = '277ca57222795284506cbc4d7ef033af'
    assert.ok(holdsCardNumber(kept))
    const line = { ...bare(), client_secret: kept }
    const { counts, faults } = await importOf(issuer.db, [line])
    assert.deepEqual([counts, faults], [[1, 0, 0], []])
    assert.equal((await tokenOf(issuer, line.client_id, kept)).status, 200)
    const form = { ...grant, client_id: line.client_id, client_secret: kept }
    assert.equal((await issuer.post('token', form)).status, 200)
    const wrong = await issuer.post('token', { ...form, client_secret: `${kept}0` })
    assert.equal(wrong.status, 401)
    const hashed = { ...bare(), client_secret_hash: `${kept}${kept}` }
    assert.deepEqual(await countsOf(issuer.db, [hashed]), [1, 0, 0])
  })

  test('an application without a secret gets one by a rotation', async () => {
    const line = bare()
    await countsOf(issuer.db, [line])
    assert.equal((await tokenOf(issuer, line.client_id, '')).status, 401)
    const rotated = await issuer.command('app', 'rotate-secret', line.client_id)
    const { status } = await tokenOf(issuer, line.client_id, rotated?.client_secret ?? '')
    assert.equal(status, 200)
  })

  test('all properties of a line are imported', async () => {
    const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] }
    const line = {
      ...bare(),
      name: ' Box office ',
      authentication: 'private_key_jwt',
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: ['https://app.example/'],
      scopes: ['read:user', 'write:user'],
      grant_types: ['authorization_code'],
      introspect: true,
      allow_token_endpoint_audience: true,
      allow_missing_pkce: true,
      dpop_bound_access_tokens: true,
      jwks,
      terms_url: 'https://app.example/terms',
      privacy_url: 'https://app.example/privacy',
    }
    await countsOf(issuer.db, [line])
    const applications = await listApplications(issuer.db)
    const found = applications.find(({ clientId }) => clientId === line.client_id)
    const { id: _id, createdAt: _at, ...rest } = found ?? assert.fail('not found')
    assert.deepEqual(rest, {
      clientId: line.client_id,
      name: 'Box office',
      kind: 'web',
      authentication: 'private_key_jwt',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: ['https://app.example/'],
      scopes: ['read:user', 'write:user'],
      grantTypes: ['authorization_code'],
      introspect: true,
      allowTokenEndpointAudience: true,
      dpopBoundAccessTokens: true,
      allowMissingPkce: true,
      jwks,
      termsUrl: 'https://app.example/terms',
      privacyUrl: 'https://app.example/privacy',
      logo: null,
      selfRegistered: false,
      disabledReason: null,
      disabledAt: null,
    })
  })

  test('importing the same file again adds and changes nothing', async () => {
    const line = { ...bare(), client_secret: secret }
    assert.deepEqual(await countsOf(issuer.db, [line], { dryRun: true }), [1, 0, 0])
    assert.deepEqual(await countsOf(issuer.db, [line]), [1, 0, 0])
    const changed = { ...line, client_secret: `${secret}.`, name: 'Another' }
    assert.deepEqual(await countsOf(issuer.db, [changed]), [0, 1, 0])
    assert.deepEqual(await countsOf(issuer.db, [changed], { dryRun: true }), [0, 1, 0])
    assert.equal((await tokenOf(issuer, line.client_id, secret)).status, 200)
  })

  test('two imports of the same file at once add every application once', async () => {
    const lines = Array.from({ length: 20 }, bare)
    const both = await Promise.all([countsOf(issuer.db, lines), countsOf(issuer.db, lines)])
    assert.equal(both[0][0] + both[1][0], 20)
    assert.equal(both[0][1] + both[1][1], 20)
  })

  test('invalid lines are refused with their errors, and valid lines are not', async () => {
    const good = bare()
    const twice = bare()
    const lines = [...wrongLines.map(([line]) => line), good, twice, twice]
    const { counts, faults } = await importOf(issuer.db, lines)
    assert.deepEqual(counts, [1, 0, wrongLines.length + 2])
    const number = wrongLines.length + 2
    const repeated = `client_id: The lines ${number} and ${number + 1} have the same value.`
    const found = lines.map((_, index) =>
      faults
        .filter(({ line }) => line === index + 1)
        .map(({ property, message }) => `${property}: ${message}`),
    )
    const expected = wrongLines.map(([, fault]) => [fault])
    assert.deepEqual(found, [...expected, [], [repeated], [repeated]])
  })
})

const bare = () => ({ client_id: `old-${randomUUID()}`, name: 'Box office' })

const weak =
  'null: client_secret must be 20 to 256 random ASCII characters. Without it, the application gets a new secret by foyer app rotate-secret.'

/** Invalid lines, with the error of each. */
const wrongLines: readonly (readonly [line: object | string, fault: string])[] = [
  ['{', 'null: The line is not valid JSON. The error is at column 2.'],
  [{ name: 'Box office' }, 'client_id: A value is required.'],
  [{ client_id: 'x' }, 'name: A value is required.'],
  [
    { ...bare(), client_id: 'a b' },
    'null: A client id must have 1 to 128 letters, digits and . _ ~ -',
  ],
  [
    { ...bare(), client_id: 'foyer-demo' },
    'null: The client id foyer-demo belongs to Foyer itself.',
  ],
  [{ ...bare(), client_id: '4111111111111111' }, 'client_id: Must not contain a card number.'],
  [{ ...bare(), client_secret: 'short' }, weak],
  [{ ...bare(), client_secret: 'a'.repeat(32) }, weak],
  [{ ...bare(), client_secret: 'grüße-an-alle-in-der-welt' }, weak],
  [
    { ...bare(), client_secret_hash: 'abc' },
    'null: client_secret_hash must be SHA-256, in 64 hexadecimal digits.',
  ],
  [
    { ...bare(), client_secret: secret, client_secret_hash: 'a'.repeat(64) },
    'null: An application needs either client_secret or client_secret_hash.',
  ],
  [
    { ...bare(), client_secret: secret, kind: 'spa', redirect_uris: [redirectUri] },
    'null: Only an application that authenticates with a secret can have one.',
  ],
  [
    { ...bare(), authentication: 'private_key_jwt' },
    'null: The method private_key_jwt needs a key set, and only this method can have one.',
  ],
  [{ ...bare(), redirect_uris: redirectUri }, 'redirect_uris: Must be a list, in square brackets.'],
  [{ ...bare(), kind: 'desktop' }, 'kind: Must be one of web, native, spa.'],
  [
    { ...bare(), grant_types: ['password'] },
    'grant_types: Must be one of client_credentials, authorization_code, refresh_token.',
  ],
  [{ ...bare(), secret }, 'secret: This property does not exist here. Did you mean client_secret?'],
]

async function importOf(
  db: OpenDatabase,
  lines: readonly (object | string)[],
  options: Partial<ImportOptions> = {},
) {
  return withFile(lines, async (path) => {
    const faults: LineFault[] = []
    const { imported, present, refused } = await importApplications(db, {
      path,
      dryRun: false,
      onProgress() {},
      onRefused: (found) => faults.push(...found),
      ...options,
    })
    return { counts: [imported, present, refused] as const, faults }
  })
}

const countsOf = async (...given: Parameters<typeof importOf>) => (await importOf(...given)).counts

/** Asks for a token of the application itself. */
function tokenOf(issuer: TestIssuer, clientId: string, clientSecret: string) {
  const [id, secret] = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ part }).toString().slice('part='.length),
  )
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return issuer.post('token', grant, { authorization })
}
