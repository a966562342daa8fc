import assert from 'node:assert/strict'
import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { test } from 'node:test'
import type { OAuthErrorCode } from '@foyer/client'
import {
  agree,
  answered,
  authorize,
  callback,
  claimsIn,
  relyingParty,
  signedIn,
  unique,
  visit,
} from '../../support/authorize.ts'
import { Browser, formsOf, type Page } from '../../support/browser.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'

const other = 'https://app.example/other'

await onEveryDatabase('authorization', (foyer) => {
  test('an application gets a token after the user has signed in and agreed', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)

    const first = await browser.get(app.authorizeUrl({ nonce: 'a nonce' }))
    assert.equal(first.status, 303)
    const asked = await browser.get(first.location)
    assert.equal(asked.status, 303)
    const { pathname, searchParams } = new URL(asked.location)
    assert.equal(pathname, '/sign-in')

    await signedIn(foyer, user.id, browser)
    const question = await visit(browser, searchParams.get('return_to') ?? '')
    assert.equal(question.status, 200)
    assert.match(question.text, /Tickets &amp; &lt;b&gt;more&lt;\/b&gt;/)
    assert.match(question.text, /app\.example/)
    assert.ok(question.text.includes(user.email))

    const back = await browser.follow(await agree(browser, question))
    const { code, state, iss, ...others } = answered(back)
    assert.deepEqual([state, iss, others], ['a state', foyer.authUrl, {}])

    const { status, headers, body } = await app.exchange(code ?? '')
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.deepEqual(Object.keys(body).toSorted(), [
      'access_token',
      'expires_in',
      'id_token',
      'refresh_token',
      'scope',
      'token_type',
    ])
    assert.deepEqual(
      [body.token_type, body.expires_in, body.scope],
      ['bearer', 3600, 'openid read:user'],
    )
    const { sub, nonce, aud, amr } = claimsIn(body.id_token)
    assert.deepEqual([sub, nonce, aud, amr], [String(user.id), 'a nonce', app.id, ['pwd']])
  })

  test('the sign-in page leads to the consent page, and that leads to the application', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)
    const page = await visit(browser, app.authorizeUrl())
    const fields = { email: user.email, password: 'correct horse' }
    const question = await browser.follow(await browser.submit(page, fields, '/sign-in'))
    const { code = '' } = answered(await browser.follow(await agree(browser, question)))
    assert.equal((await app.exchange(code)).status, 200)
  })

  test('a user is not asked twice for the same consent, unless the application wants it', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    await authorize(browser, app.authorizeUrl())
    assert.ok(answered(await visit(browser, app.authorizeUrl())).code)
    assert.equal((await visit(browser, app.authorizeUrl({ prompt: 'consent' }))).status, 200)
    const wider = app.authorizeUrl({ scope: 'openid read:user write:user' })
    assert.equal((await visit(browser, wider)).status, 200)
  })

  test('every redirect is a 303, and the response names its issuer', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    let page = await browser.get(app.authorizeUrl())
    const statuses = [page.status]
    while (page.location.startsWith(foyer.authUrl)) {
      page = await browser.get(page.location)
      if (page.status === 200) page = await agree(browser, page)
      statuses.push(page.status)
    }
    assert.ok(statuses.length > 2)
    assert.deepEqual([...new Set(statuses)], [303])
    assert.equal(answered(page).iss, foyer.authUrl)
  })

  test('a request that is posted as a form works like a link', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const url = new URL(app.authorizeUrl())
    const fields = Object.fromEntries(url.searchParams)
    const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
    const page = await browser.post('/authorize', fields, headers)
    assert.deepEqual([page.status, new URL(page.location).pathname], [303, '/authorize'])
    assert.equal((await browser.follow(page)).status, 200)
  })

  test('DELETE gets 405 and OPTIONS gets 204, both with the allowed methods', async () => {
    for (const [path, allow] of [
      ['/authorize', 'GET, HEAD, POST, OPTIONS'],
      ['/oauth2/end-session', 'GET, HEAD, POST, OPTIONS'],
      ['/oauth2/end-session/confirm', 'POST, OPTIONS'],
      ['/interaction/any', 'GET, HEAD, POST, OPTIONS'],
    ] as const)
      for (const [method, status] of [
        ['DELETE', 405],
        ['OPTIONS', 204],
      ] as const) {
        const answer = await fetch(`${foyer.authUrl}${path}`, { method })
        assert.deepEqual([answer.status, answer.headers.get('allow')], [status, allow], path)
      }
  })

  test('a state may contain any digits and is returned unchanged', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    for (const state of ['4111111111111111', 'a b&c=d#é"<', '1763723456782']) {
      let page = await visit(browser, app.authorizeUrl({ state }))
      if (page.status === 200) page = await browser.follow(await agree(browser, page))
      assert.equal(answered(page).state, state)
    }
  })

  test('nonce and verifier may contain any digits, in a pushed request too, and are not stored in plain text', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const digits = '4111111111111111'
    const code_verifier = digits.repeat(3)
    const request = {
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid read:user',
      state: digits,
      nonce: digits,
      code_challenge: hash('sha256', code_verifier, 'base64url'),
      code_challenge_method: 'S256',
    }
    const { status, body } = await app.post('par', request)
    assert.equal(status, 201, JSON.stringify(body))
    const pushed = new URLSearchParams({ client_id: app.id, request_uri: body.request_uri })
    const question = await visit(browser, `${foyer.authUrl}/authorize?${pushed}`)
    const { code = '', state } = answered(await browser.follow(await agree(browser, question)))
    assert.equal(state, digits)
    const exchanged = await app.exchange(code, { code_verifier })
    assert.equal(exchanged.status, 200, JSON.stringify(exchanged.body))
    assert.equal(claimsIn(exchanged.body.id_token).nonce, digits)
    const refreshed = await app.refresh(exchanged.body.refresh_token)
    assert.equal(claimsIn(refreshed.body.id_token).nonce, digits)
    const kept = await foyer.db.query(sql`select payload::text from oauth_tokens`)
    assert.ok(kept.length > 0)
    assert.ok(!JSON.stringify(kept).includes(digits))
  })

  test('a refused consent returns access_denied, and the next request asks again', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const question = await visit(browser, app.authorizeUrl())
    const { error, state, iss, code } = answered(
      await browser.follow(await agree(browser, question, 'deny')),
    )
    assert.deepEqual(
      [error, state, iss, code],
      ['access_denied', 'a state', foyer.authUrl, undefined],
    )
    assert.equal((await visit(browser, app.authorizeUrl())).status, 200)
  })

  test('the user’s answer is recorded as an action of the user', async () => {
    const app = await relyingParty(foyer)
    const user = await foyer.newUser()
    const browser = await signedIn(foyer, user.id)
    for (const decision of ['deny', 'allow'])
      await agree(browser, await visit(browser, app.authorizeUrl()), decision)
    const records = await foyer.db.query(sql`
      select action, actor from audit_records
      where user_id = ${user.id} and action like 'consent.%' order by seq`)
    assert.deepEqual(records, [
      { action: 'consent.refused', actor: 'user' },
      { action: 'consent.given', actor: 'user' },
    ])
  })

  test('a redirect URI that does not match exactly gets a page, and no redirect', async () => {
    const app = await relyingParty(foyer, { redirectUris: [callback, other] })
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    for (const redirect_uri of [
      'https://evil.example/callback',
      `${callback}/`,
      `${callback}?x=1`,
      `${callback}#x`,
      `${callback}/../other`,
      'https://app.example:443/callback',
      'https://APP.example/callback',
      'https://app.example@evil.example/callback',
      'http://app.example/callback',
      '//app.example/callback',
      'javascript:alert(1)',
      undefined,
    ]) {
      for (const parameters of [{}, { prompt: 'none' }, { scope: 'no:such' }]) {
        const page = await browser.get(app.authorizeUrl({ redirect_uri, ...parameters }))
        assert.deepEqual([page.status, page.location], [400, ''], `${redirect_uri}`)
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
        // The only link leads to the start of the application, which is registered.
        const elsewhere = /(?:href|action|src)="[^"/?]*\/\/(?!127\.0\.0\.1)[^"]*/g
        assert.deepEqual(page.text.match(elsewhere), ['href="https://app.example/'])
      }
    }
    const code = await authorize(browser, app.authorizeUrl({ redirect_uri: other }))
    assert.equal((await app.exchange(code)).body.error, 'invalid_grant')
  })

  test('unknown parameters are ignored, whatever their values', async () => {
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const app = await relyingParty(foyer)
    const number = '4111111111111111'
    const asked = app.authorizeUrl({ _ga: `2.${number}`, [`utm_${number}`]: 'x' })
    const code = await authorize(browser, asked)
    assert.equal((await app.exchange(code)).status, 200)
    // The server looks up the values of known parameters, so they must not contain a card number.
    const page = await browser.get(app.authorizeUrl({ login_hint: number }))
    assert.equal(page.status, 400)
    assert.match(page.text, /A parameter contains a card number/)
  })

  test('an unknown or disabled application gets a page', async () => {
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const app = await relyingParty(foyer)
    for (const client_id of ['nobody', undefined, '4111111111111111']) {
      const page = await browser.get(app.authorizeUrl({ client_id }))
      assert.deepEqual([page.status, page.location], [400, ''])
      assert.match(page.text, /<html lang="en">/)
    }
    const machine = await relyingParty(foyer, { redirectUris: [] })
    const page = await browser.get(machine.authorizeUrl())
    assert.deepEqual([page.status, page.location], [400, ''])
  })

  test('with form_post a page takes the code, or the error, to the application', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    /** The form of the last page, which leaves for the application. */
    const posted = async (from: string) => {
      let page = await visit(browser, from)
      if (/decision/.test(page.text)) page = await browser.follow(await agree(browser, page))
      assert.equal(page.status, 200, page.text)
      assert.match(page.text, /<h1>Continue to app\.example<\/h1>/)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      const [form] = formsOf(page).filter(({ action }) => action === callback)
      return form?.fields ?? assert.fail('no form')
    }
    const parameters = { response_mode: 'form_post' }
    for (let time = 0; time < 2; time++) {
      const { code, ...others } = await posted(app.authorizeUrl(parameters))
      assert.deepEqual(others, { state: 'a state', iss: foyer.authUrl })
      assert.equal((await app.exchange(code ?? '')).status, 200)
    }
    const wrong = await posted(app.authorizeUrl({ ...parameters, scope: 'openid no:such' }))
    const { error_description: _, ...told } = wrong
    const expected = { error: 'invalid_scope', state: 'a state', iss: foyer.authUrl }
    assert.deepEqual(told, { ...expected, ...('scope' in told && { scope: told.scope }) })
  })

  test('a native application gets no form, which its scheme could not receive', async () => {
    const redirectUris = ['com.example.shop:/callback']
    const app = await relyingParty(foyer, { kind: 'native', redirectUris })
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const page = await visit(browser, app.authorizeUrl({ response_mode: 'form_post' }))
    assert.match(page.location, /^com\.example\.shop:\/callback\?error=invalid_request&/)
  })

  test('other errors of a request are returned to its application', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    for (const [error, parameters] of [
      ['unsupported_response_type', { response_type: 'token' }],
      ['unsupported_response_type', { response_type: 'code id_token' }],
      ['unsupported_response_mode', { response_mode: 'no such' }],
      ['invalid_scope', { scope: 'openid no:such' }],
      ['invalid_scope', { scope: 'openid read:sales' }],
      ['invalid_scope', { scope: 'openid "' }],
      ['invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
      ['invalid_request', { code_challenge_method: 'plain' }],
      ['invalid_request', { code_challenge_method: undefined }],
      ['invalid_request', { code_challenge: 'short' }],
      ['invalid_request', { prompt: 'none login' }],
      ['invalid_request', { max_age: 'long' }],
      ['invalid_request', { id_token_hint: 'nothing' }],
      ['request_not_supported', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
      ['request_uri_not_supported', { request_uri: 'https://evil.example/request' }],
      ['registration_not_supported', { registration: '{}' }],
    ] satisfies [OAuthErrorCode, Parameters<typeof app.authorizeUrl>[0]][]) {
      const page = await browser.get(app.authorizeUrl(parameters))
      assert.ok(page.location.startsWith(callback), JSON.stringify(parameters))
      const told = answered(page)
      assert.deepEqual(
        [told.error, told.state, told.iss, told.code],
        [error, 'a state', foyer.authUrl, undefined],
        JSON.stringify(parameters),
      )
    }
  })

  test('a repeated parameter gets a page', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const page = await browser.get(`${app.authorizeUrl()}&state=another`)
    assert.deepEqual([page.status, page.location], [400, ''])
    assert.match(page.text, /invalid_request/)
  })

  test('a request without a scope gets all scopes of the application', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const code = await authorize(browser, app.authorizeUrl({ scope: undefined }))
    const { body } = await app.exchange(code)
    assert.equal(body.scope.split(' ').toSorted().join(' '), 'read:events read:user write:user')
    assert.equal(body.id_token, undefined)
  })

  test('every application may request the OpenID Connect scopes', async () => {
    const app = await relyingParty(foyer, { scopes: ['read:user'] })
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const scope = 'openid profile email phone address offline_access'
    const { body } = await app.exchange(await authorize(browser, app.authorizeUrl({ scope })))
    assert.equal(body.scope, 'openid profile email phone address')
    assert.ok(body.refresh_token)
  })

  test('an older client without PKCE and openid, and with a repeated scope, must be registered for it', async () => {
    const user = await foyer.newUser()
    const browser = await signedIn(foyer, user.id)
    const parameters = {
      scope: 'read:user write:user',
      code_challenge: undefined,
      code_challenge_method: undefined,
    }
    const strict = await relyingParty(foyer)
    assert.equal(
      answered(await browser.get(strict.authorizeUrl(parameters))).error,
      'invalid_request',
    )

    const older = await relyingParty(foyer, { allowMissingPkce: true })
    const code = await authorize(browser, older.authorizeUrl(parameters))
    const form = { scope: 'read:user write:user', code_verifier: undefined }
    const { status, body } = await older.exchange(code, form)
    assert.deepEqual([status, body.scope, body.id_token], [200, 'read:user write:user', undefined])
    assert.equal((await foyerUser(foyer.baseUrl, body.access_token)).status, 200)
  })

  test('a scope in the token request adds nothing to the code’s scopes', async () => {
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const app = await relyingParty(foyer)
    const code = await authorize(browser, app.authorizeUrl({ scope: 'read:user' }))
    const { status, body } = await app.exchange(code, { scope: 'read:user write:user openid' })
    assert.deepEqual([status, body.scope, body.id_token], [200, 'read:user', undefined])
  })

  test('a code with a challenge requires its verifier, and a code without one refuses any verifier', async () => {
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const app = await relyingParty(foyer, { allowMissingPkce: true })
    for (const code_verifier of [undefined, 'a'.repeat(43)]) {
      const code = await authorize(browser, app.authorizeUrl())
      const { status, body } = await app.exchange(code, { code_verifier })
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    }
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    const { status, body } = await app.exchange(await authorize(browser, app.authorizeUrl(without)))
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  })

  test('a browser application needs only PKCE', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer, { kind: 'spa' })
    const browser = await signedIn(foyer, user.id)
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    assert.equal(answered(await browser.get(app.authorizeUrl(without))).error, 'invalid_request')
    const { status, body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
    assert.equal(status, 200)
    assert.equal((await app.refresh(body.refresh_token)).status, 200)
  })

  test('a device application may use any loopback port, and the user is asked each time', async () => {
    const app = await relyingParty(foyer, {
      kind: 'native',
      redirectUris: ['http://127.0.0.1/done', 'com.example.app:/done'],
    })
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const redirect_uri = 'http://127.0.0.1:51234/done'
    for (let time = 0; time < 2; time++) {
      const question = await visit(browser, app.authorizeUrl({ redirect_uri }))
      assert.equal(question.status, 200)
      const { location } = await browser.follow(await agree(browser, question))
      const { origin, searchParams } = new URL(location)
      assert.equal(origin, 'http://127.0.0.1:51234')
      const code = searchParams.get('code') ?? ''
      assert.equal((await app.exchange(code, { redirect_uri })).status, 200)
    }
    const page = await visit(browser, app.authorizeUrl({ redirect_uri: 'com.example.app:/done' }))
    assert.match(page.text, /com\.example\.app/)
    const wrong = app.authorizeUrl({ redirect_uri: 'http://127.0.0.1:51234/other' })
    assert.equal((await browser.get(wrong)).status, 400)
    assert.equal(
      parametersOf(await browser.get(app.authorizeUrl({ redirect_uri, prompt: 'none' }))).error,
      'interaction_required',
    )
  })

  test('prompt=none never shows a page', async () => {
    const app = await relyingParty(foyer)
    const nobody = new Browser(foyer.authUrl)
    const quiet = app.authorizeUrl({ prompt: 'none' })
    assert.equal(answered(await nobody.get(quiet)).error, 'login_required')
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    assert.equal(answered(await browser.get(quiet)).error, 'consent_required')
    await authorize(browser, app.authorizeUrl())
    assert.ok(answered(await browser.get(quiet)).code)
  })

  test('prompt=login makes the user sign in again, exactly once', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    await authorize(browser, app.authorizeUrl())
    const asked = await visitUntilSignIn(browser, app.authorizeUrl({ prompt: 'login' }))
    // Without a sign-in, the request leads back to the sign-in page.
    const again = await browser.get(asked)
    assert.equal(new URL(again.location).pathname, '/sign-in')
    await signedIn(foyer, user.id, browser)
    const back = await browser.follow(await browser.get(asked))
    assert.ok(answered(back).code)
  })

  test('a user who signs in again as somebody else is asked for consent as that user', async () => {
    const [one, two] = [await foyer.newUser(), await foyer.newUser()]
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, one.id)
    await authorize(browser, app.authorizeUrl())
    const asked = await visitUntilSignIn(browser, app.authorizeUrl({ prompt: 'login' }))
    await signedIn(foyer, two.id, browser)
    const question = await visit(browser, asked)
    assert.ok(question.text.includes(two.email))
    const { code = '' } = answered(await browser.follow(await agree(browser, question)))
    const { body } = await app.exchange(code)
    assert.equal(claimsIn(body.id_token).sub, String(two.id))
  })

  test('a sign-in older than max_age must be repeated', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    await authorize(browser, app.authorizeUrl())
    assert.ok(answered(await visit(browser, app.authorizeUrl({ max_age: '3600' }))).code)
    await foyer.db.script(
      `update sessions set signed_in_at = now() - interval '1 day' where user_id = ${user.id}`,
    )
    const asked = await visitUntilSignIn(browser, app.authorizeUrl({ max_age: '3600' }))
    await signedIn(foyer, user.id, browser)
    const { code = '' } = answered(await browser.follow(await browser.get(asked)))
    const { auth_time } = claimsIn((await app.exchange(code)).body.id_token)
    assert.ok(Math.abs(auth_time - Date.now() / 1000) < 60)
  })

  test('id_token_hint must match the signed-in user', async () => {
    const [one, two] = [await foyer.newUser(), await foyer.newUser()]
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, one.id)
    const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
    const hint = { id_token_hint: body.id_token, prompt: 'none' }
    assert.ok(answered(await browser.get(app.authorizeUrl(hint))).code)
    await signedIn(foyer, two.id, browser)
    assert.equal(answered(await browser.get(app.authorizeUrl(hint))).error, 'login_required')
  })

  test('the sign-in page uses the language in ui_locales', async () => {
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)
    const url = app.authorizeUrl({ ui_locales: 'tlh de-AT fr' })
    const { location } = await browser.get((await browser.get(url)).location)
    assert.equal(new URL(location).searchParams.get('lang'), 'de')
  })

  test('a pushed request works once, and only its request_uri is needed', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const { searchParams } = new URL(app.authorizeUrl({ state: 'pushed' }))
    const pushed = await app.post('par', Object.fromEntries(searchParams))
    assert.equal(pushed.status, 201, JSON.stringify(pushed.body))
    assert.deepEqual(Object.keys(pushed.body).toSorted(), ['expires_in', 'request_uri'])
    const { request_uri } = pushed.body
    const url = `${foyer.authUrl}/authorize?${new URLSearchParams({ client_id: app.id, request_uri })}`
    const question = await visit(browser, url)
    const { state, code = '' } = answered(await browser.follow(await agree(browser, question)))
    assert.equal(state, 'pushed')
    assert.equal((await app.exchange(code)).status, 200)
    assert.equal(answered(await visit(browser, url)).error, 'invalid_request_uri')

    const unknown = { ...Object.fromEntries(searchParams), scope: 'openid no:such' }
    assert.equal((await app.post('par', unknown)).body.error, 'invalid_scope')
    const refused = await app.post('par', {
      ...Object.fromEntries(searchParams),
      redirect_uri: 'https://evil.example/',
    })
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request'])
    const stranger = await fetch(`${foyer.authUrl}/oauth2/par`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: app.id,
        client_secret: 'wrong',
        response_type: 'code',
      }),
    })
    assert.equal(stranger.status, 401)
  })

  test('an application may authenticate with its own key, and uses each assertion once', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = { ...publicKey.export({ format: 'jwk' }), kid: 'its-own', alg: 'ES256', use: 'sig' }
    const app = await relyingParty(foyer, {
      authentication: 'private_key_jwt',
      jwks: { keys: [key] },
    })
    const assertion = (): string => {
      const now = Math.floor(Date.now() / 1000)
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'ES256', kid: 'its-own' })}.${part({
        iss: app.id,
        sub: app.id,
        aud: foyer.authUrl,
        jti: unique(),
        iat: now,
        exp: now + 60,
      })}`
      const signature = sign('sha256', Buffer.from(signed), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      })
      return `${signed}.${signature.toString('base64url')}`
    }
    const proof = (client_assertion: string) => ({
      client_assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const used = assertion()
    const code = await authorize(browser, app.authorizeUrl())
    assert.equal((await app.exchange(code, proof(used))).status, 200)
    const next = await authorize(browser, app.authorizeUrl())
    assert.equal((await app.exchange(next, proof(used))).status, 401)
    assert.equal((await app.exchange(next, proof(assertion()))).status, 200)
    assert.equal((await app.exchange(next)).status, 401)
  })
})

const foyerUser = (baseUrl: string, token: string): Promise<Response> =>
  fetch(`${baseUrl}/user`, { headers: { authorization: `Bearer ${token}` } })

const parametersOf = ({ location }: Page): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams)

/** Follows redirects to the sign-in page. @returns the URL to which that page leads back */
async function visitUntilSignIn(browser: Browser, url: string): Promise<string> {
  let page = await browser.get(url)
  while (!page.location.includes('/sign-in?')) {
    assert.equal(page.status, 303, page.text)
    page = await browser.get(page.location)
  }
  return new URL(page.location).searchParams.get('return_to') ?? ''
}
