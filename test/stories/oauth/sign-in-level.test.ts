import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookie } from '../../../src/identity/users/sessions/session-cookie.ts'
import { startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { nextCode, withTotp } from '../../support/authenticator-app.ts'
import { answered, authorize, claimsIn, relyingParty, visit } from '../../support/authorize.ts'
import type { Browser } from '../../support/browser.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { behindProxy, headingOf, newBrowser, signIn } from '../../support/sign-in.ts'

/** A browser in which a user has signed in with these methods. */
async function signedInWith(
  { db, authUrl }: Foyer,
  userId: number,
  amr: readonly string[],
): Promise<Browser> {
  const browser = newBrowser(authUrl)
  const { id, expiresAt } = await startSession(db, { userId, amr, device: 'Firefox on Linux' })
  browser.plant(sessionCookie(authUrl).set(id, expiresAt))
  return browser
}

await onEveryDatabase(
  'acr_values',
  (foyer) => {
    const setUp = async () => {
      const app = await relyingParty(foyer)
      const user = await foyer.newUser()
      const claims = async (browser: Browser, parameters: Record<string, string> = {}) => {
        const code = await authorize(browser, app.authorizeUrl(parameters))
        const { body } = await app.exchange(code)
        return claimsIn(body.id_token)
      }
      return { app, user, claims }
    }

    test('the ID token says how strongly the user signed in', async () => {
      const { user, claims } = await setUp()
      for (const [amr, expected] of [
        [['pwd'], 'aal1'],
        [['otp'], 'aal1'],
        [['pwd', 'otp', 'mfa'], 'aal2'],
        [['hwk', 'user', 'mfa'], 'phr'],
        [['pwd', 'swk', 'mfa'], 'phr'],
      ] as const) {
        const said = await claims(await signedInWith(foyer, user.id, amr))
        assert.deepEqual([said.acr, said.amr], [expected, amr])
      }
      const elsewhere = await claims(await signedInWith(foyer, user.id, ['fed', 'otp', 'mfa']))
      assert.deepEqual([elsewhere.acr, elsewhere.amr], ['aal2', ['otp', 'mfa']])
    })

    test('acr is the first requested value that the sign-in fulfils', async () => {
      const { user, claims } = await setUp()
      const browser = await signedInWith(foyer, user.id, ['hwk', 'user', 'mfa'])
      assert.equal((await claims(browser, { acr_values: 'aal2' })).acr, 'aal2')
      assert.equal((await claims(browser, { acr_values: 'gold aal1 phr' })).acr, 'aal1')
      assert.equal('acr' in (await claims(browser, { acr_values: 'gold silver' })), false)
    })

    test('a user with a second factor signs in again, and a refresh keeps the level', async () => {
      const { app, user } = await setUp()
      const { secret } = await withTotp(foyer, user.id)
      const browser = await signedInWith(foyer, user.id, ['pwd'])
      await authorize(browser, app.authorizeUrl())
      const url = app.authorizeUrl({ acr_values: 'aal2' })
      const quiet = answered(
        await visit(browser, app.authorizeUrl({ acr_values: 'aal2', prompt: 'none' })),
      )
      assert.equal(quiet.error, 'interaction_required')

      const asked = await visit(browser, url)
      assert.match(headingOf(asked), /^Sign in to continue to /)
      const returnTo = new URL(asked.url).searchParams.get('return_to') ?? ''
      const second = await browser.follow(await signIn(browser, user.email, { returnTo }))
      assert.match(second.url, /second-factor/)
      const code = nextCode(secret)
      const done = await browser.follow(await browser.submit(second, { code }, '/second-factor'))
      const { body } = await app.exchange(answered(done).code ?? '')
      assert.equal(claimsIn(body.id_token).acr, 'aal2')
      const again = await app.refresh(body.refresh_token)
      assert.equal(claimsIn(again.body.id_token).acr, 'aal2')
      // The session keeps the higher level, so the user is not asked again.
      assert.ok(answered(await visit(browser, url)).code)
    })

    test('a user without the requested factor still gets a code, and the ID token states the lower level', async () => {
      const { user, claims, app } = await setUp()
      const browser = await signedInWith(foyer, user.id, ['pwd'])
      assert.equal((await claims(browser, { acr_values: 'aal2' })).acr, 'aal1')
      assert.equal((await claims(browser, { acr_values: 'phr', prompt: 'consent' })).acr, 'aal1')
      await withTotp(foyer, user.id)
      assert.equal((await claims(browser, { acr_values: 'phr' })).acr, 'aal1')
      assert.match(
        headingOf(await visit(browser, app.authorizeUrl({ acr_values: 'phr aal2' }))),
        /^Sign in to continue to /,
      )
    })
  },
  behindProxy,
)
