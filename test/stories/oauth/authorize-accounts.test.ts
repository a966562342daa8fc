import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agree,
  answered,
  claimsIn,
  relyingParty,
  signedIn,
  signInTo,
  visit,
} from '../../support/authorize.ts'
import { Browser, formsOf, type Page, unescaped } from '../../support/browser.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { behindProxy, headingOf, newBrowser } from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'

/** The sign-in form on a page. */
const signInForm = (page: Page) => {
  const form = formsOf(page).find(({ action }) => action.endsWith('/sign-in'))
  assert.ok(form, page.text)
  return form
}

await onEveryDatabase(
  'login_hint',
  (foyer) => {
    test('login_hint prefills the email field and appears in no URL', async () => {
      const app = await relyingParty(foyer)
      const user = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const asked = await browser.get(app.authorizeUrl({ login_hint: user.email }))
      const sent = await browser.get(asked.location)
      assert.doesNotMatch(sent.location + asked.location, /example\.com|login_hint/)
      const page = await browser.get(sent.location)
      assert.equal(signInForm(page).fields.email, user.email)
      // The email is filled in, so the cursor is in the password field.
      assert.match(page.text, /<input id="password"[^>]* autofocus>/)

      // Other browsers and other requests do not show it.
      assert.equal(signInForm(await browser.get('/sign-in')).fields.email, '')
      const other = await visit(browser, `/sign-in?return_to=/interaction/${'x'.repeat(43)}`)
      assert.equal(signInForm(other).fields.email, '')
      assert.equal(signInForm(await new Browser(foyer.authUrl).get(sent.location)).fields.email, '')

      const question = await browser.follow(await browser.submit(page, { password }, '/sign-in'))
      assert.ok(question.text.includes(user.email))
    })

    test('login_hint is shown as plain text, and only if it is an email address', async () => {
      const app = await relyingParty(foyer)
      for (const [login_hint, value] of [
        ['"><b>@example.com', '"><b>@example.com'],
        ['ada', ''],
        ['ada@example.com\r\nSet-Cookie: x=y', ''],
        [`${'a'.repeat(65)}@example.com`, ''],
      ] as const) {
        const page = await visit(newBrowser(foyer.authUrl), app.authorizeUrl({ login_hint }))
        assert.equal(page.status, 200, login_hint)
        assert.equal(signInForm(page).fields.email, value)
        assert.doesNotMatch(page.text, /<b>/)
      }
      const card = await newBrowser(foyer.authUrl).get(
        app.authorizeUrl({ login_hint: '4111111111111111@example.com' }),
      )
      assert.equal(card.status, 400)
    })

    test('a forged hint cookie is ignored', async () => {
      const app = await relyingParty(foyer)
      const browser = newBrowser(foyer.authUrl)
      const asked = await browser.get(app.authorizeUrl({ login_hint: 'ada@example.com' }))
      const { location } = await browser.get(asked.location)
      const cookie = browser.cookie('foyer-hint')
      assert.equal(cookie?.path, '/sign-in')
      assert.ok(cookie?.attributes.includes('httponly'))
      for (const value of ['', '.', 'x', 'x.y.z', cookie?.value.split('.')[0], '%.%']) {
        browser.plant(`foyer-hint=${value}; Path=/sign-in`)
        const page = await browser.get(location)
        assert.deepEqual([page.status, signInForm(page).fields.email], [200, ''], value)
      }
    })
  },
  behindProxy,
)

await onEveryDatabase(
  'choosing another account',
  (foyer) => {
    test('prompt=select_account lets the user sign in to another account', async () => {
      const [one, two] = [await foyer.newUser(), await foyer.newUser()]
      const app = await relyingParty(foyer)
      const browser = await signedIn(foyer, one.id, newBrowser(foyer.authUrl))
      for (const prompt of ['select_account', 'select_account login consent']) {
        const page = await visit(browser, app.authorizeUrl({ prompt }))
        assert.equal(unescaped(headingOf(page)), signInTo(), prompt)
        const fields = { email: two.email, password }
        const question = await browser.follow(await browser.submit(page, fields, '/sign-in'))
        assert.ok(question.text.includes(two.email), question.text)
        const { code = '' } = answered(await browser.follow(await agree(browser, question)))
        assert.equal(claimsIn((await app.exchange(code)).body.id_token).sub, String(two.id))
      }
      // A signed-out user signs in only once.
      const stranger = newBrowser(foyer.authUrl)
      const page = await visit(stranger, app.authorizeUrl({ prompt: 'select_account' }))
      const fields = { email: two.email, password }
      const back = await stranger.follow(await stranger.submit(page, fields, '/sign-in'))
      assert.ok(answered(back).code)
    })

    test('select_account works in a pushed request, and not together with prompt=none', async () => {
      const app = await relyingParty(foyer)
      const browser = await signedIn(foyer, (await foyer.newUser()).id, newBrowser(foyer.authUrl))
      const { searchParams } = new URL(app.authorizeUrl({ prompt: 'select_account' }))
      const { status, body } = await app.post('par', Object.fromEntries(searchParams))
      assert.equal(status, 201)
      const query = new URLSearchParams({ client_id: app.id, request_uri: body.request_uri })
      assert.equal(unescaped(headingOf(await visit(browser, `/authorize?${query}`))), signInTo())
      const both = await browser.get(app.authorizeUrl({ prompt: 'none select_account' }))
      assert.equal(answered(both).error, 'invalid_request')
    })

    test('the consent page offers another account', async () => {
      const [one, two] = [await foyer.newUser(), await foyer.newUser()]
      const app = await relyingParty(foyer)
      const browser = await signedIn(foyer, one.id, newBrowser(foyer.authUrl))
      const question = await visit(browser, app.authorizeUrl())
      assert.ok(question.text.includes(one.email))
      const [, link = ''] = /<a href="([^"]*)">Use another account</.exec(question.text) ?? []
      const page = await browser.get(unescaped(link))
      assert.equal(unescaped(headingOf(page)), signInTo())
      // Opening the page changes nothing.
      assert.ok((await browser.get(question.url)).text.includes(one.email))
      const fields = { email: two.email, password }
      const next = await browser.follow(await browser.submit(page, fields, '/sign-in'))
      assert.ok(next.text.includes(two.email) && !next.text.includes(one.email))
      const { code = '' } = answered(await browser.follow(await agree(browser, next)))
      assert.equal(claimsIn((await app.exchange(code)).body.id_token).sub, String(two.id))
      // The session of the first user in this browser has ended.
      assert.match((await browser.get('/account/security')).text, new RegExp(two.email))
    })
  },
  behindProxy,
)
