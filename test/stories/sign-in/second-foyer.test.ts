import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  answered,
  claimsIn,
  type RelyingParty,
  relyingParty,
  visit,
} from '../../support/authorize.ts'
import type { Browser, Page } from '../../support/browser.ts'
import { suiteDatabases } from '../../support/database.ts'
import { type Foyer, freePort, startFoyer } from '../../support/foyer.ts'
import { behindProxy, headingOf, newBrowser, signIn } from '../../support/sign-in.ts'
import { walk } from '../../support/visitor.ts'

type Running = Foyer & { stop(): Promise<void> }

/** One service signs users in with another service as its provider, on each database. */
for (const database of await suiteDatabases())
  describe(`a second Foyer as the provider (${database.name})`, () => {
    let provider: Running
    let foyer: Running
    let client: RelyingParty
    before(async () => {
      const port = String(await freePort())
      provider = await startFoyer(await database.open(), behindProxy)
      client = await relyingParty(provider, {
        redirectUris: [`http://127.0.0.1:${port}/sign-in/with/other/callback`],
        scopes: [],
      })
      foyer = await startFoyer(await database.open(), settings(port))
      // The first use creates the signing keys, which takes long on a busy machine.
      for (const { authUrl } of [provider, foyer])
        while (!(await fetch(`${authUrl}/oauth2/jwks`)).ok);
    })
    after(async () => {
      await foyer?.stop()
      await provider?.stop()
    })
    const settings = (port: string) => ({
      ...behindProxy,
      PORT: port,
      IDENTITY_PROVIDERS: 'other',
      IDENTITY_PROVIDER_OTHER_ISSUER: provider.authUrl,
      IDENTITY_PROVIDER_OTHER_CLIENT_ID: client.id,
      IDENTITY_PROVIDER_OTHER_CLIENT_SECRET: client.secret,
    })

    /** Presses "Continue with other", signs in there, and comes back. */
    const passThrough = async (browser: Browser, there: Browser, page: Page, email: string) => {
      const started = await browser.submit(page, {}, '/sign-in/with/other')
      const { url } = await walk(there, started.location, email)
      return browser.follow(await browser.get(url.href))
    }

    test('a user comes from an application, creates an account, and returns to it', async () => {
      const { email } = await provider.newUser()
      const app = await relyingParty(foyer)
      const [browser, there] = [newBrowser(foyer.authUrl), newBrowser(provider.authUrl)]
      const page = await visit(browser, app.authorizeUrl())
      const asked = await passThrough(browser, there, page, email)
      assert.match(asked.text, new RegExp(`other has confirmed that ${email}`))
      const consent = await browser.follow(await browser.submit(asked, {}, '/account'))
      const back = await browser.follow(await browser.submit(consent, { decision: 'allow' }))
      const { body } = await app.exchange(answered(back).code ?? '')
      assert.equal(claimsIn(body.id_token).acr, 'aal1')

      // The user is still signed in at the provider, so the second time asks nothing.
      const again = newBrowser(foyer.authUrl)
      const known = await passThrough(again, there, await again.get('/sign-in'), email)
      assert.equal(headingOf(known), 'Hello, Ada Lovelace')
    })

    test('an account with the same address is linked after its owner has signed in', async () => {
      const { email } = await provider.newUser()
      const { createUser } = await import('../../../src/identity/users/accounts/accounts.ts')
      const password = 'battery staple'
      await createUser(foyer.db, { email, password, serviceName: 'Foyer' })
      const [browser, there] = [newBrowser(foyer.authUrl), newBrowser(provider.authUrl)]
      const known = await passThrough(browser, there, await browser.get('/sign-in'), email)
      assert.match(known.text, /There is already an account/)
      const returnTo = '/sign-in/with/other/connect'
      const asked = await browser.follow(
        await signIn(browser, email, { secret: password, returnTo }),
      )
      const linked = await browser.follow(await browser.submit(asked, {}, '/connect'))
      assert.match(linked.text, /You can now sign in with the other account/)
    })

    test('a sign-in that has begun continues after a restart', async () => {
      const { email } = await provider.newUser()
      const [browser, there] = [newBrowser(foyer.authUrl), newBrowser(provider.authUrl)]
      const page = await browser.get('/sign-in')
      const started = await browser.submit(page, {}, '/sign-in/with/other')
      const { url } = await walk(there, started.location, email)
      const port = new URL(foyer.authUrl).port
      await foyer.stop()
      foyer = await startFoyer(await database.open(), settings(port))
      const asked = await browser.follow(await browser.get(url.href))
      assert.equal(headingOf(asked), 'Create an account')
    })

    test('the service starts without its provider, and passwords still work', async () => {
      const down = await startFoyer(await database.open(), {
        ...settings(String(await freePort())),
        IDENTITY_PROVIDER_OTHER_ISSUER: `http://127.0.0.1:${await freePort()}`,
      })
      try {
        const { email } = await down.newUser()
        const browser = newBrowser(down.authUrl)
        const page = await browser.get('/sign-in')
        const failed = await browser.submit(page, {}, '/sign-in/with/other')
        assert.deepEqual(
          [failed.status, headingOf(failed)],
          [502, 'This sign-in does not work right now'],
        )
        assert.equal((await signIn(browser, email)).status, 303)
      } finally {
        await down.stop()
      }
    })
  })
