import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, Page } from '../../support/browser.ts'
import { type Claims, startFakeProvider } from '../../support/fake-provider.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo } from '../../support/mail.ts'
import { newPayPal, provenBrowser } from '../../support/payouts.ts'
import { behindProxy, headingOf, newBrowser, signedInBrowser } from '../../support/sign-in.ts'

const payPal = await startFakeProvider({ isPayPal: true })
after(() => payPal.stop())

await onEveryDatabase(
  'confirming a PayPal account with PayPal',
  (foyer) => {
    const newAccount = async () => {
      const user = await foyer.newUser()
      const email = newPayPal()
      const id = Number((await user.paymentMethods.createPayPal({ email })).id)
      return { user, email, id, path: `/payouts/paypal/${id}` }
    }
    const isVerified = async (user: TestUser, id: number): Promise<boolean> => {
      const method = await user.paymentMethods.get(id)
      assert.ok(method.type === 'PayPal' && method._embedded)
      return method._embedded.type_details.verified
    }
    const start = async (browser: Browser, path: string): Promise<Page> =>
      browser.submit(await browser.get(path), {}, path)
    const comeBack = (browser: Browser, started: Page, claims: Claims): Promise<Page> =>
      browser.get(`/payouts/paypal/callback?${payPal.signIn(started, { sub: 'payer', ...claims })}`)

    test('the owner confirms an account on the list, and the hold begins', async () => {
      const { user, email, id, path } = await newAccount()
      const browser = await provenBrowser(foyer, user)
      const list = await browser.get('/account/paymentmethods')
      assert.match(list.text, new RegExp(`href="${path}"[^>]*>Confirm with PayPal<`))
      const started = await start(browser, path)
      const asked = new URL(started.location)
      assert.equal(asked.origin, payPal.issuer)
      const { scope, redirect_uri, code_challenge_method } = Object.fromEntries(asked.searchParams)
      assert.deepEqual(
        [scope, redirect_uri, code_challenge_method],
        ['openid email', `${foyer.authUrl}/payouts/paypal/callback`, 'S256'],
      )
      const claims = { email: email.toUpperCase(), email_verified: 'true' }
      const done = await browser.follow(await comeBack(browser, started, claims))
      assert.match(done.text, /The payment method was confirmed\./)
      assert.doesNotMatch(done.text, /Confirm with PayPal/)
      assert.equal(await isVerified(user, id), true)
      assert.equal((await emailsTo(foyer.db, user.email)).at(-1)?.kind, 'payout_changed')
      // It is not paid before the hold ends.
      assert.equal((await user.paymentMethods.get(id)).default_seller_method, false)
    })

    test('another or unconfirmed address, a refusal and a failure prove nothing', async () => {
      const { user, email, id, path } = await newAccount()
      const browser = await provenBrowser(foyer, user)
      for (const claims of [
        { email: newPayPal(), email_verified: true },
        { email: email.replace('p', 'ｐ'), email_verified: true },
        { email, email_verified: false },
        { email },
      ]) {
        const page = await comeBack(browser, await start(browser, path), claims)
        assert.deepEqual(
          [page.status, headingOf(page)],
          [403, 'This is another PayPal account'],
          JSON.stringify(claims),
        )
      }
      const started = await start(browser, path)
      const state = new URL(started.location).searchParams.get('state') ?? ''
      const denied = { state, error: 'access_denied', iss: payPal.issuer }
      const back = await browser.get(`/payouts/paypal/callback?${new URLSearchParams(denied)}`)
      assert.equal(back.location, `${foyer.authUrl}/account/paymentmethods`)
      const claims = { email, email_verified: true }
      const wrong = await comeBack(browser, await start(browser, path), { ...claims, nonce: 'no' })
      assert.equal(wrong.status, 502)
      // Without an ID token, the exchange proves that the browser has started this sign-in (PKCE).
      const [one, two] = [await start(browser, path), await start(browser, path)]
      const stolen = payPal.signIn(one, { sub: 'payer', ...claims })
      stolen.set('state', new URL(two.location).searchParams.get('state') ?? '')
      assert.equal((await browser.get(`/payouts/paypal/callback?${stolen}`)).status, 502)
      const other = await start(browser, path)
      const foreign = payPal.signIn(other, { sub: 'payer', ...claims })
      foreign.set('iss', 'https://attacker.example')
      assert.equal((await browser.get(`/payouts/paypal/callback?${foreign}`)).status, 502)
      payPal.next('/userinfo', (_request, response) => response.writeHead(401).end())
      const unknown = await comeBack(browser, await start(browser, path), claims)
      assert.equal(unknown.status, 502)
      assert.equal(await isVerified(user, id), false)
    })

    test('two confirmations in one browser end in either order', async () => {
      for (const isReversed of [false, true]) {
        const { user, email, id, path } = await newAccount()
        const other = newPayPal()
        const second = Number((await user.paymentMethods.createPayPal({ email: other })).id)
        const browser = await provenBrowser(foyer, user)
        const started = [
          { email, page: await start(browser, path) },
          { email: other, page: await start(browser, `/payouts/paypal/${second}`) },
        ]
        for (const { email, page } of isReversed ? started.reverse() : started) {
          const back = await comeBack(browser, page, { email, email_verified: true })
          assert.match(back.location, /\?done=method_proved$/)
        }
        assert.deepEqual([await isVerified(user, id), await isVerified(user, second)], [true, true])
      }
    })

    test('an ID token is checked with its nonce, where PayPal sends one', async () => {
      const { user, email, id, path } = await newAccount()
      const browser = await provenBrowser(foyer, user)
      const started = await start(browser, path)
      const nonce = new URL(started.location).searchParams.get('nonce')
      await comeBack(browser, started, { email, email_verified: true, nonce })
      assert.equal(await isVerified(user, id), true)
    })

    test('only the owner confirms, with a fresh proof, in one browser and once', async () => {
      const { user, email, id, path } = await newAccount()
      const claims = { email, email_verified: true }
      assert.match((await newBrowser(foyer.authUrl).get(path)).location, /\/sign-in\?return_to=/)
      const unproven = await signedInBrowser(foyer.authUrl, user.email)
      assert.match((await unproven.get(path)).location, /\/account\/confirm\?for=payouts/)
      const other = await provenBrowser(foyer, await foyer.newUser())
      assert.equal((await other.get(path)).status, 404)

      // A response of somebody else's sign-in, or a replayed one, proves nothing.
      const browser = await provenBrowser(foyer, user)
      const started = await start(browser, path)
      const response = payPal.signIn(started, { sub: 'payer', ...claims })
      for (const by of [other, unproven, newBrowser(foyer.authUrl)])
        assert.equal((await by.get(`/payouts/paypal/callback?${response}`)).status, 410)
      assert.equal(await isVerified(user, id), false)
      // The account gets another address meanwhile.
      await user.paymentMethods.replacePayPal(id, { email: newPayPal() })
      assert.equal((await browser.get(`/payouts/paypal/callback?${response}`)).status, 403)
      assert.equal((await browser.get(`/payouts/paypal/callback?${response}`)).status, 410)
      assert.equal(await isVerified(user, id), false)
      // The session ends meanwhile.
      const next = await start(browser, path)
      await foyer.db.query(sql`delete from sessions where user_id = ${user.id}`)
      assert.equal((await comeBack(browser, next, claims)).status, 410)
    })
  },
  {
    ...behindProxy,
    PAYPAL_ISSUER: payPal.issuer,
    PAYPAL_CLIENT_ID: 'foyer',
    PAYPAL_CLIENT_SECRET: 'a secret',
  },
)
