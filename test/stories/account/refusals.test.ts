import assert from 'node:assert/strict'
import { test } from 'node:test'
import { london } from '../../support/addresses.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { nextCode, withTotp } from '../../support/authenticator-app.ts'
import { type Browser, formsOf, type Page } from '../../support/browser.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  optionsOf,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { retry503 } from '../../support/wire.ts'

/** Asserts that a page refuses a change, and says what to do. */
function assertRefused(page: Page, heading: string, text: RegExp, status = 403): void {
  assert.deepEqual([page.status, headingOf(page)], [status, heading])
  assert.match(page.text, text)
}

await onEveryDatabase(
  'the reasons why account pages refuse a change',
  (foyer) => {
    const signedIn = async () => {
      const user = await foyer.newUser()
      return { user, browser: await signedInBrowser(foyer.authUrl, user.email) }
    }
    const security = '/account/security'

    /** The response of a new authenticator to the options of the page. */
    const newCredential = async (browser: Browser, page: Page): Promise<string> => {
      const options = await optionsOf(browser, page, '/passkeys')
      return JSON.stringify(createAuthenticator(foyer.authUrl).create(options as never))
    }
    const addPasskeys = (userId: number, count: number) =>
      foyer.db.query(sql`
        insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
        select ${userId}, ${userId}::text || '-' || n, '', 0, '{}', false, 'Key ' || n
        from generate_series(1, ${count}::integer) n`)

    test('a user with twenty passkeys reads that one must be removed first', async () => {
      const { user, browser } = await signedIn()
      const page = await proveAt(browser, `${security}/passkeys`)
      const credential = await newCredential(browser, page)
      await addPasskeys(user.id, 20)
      const refused = await browser.submit(page, { credential, name: 'Key' }, '/passkeys')
      assertRefused(refused, 'Security settings', /role="alert"><p>You have 20 passkeys\./)
      assert.match(refused.text, /Remove one before you add another one\./)

      const settings = await browser.get(security)
      assert.match(settings.text, /class="hint">You have 20 passkeys\./)
      assert.doesNotMatch(settings.text, /href="\/account\/security\/passkeys"/)
      assert.equal((await browser.get(`${security}/passkeys`)).location, settings.url)
      // The script follows this redirect before it calls the authenticator.
      const { csrf = '' } = formsOf(settings)[0]?.fields ?? {}
      const options = await browser.post(`${security}/passkeys/options`, { csrf })
      assert.equal(options.location, settings.url)
    })

    test('a passkey whose challenge has ended was not added, and the name stays', async () => {
      const { user, browser } = await signedIn()
      const page = await proveAt(browser, `${security}/passkeys`)
      const credential = await newCredential(browser, page)
      await foyer.db.query(sql`
        update passkey_challenges set expires_at = now() - interval '1 day'
        where user_id = ${user.id}`)
      const late = await browser.submit(page, { credential, name: 'My key' }, '/passkeys')
      assertRefused(late, 'Add passkey', /The passkey could not be added\. Please try again\./, 400)
      assert.match(late.text, /name="name"[^>]* value="My key"/)
    })

    test('a user with a hundred addresses reads that one must be deleted first', async () => {
      const { user, browser } = await signedIn()
      const blank = await browser.get('/account/addresses/new')
      const form = await browser.submit(blank, { country_code: 'GB' }, '/addresses/new')
      await foyer.db.query(sql`
        insert into addresses (user_id, full_name, address_1, country_code)
        select ${user.id}, 'Ada Lovelace', '12 St James’s Square', 'GB'
        from generate_series(1, 100)`)
      const { country_code: _, ...fields } = london
      const refused = await browser.submit(form, fields, '/addresses/new')
      assertRefused(refused, 'Add an address', /maximum number of entries\. Please delete one/)
      assert.match(refused.text, new RegExp(`value="${london.city}"`))
    })

    test('an address that became a billing address names the payment method', async () => {
      const { user, browser } = await signedIn()
      const address = await user.addresses.create(london)
      const ask = await browser.get(`/account/addresses/${address.id}/delete`)
      const card = { email: 'ada@example.com', billing_address_id: address.id }
      await user.paymentMethods.createPayPal(card)
      const refused = await browser.submit(ask, {}, '/delete')
      assertRefused(refused, 'Addresses', /it is the billing address of a\*\*\*@example\.com/)
      assert.match(refused.text, /<title>Error: /)
    })

    test('a button for an address that another tab has deleted says that the page is old', async () => {
      const { user, browser } = await signedIn()
      await user.addresses.create(london)
      const second = await user.addresses.create(london)
      const list = await browser.get('/account/addresses')
      await user.addresses.delete(second)
      const refused = await browser.submit(list, {}, `/${second.id}/default`)
      assertRefused(refused, 'This is not possible', /This is not allowed\./)
      assert.match(refused.text, /Nothing was changed\..* Go back and reload it\./)
    })

    test('an authenticator app that another tab has added must be removed first', async () => {
      const { user, browser } = await signedIn()
      const start = await proveAt(browser, `${security}/totp`)
      await withTotp(foyer, user.id)
      const refused = await browser.submit(start, {}, '/totp')
      assertRefused(refused, 'Security settings', /You already have an authenticator app\. Remove/)
    })

    test('recovery codes are not for users who have removed their second factor', async () => {
      const { user, browser } = await signedIn()
      const { secret } = await withTotp(foyer, user.id)
      const page = await proveAt(browser, `${security}/recovery-codes`, { code: nextCode(secret) })
      assert.equal(headingOf(page), 'Create new recovery codes')
      await foyer.db.query(sql`delete from totp_secrets where user_id = ${user.id}`)
      const refused = await browser.submit(page, {}, '/recovery-codes')
      assertRefused(refused, 'Security settings', /recovery codes\. Add one of them first\./)
      const again = await browser.get(`${security}/recovery-codes`)
      assert.equal(again.location, `${foyer.authUrl}${security}`)
    })

    /**
     * Sends new passwords at the same time. If a request reads the user after another one has
     * changed the password, it ends all sessions: its own session has another id by then.
     * @returns whether the session lasted until the end
     */
    const sendPasswords = async (): Promise<boolean> => {
      const { user, browser } = await signedIn()
      const page = await proveAt(browser, `${security}/password`)
      const change = (password: string) =>
        retry503(() => browser.submit(page, { password }, '/security/password'))
      const isSignedIn = async () => {
        const { status } = await retry503(() => browser.get('/account/sessions'))
        return status === 200
      }
      const same = await Promise.all([1, 2].map(() => change('battery staple')))
      assert.deepEqual(
        same.map(({ status }) => status),
        [303, 303],
      )
      if (!(await isSignedIn())) return false
      const others = await Promise.all([1, 2, 3].map((one) => change(`battery staple ${one}`)))
      const refused = others.filter(({ status }) => status !== 303)
      assert.ok(refused.length < 3)
      for (const answer of refused)
        assertRefused(answer, 'Change password', /changed elsewhere.* save again/, 400)
      if (!(await isSignedIn())) return false
      const again = await browser.submit(page, { password: 'last horse' }, '/security/password')
      assert.equal(again.status, 303)
      const elsewhere = newBrowser(foyer.authUrl)
      assert.equal((await signIn(elsewhere, user.email, { secret: 'last horse' })).status, 303)
      return true
    }

    test('of concurrent new passwords the same one succeeds, and another one can be sent again', async () => {
      for (let round = 1; !(await sendPasswords()); round++)
        assert.ok(round < 5, 'the session never lasts')
    })
  },
  behindProxy,
)
