import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startChromium } from '../support/chromium.ts'
import { anyOne } from '../support/database.ts'
import { type Foyer, freePort, startFoyer, type TestUser } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { behindProxy } from '../support/sign-in.ts'
import { password } from '../support/users.ts'
import { withAuthenticator } from '../support/virtual-authenticator.ts'

/*
 * What the script for passkeys does by itself. Chromium's virtual authenticator keeps the passkeys
 * that signals leave. It is no password manager, so it offers no conditional create: a stand-in in the
 * page offers that, and makes the passkey with the virtual authenticator.
 */

const offersConditionalCreate = `{
  const { create } = navigator.credentials
  const { getClientCapabilities } = PublicKeyCredential
  PublicKeyCredential.getClientCapabilities = async () => ({
    ...(await getClientCapabilities?.call(PublicKeyCredential)),
    conditionalCreate: true,
  })
  navigator.credentials.create = ({ mediation, ...options }) => {
    sessionStorage.setItem('mediation', mediation)
    return sessionStorage.getItem('refuses') === null
      ? create.call(navigator.credentials, options)
      : Promise.reject(new DOMException('', 'NotAllowedError'))
  }
}`

const chromium = await startChromium()

describe('passkeys that a browser adds and forgets by itself', { skip: chromium === null }, () => {
  let foyer: Foyer & { stop(): Promise<void> }
  const browser = chromium as Browser

  before(async () => {
    const database = await anyOne()
    if (database === undefined) throw new Error('There is no database.')
    const port = String(await freePort())
    // Passkeys belong to a domain name, not to an IP address.
    const env = { PORT: port, AUTH_URL: `http://localhost:${port}`, ...behindProxy }
    foyer = await startFoyer(await database.open(), env)
  })
  after(async () => {
    await browser.close()
    await foyer.stop()
  })

  const inBrowser = async (story: (page: Page, context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: foyer.authUrl, locale: 'en-GB' })
    const complaints: string[] = []
    context.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text())
    })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await page.addInitScript(offersConditionalCreate)
      await story(page, context)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  }
  const signIn = async (page: Page, { email }: TestUser): Promise<void> => {
    await page.goto('/sign-in')
    await page.locator('form input[name=passkeys]').first().waitFor({ state: 'attached' })
    await page.fill('input[name=email]', email)
    await page.fill('input[name=password]', password)
    await page.click('main form button:text-is("Sign in")')
    await page.waitForURL('**/account')
  }
  const passkeysOf = ({ id }: TestUser) =>
    foyer.db.query<{ credential_id: string }>(sql`
      select credential_id from passkeys where user_id = ${id}`)
  const forget = (page: Page) => page.evaluate('localStorage.clear()')

  test('a sign-in with the password adds a passkey, and the page is not in the history', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      const authenticator = await withAuthenticator(context, page)
      await signIn(page, user)
      assert.equal(await page.evaluate('sessionStorage.getItem("mediation")'), 'conditional')
      const [passkey] = await passkeysOf(user)
      assert.deepEqual(await authenticator.credentials(), [passkey?.credential_id])
      await page.goBack()
      await page.waitForURL((url) => !url.pathname.endsWith('/sign-in/passkeys'))
    }))

  test('a browser that does not add one continues, and does not ask again on the same day', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      await withAuthenticator(context, page)
      await page.goto('/sign-in')
      await page.evaluate('sessionStorage.setItem("refuses", "")')
      await signIn(page, user)
      assert.deepEqual(await passkeysOf(user), [])
      await context.clearCookies()
      await page.goto('/sign-in')
      const paths: string[] = []
      page.on('request', (request) => paths.push(new URL(request.url()).pathname))
      await page.fill('input[name=email]', user.email)
      await page.fill('input[name=password]', password)
      await page.click('main form button:text-is("Sign in")')
      await page.waitForURL('**/account')
      assert.ok(!paths.includes('/sign-in/passkeys'))
    }))

  test('a removed passkey leaves the password manager, and the others stay', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      const authenticator = await withAuthenticator(context, page)
      await signIn(page, user)
      await page.goto('/account/security')
      await page.click('a[href*="/passkeys/remove?"]')
      await page.waitForURL('**/account/confirm?**')
      await page.fill('input[name=password]', password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/passkeys/remove?**')
      await page.click('button.danger')
      await page.waitForURL('**/account/security?done=passkey_removed')
      await page.locator('[data-signals]').waitFor({ state: 'attached' })
      for (let left = 50; (await authenticator.credentials()).length > 0; left--) {
        assert.ok(left > 0, 'the passkey is still there')
        await page.waitForTimeout(100)
      }
    }))

  test('a sign-in tells the password manager which passkeys are left', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      const authenticator = await withAuthenticator(context, page)
      await signIn(page, user)
      const [kept] = await authenticator.credentials()
      // The rows are as after a change in another browser whose link has ended.
      await foyer.db.query(
        sql`update passkeys set credential_id = 'AAAA' where user_id = ${user.id}`,
      )
      await foyer.db.query(sql`delete from links where user_id = ${user.id}`)
      await page.evaluate('sessionStorage.setItem("refuses", "")')
      await forget(page)
      await context.clearCookies()
      await authenticator.answer(false)
      await signIn(page, user)
      assert.deepEqual(await authenticator.credentials(), [])
      assert.notEqual(kept, undefined)
    }))

  test('a passkey that the service does not have leaves the password manager', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      const authenticator = await withAuthenticator(context, page)
      await signIn(page, user)
      await foyer.db.query(sql`delete from passkeys where user_id = ${user.id}`)
      await foyer.db.query(sql`delete from links where user_id = ${user.id}`)
      await context.clearCookies()
      await page.goto('/sign-in', { waitUntil: 'commit' })
      await page.locator('.summary').waitFor()
      for (let left = 50; (await authenticator.credentials()).length > 0; left--) {
        assert.ok(left > 0, 'the passkey is still there')
        await page.waitForTimeout(100)
      }
    }))
})
