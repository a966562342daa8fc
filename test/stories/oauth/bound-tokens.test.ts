import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import {
  authorize,
  type Parameters,
  parseResponse,
  type RelyingParty,
  relyingParty,
  signedIn,
  verifier,
} from '../../support/authorize.ts'
import { onEveryDatabase, startFoyer, type WantedApplication } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { newProofKey } from '../../support/proofs.ts'

type Key = ReturnType<typeof newProofKey>

await onEveryDatabase('tokens that are bound to a key (RFC 9449)', (foyer) => {
  const tokenUrl = () => `${foyer.authUrl}/oauth2/token`
  const userUrl = () => `${foyer.baseUrl}/user`
  const own = { grant_type: 'client_credentials', scope: 'read:events' }

  const post = async (
    { id, secret }: RelyingParty,
    form: Record<string, string>,
    proof?: string,
  ) => {
    const secrets = secret === '' ? {} : { client_secret: secret }
    const body = new URLSearchParams({ client_id: id, ...secrets, ...form })
    const headers: Record<string, string> = proof === undefined ? {} : { DPoP: proof }
    return parseResponse(await fetch(tokenUrl(), { method: 'POST', headers, body }))
  }
  const get = async (scheme: string, token: string, proof?: string, url = userUrl()) =>
    parseResponse(
      await fetch(url, {
        headers: {
          Authorization: `${scheme} ${token}`,
          ...(proof !== undefined && { DPoP: proof }),
        },
      }),
    )

  /** Signs a user in for an application. @returns its bound tokens, and their key */
  async function bound(wanted: WantedApplication = {}, parameters: Parameters = {}) {
    const app = await relyingParty(foyer, wanted)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const key = newProofKey()
    const code = await authorize(browser, app.authorizeUrl(parameters))
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://app.example/callback',
      code_verifier: verifier,
    }
    const { status, body } = await post(app, form, key.proof('POST', tokenUrl()))
    assert.equal(status, 200, JSON.stringify(body))
    return { app, key, tokens: body, browser }
  }
  const refresh = (app: RelyingParty, refresh_token: string, key?: Key) =>
    post(app, { grant_type: 'refresh_token', refresh_token }, key?.proof('POST', tokenUrl()))

  test('a user’s token works with a proof, and tells its key', async () => {
    const { app, key, tokens } = await bound()
    assert.deepEqual([tokens.token_type, tokens.scope], ['DPoP', 'openid read:user'])
    const token = tokens.access_token
    const answer = await get('DPoP', token, key.proofWith('GET', userUrl(), token))
    assert.equal(answer.status, 200)
    const { body } = await app.post('introspect', { token })
    assert.deepEqual([body.token_type, body.cnf.jkt], ['DPoP', key.thumbprint])
    const userInfo = `${foyer.authUrl}/oauth2/userinfo`
    const info = await get('DPoP', token, key.proofWith('GET', userInfo, token), userInfo)
    assert.equal(info.status, 200)
    const odd = `${foyer.baseUrl}//Addresses/?page=1`
    const list = await get('DPoP', token, key.proofWith('GET', odd, token), odd)
    assert.equal(list.status, 200)
    const write = await fetch(userUrl(), {
      method: 'PATCH',
      headers: {
        Authorization: `DPoP ${token}`,
        DPoP: key.proofWith('PATCH', userUrl(), token),
        'Content-Type': 'application/json',
      },
      body: '{}',
    })
    assert.equal(write.status, 403)
    assert.match(
      write.headers.get('www-authenticate') ?? '',
      /^DPoP realm="foyer",error="insufficient_scope",scope="write:user"/,
    )
  })

  test('an application’s own token can be bound, too', async () => {
    const app = await relyingParty(foyer)
    const key = newProofKey()
    const { status, body } = await post(app, own, key.proof('POST', tokenUrl()))
    assert.deepEqual([status, body.token_type, body.scope], [200, 'DPoP', 'read:events'])
    const seen = (await app.post('introspect', { token: body.access_token })).body
    assert.equal(seen.cnf.jkt, key.thumbprint)
    const { code } = (await get('Bearer', body.access_token)).body
    assert.equal(code, 'invalid_token')
  })

  test('the refresh token of a public application needs a proof of the same key', async () => {
    const { app, key, tokens } = await bound({ kind: 'spa', authentication: 'none' })
    for (const wrong of [undefined, newProofKey()]) {
      const { status, body } = await refresh(app, tokens.refresh_token, wrong)
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    }
    const { status, body } = await refresh(app, tokens.refresh_token, key)
    assert.deepEqual([status, body.token_type], [200, 'DPoP'])
    const token = body.access_token
    assert.equal((await get('DPoP', token, key.proofWith('GET', userUrl(), token))).status, 200)
  })

  test('an application that must bind its tokens gets no other ones', async () => {
    const app = await relyingParty(foyer, { dpopBoundAccessTokens: true })
    const none = await post(app, own)
    assert.deepEqual([none.status, none.body.error], [400, 'invalid_dpop_proof'])
    const { id } = await foyer.newUser()
    const issue = ['token', 'issue', '--user', id, '--scope', 'read:user', '--app', app.id] as const
    await assert.rejects(foyer.command(...issue), /gets only tokens that are bound to a key/)
    const browser = await signedIn(foyer, id)
    const code = await authorize(browser, app.authorizeUrl())
    const exchange = await app.exchange(code)
    assert.deepEqual([exchange.status, exchange.body.error], [400, 'invalid_dpop_proof'])
    const proved = await post(app, own, newProofKey().proof('POST', tokenUrl()))
    assert.equal(proved.body.token_type, 'DPoP')
    assert.equal((await foyer.applicationOf(app.id)).dpop_bound_access_tokens, true)
    await foyer.command('app', 'update', app.id, '--dpop-bound-access-tokens', 'false')
    const plain = await post(app, own)
    assert.equal(plain.body.token_type, 'bearer')
    // From the next change on it gets none at once, and the earlier tokens end.
    await foyer.command('app', 'update', app.id, '--dpop-bound-access-tokens', 'true')
    assert.equal((await post(app, own)).body.error, 'invalid_dpop_proof')
    const { body } = await app.post('introspect', { token: plain.body.access_token })
    assert.deepEqual(body, { active: false })
  })

  test('a code that names a key is exchanged only with a proof of it', async () => {
    const key = newProofKey()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const code = await authorize(browser, app.authorizeUrl({ dpop_jkt: key.thumbprint }))
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://app.example/callback',
      code_verifier: verifier,
    }
    const other = await post(app, form, newProofKey().proof('POST', tokenUrl()))
    assert.equal(other.body.error, 'invalid_grant')
    assert.equal((await post(app, form, key.proof('POST', tokenUrl()))).status, 200)
  })

  test('a proof that is too old needs a nonce, and the response has it', async () => {
    const { key, tokens } = await bound()
    const token = tokens.access_token
    const iat = Math.floor(Date.now() / 1000) - 3_600
    const late = await get('DPoP', token, key.proofWith('GET', userUrl(), token, { iat }))
    assert.equal(late.status, 401)
    assert.match(late.headers.get('www-authenticate') ?? '', /^DPoP .*error="use_dpop_nonce"/)
    const nonce = late.headers.get('dpop-nonce') ?? ''
    assert.ok(nonce)
    const proof = (value: string) => key.proofWith('GET', userUrl(), token, { iat, nonce: value })
    const good = await get('DPoP', token, proof(nonce))
    assert.equal(good.status, 200)
    assert.equal(good.headers.get('dpop-nonce'), null)
    const wrong = await get('DPoP', token, proof('x'.repeat(43)))
    assert.match(wrong.headers.get('www-authenticate') ?? '', /error="use_dpop_nonce"/)
    const app = await relyingParty(foyer)
    const asked = await post(app, own, key.proof('POST', tokenUrl(), { iat }))
    assert.deepEqual([asked.status, asked.body.error], [400, 'use_dpop_nonce'])
    const next = asked.headers.get('dpop-nonce') ?? ''
    const again = await post(app, own, key.proof('POST', tokenUrl(), { iat, nonce: next }))
    assert.equal(again.status, 200)
    // Clients keep one nonce for an origin.
    const shared = await get('DPoP', token, proof(asked.headers.get('dpop-nonce') ?? ''))
    assert.equal(shared.status, 200)
  })

  test('a proof works once, on all instances and for many requests at once', async () => {
    const { key, tokens } = await bound()
    const token = tokens.access_token
    const proof = key.proofWith('GET', userUrl(), token)
    const { db, clock } = foyer
    const other = await startFoyer(db, {}, undefined, undefined, { clock })
    const headers = { authorization: `DPoP ${token}`, dpop: proof, host: new URL(userUrl()).host }
    const url = new URL(userUrl()).pathname
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) =>
        n % 2 === 0
          ? (await get('DPoP', token, proof)).status
          : (await other.app.inject({ url, headers })).statusCode,
      ),
    )
    assert.deepEqual(statuses.sort(), [200, ...Array(7).fill(401)])
    const again = await get('DPoP', token, proof)
    assert.match(again.headers.get('www-authenticate') ?? '', /error="invalid_dpop_proof"/)
    assert.match(again.body.message, /already used/)
    const app = await relyingParty(foyer)
    const once = key.proof('POST', tokenUrl())
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(app, own, once)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, body } of answers)
      if (status !== 200) assert.equal(body.error, 'invalid_dpop_proof')
  })

  test('clean-up deletes used proofs that are too old', async () => {
    const { key, tokens } = await bound()
    const token = tokens.access_token
    await get('DPoP', token, key.proofWith('GET', userUrl(), token))
    const old = sql`update oauth_tokens set expires_at = now() - interval '1 second'
      where model = 'ReplayDetection'`
    await foyer.db.query(old)
    await foyer.runChore('delete expired tokens')
    const left = sql`select from oauth_tokens where model = 'ReplayDetection'`
    assert.equal((await foyer.db.query(left)).length, 0)
  })

  /** What a thief may send who has a token, or a proof, or both. */
  test('attacks with tokens and proofs of others are refused', async () => {
    const { key, tokens } = await bound()
    const token = tokens.access_token
    const { accessToken: plain } = await foyer.newUser()
    const url = userUrl()
    const good = (claims: object = {}) => key.proofWith('GET', url, token, claims)
    const ath = { ath: hash('sha256', token, 'base64url') }
    const thief = newProofKey()
    const bad = 'invalid_dpop_proof'
    const attacks: readonly (readonly [string, string, string, string | undefined, string])[] = [
      ['a bound token as Bearer', 'Bearer', token, undefined, 'invalid_token'],
      ['a bound token as Bearer, with a proof', 'Bearer', token, good(), 'invalid_token'],
      ['a plain token as DPoP', 'DPoP', plain, thief.proofWith('GET', url, plain), 'invalid_token'],
      ['no proof', 'DPoP', token, undefined, bad],
      ['a proof of another key', 'DPoP', token, thief.proofWith('GET', url, token), bad],
      ['a proof for another method', 'DPoP', token, good({ htm: 'POST' }), bad],
      ['a proof for another URL', 'DPoP', token, good({ htu: `${url}/x` }), bad],
      ['a proof for another host', 'DPoP', token, good({ htu: 'https://x.example/v2/user' }), bad],
      ['a proof for another token', 'DPoP', token, good({ ath: 'x' }), bad],
      ['a proof without an id', 'DPoP', token, good({ jti: undefined }), bad],
      ['a proof without a time', 'DPoP', token, good({ iat: undefined }), bad],
      ['a proof of the token endpoint', 'DPoP', token, key.proof('POST', tokenUrl()), bad],
      ['a JWT of another type', 'DPoP', token, key.proof('GET', url, ath, { typ: 'JWT' }), bad],
      ['an unsigned proof', 'DPoP', token, key.proof('GET', url, ath, { alg: 'none' }), bad],
      ['two proofs', 'DPoP', token, `${good()}, ${good()}`, bad],
      ['no JWT', 'DPoP', token, 'x', bad],
      ['a malformed token', 'DPoP', 'abc', good(), 'invalid_token'],
      ['an unknown token', 'DPoP', 'A'.repeat(43), good(), 'invalid_token'],
    ]
    for (const [what, scheme, presented, proof, error] of attacks) {
      const { status, headers, body } = await get(scheme, presented, proof)
      assert.equal(status, 401, what)
      assert.equal(body.code, 'invalid_token', what)
      const challenge = headers.get('www-authenticate') ?? ''
      assert.match(challenge, /^DPoP realm="foyer",/, what)
      assert.ok(challenge.includes(`error="${error}"`), `${what}: ${challenge}`)
    }
    assert.equal((await get('DPoP', token, good())).status, 200)
  })

  test('the metadata of both servers says how proofs are signed', async () => {
    const server = await fetch(`${foyer.authUrl}/.well-known/oauth-authorization-server`)
    const { origin, pathname } = new URL(foyer.baseUrl)
    const resource = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`)
    for (const response of [server, resource]) {
      const metadata = (await response.json()) as Record<string, unknown>
      assert.deepEqual(metadata.dpop_signing_alg_values_supported, ['ES256', 'Ed25519', 'EdDSA'])
    }
  })
})
