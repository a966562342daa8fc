import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Apache, hasApache, startApache } from '../support/apache.ts'
import { startChromium } from '../support/chromium.ts'
import { freePort } from '../support/foyer.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { anyDatabase, foyerJson, Service } from '../support/program.ts'
import { password } from '../support/users.ts'

/*
 * Foyer with a relying party by others: Apache with mod_auth_openidc. Apache shows a protected page
 * only to users whom Foyer has signed in. Chromium visits the page. Foyer and Apache are two
 * different sites: 127.0.0.1 and localhost.
 */

const fullName = 'Zoë "Ada" Lovelace'

const chromium = hasApache() ? await startChromium() : null

describe('Apache with mod_auth_openidc', { skip: chromium === null }, () => {
  const browser = chromium as Browser
  let apache: Apache
  let apacheUrl: string
  let foyerUrl: string
  let env: Readonly<Record<string, string>>

  before(async () => {
    const [port, sitePort] = [await freePort(), await freePort()]
    foyerUrl = `http://127.0.0.1:${port}`
    apacheUrl = `http://localhost:${sitePort}`
    env = { AUTH_URL: foyerUrl, ...(await anyDatabase()), DEMO: 'false' }
    await Service.start(env, port)
    await issuerReady(foyerUrl)
    const uris = ['--redirect-uri', `${apacheUrl}/private/callback`]
    const signedOut = `${apacheUrl}/signed-out.html`
    const leaving = ['--post-logout-redirect-uri', signedOut]
    const application = await foyerJson<Application>(
      ['app', 'create', '--name', 'The Apache', ...uris, ...leaving],
      env,
    )
    apache = await startApache({
      port: sitePort,
      directives: protect(foyerUrl, apacheUrl, application),
      files: {
        'index.shtml': '<h1>Come in</h1>',
        'signed-out.html': '<h1>Gone</h1>',
        'private/index.shtml': privatePage(signedOut),
      },
    })
  })
  after(async () => {
    await browser.close()
    await apache?.stop()
  })

  /** Opens a page in a new browser context, in which nobody is signed in. */
  const visit = async (story: (page: Page) => Promise<void>): Promise<void> => {
    const context = await browser.newContext({ locale: 'en-GB' })
    context.setDefaultTimeout(120_000)
    try {
      await story(await context.newPage())
    } catch (error) {
      throw new Error(`Apache says: ${apache.log()}`, { cause: error })
    } finally {
      await context.close()
    }
  }

  const newUser = async (): Promise<User> => {
    const email = `${randomUUID()}@example.com`
    const user = ['--email', email, '--password', password, '--full-name', fullName]
    return foyerJson<User>(['user', 'create', ...user], env)
  }
  const signIn = async (page: Page, { email }: User): Promise<void> => {
    await page.goto(`${apacheUrl}/private/`)
    assert.ok(page.url().startsWith(`${foyerUrl}/sign-in?`), page.url())
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${foyerUrl}/interaction/**`)
  }
  const agree = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.waitForURL(`${apacheUrl}/private/`)
  }
  const text = async (page: Page, selector: string): Promise<string> =>
    (await page.locator(selector).first().textContent()) ?? ''

  test('a user who signs in and consents sees the page, and the page has the claims of the user', () =>
    visit(async (page) => {
      const user = await newUser()
      await signIn(page, user)
      assert.equal(await text(page, 'h1'), 'Allow The Apache to use your account?')
      assert.match(await text(page, 'main'), /localhost/)
      await agree(page)

      assert.equal(await text(page, 'h1'), 'Private')
      assert.deepEqual(
        await Promise.all(
          ['user', 'sub', 'name', 'email', 'issuer'].map((name) => text(page, `#${name}`)),
        ),
        [String(user.id), String(user.id), fullName, user.email, foyerUrl],
      )
    }))

  test('a sign-out at the relying party also signs out of Foyer, which asks for the password the next time', () =>
    visit(async (page) => {
      await signIn(page, await newUser())
      await agree(page)
      await page.getByRole('link', { name: 'Sign out' }).click()
      await page.waitForURL(`${foyerUrl}/oauth2/end-session?**`)
      assert.equal(await text(page, 'h1'), 'Sign out?')
      await page.getByRole('button', { name: 'Sign out' }).click()

      await page.waitForURL(`${apacheUrl}/signed-out.html`)
      assert.equal(await text(page, 'h1'), 'Gone')
      await page.goto(`${apacheUrl}/private/`)
      assert.ok(page.url().startsWith(`${foyerUrl}/sign-in?`), page.url())
    }))

  test('a user who refuses consent does not see the page', () =>
    visit(async (page) => {
      await signIn(page, await newUser())
      await page.getByRole('button', { name: 'Do not allow' }).click()
      // This version of the module misreads the `iss` of an error (RFC 9207), and shows an error
      // page of its own.
      await page.waitForURL(`${apacheUrl}/private/callback?**`)
      assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
      assert.match(await text(page, 'body'), /Error/)
      assert.equal(await page.locator('#email').count(), 0)
    }))
})

interface User {
  readonly id: number
  readonly email: string
}

interface Application {
  readonly client_id: string
  readonly client_secret: string
}

/**
 * The configuration of a protected page. Apache learns the rest from Foyer's discovery document.
 */
const protect = (
  foyerUrl: string,
  apacheUrl: string,
  { client_id, client_secret }: Application,
): string => `
OIDCProviderMetadataURL ${foyerUrl}/.well-known/openid-configuration
OIDCClientID ${client_id}
OIDCClientSecret ${client_secret}
OIDCRedirectURI ${apacheUrl}/private/callback
OIDCCryptoPassphrase ${randomBytes(24).toString('base64url')}
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCRemoteUserClaim sub
<Location "/private">
  AuthType openid-connect
  Require valid-user
</Location>
<Directory "{site}">
  Options +Includes
  Require all granted
</Directory>
`

const privatePage = (signedOut: string): string => `<h1>Private</h1>
<p id="user"><!--#echo var="REMOTE_USER" --></p>
<p id="sub"><!--#echo var="OIDC_CLAIM_sub" --></p>
<p id="name"><!--#echo var="OIDC_CLAIM_name" --></p>
<p id="email"><!--#echo var="OIDC_CLAIM_email" --></p>
<p id="issuer"><!--#echo var="OIDC_CLAIM_iss" --></p>
<a href="/private/callback?logout=${encodeURIComponent(signedOut)}">Sign out</a>
`
