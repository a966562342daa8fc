import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from './harness.ts'
import { agree, answered, authorize, relyingParty, signedIn, visit } from './support/authorize.ts'
import { Browser } from './support/browser.ts'

await onEveryDatabase('Authorization', (foyer) => {
  test('an application gets a token of the user, who has signed in and agreed', async () => {
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
    const { sub, nonce, aud, amr } = JSON.parse(
      Buffer.from(body.id_token.split('.')[1], 'base64url').toString(),
    )
    assert.deepEqual([sub, nonce, aud, amr], [String(user.id), 'a nonce', app.id, ['pwd']])
  })

  test('what was agreed to once is not asked again, unless the application wants it', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    await authorize(browser, app.authorizeUrl())
    assert.ok(answered(await visit(browser, app.authorizeUrl())).code)
    assert.equal((await visit(browser, app.authorizeUrl({ prompt: 'consent' }))).status, 200)
    const wider = app.authorizeUrl({ scope: 'openid read:user write:user' })
    assert.equal((await visit(browser, wider)).status, 200)
  })
})
