import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAuthenticator, type Habits } from '../../support/authenticator.ts'
import { type Browser, type Page, unescaped } from '../../support/browser.ts'
import { trailOf } from '../../support/credentials.ts'
import { addPasskey, addTotp } from '../../support/factors.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo } from '../../support/mail.ts'
import { provenBrowser } from '../../support/payouts.ts'
import { behindProxy, newBrowser, optionsOf } from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'

const settle = '/sign-in/passkeys'
/** The path of the page after a sign-in that continues at the account. */
const settleThenAccount = `${settle}?return_to=%2Faccount`

/** What the script of a page tells password managers. */
function signalsIn({ text }: Page): Record<string, unknown> | undefined {
  const [, json] = /data-signals="([^"]*)"/.exec(text) ?? []
  return json === undefined ? undefined : JSON.parse(unescaped(json))
}

const handleOf = ({ id }: TestUser): string => Buffer.from(String(id)).toString('base64url')

await onEveryDatabase(
  'passkeys that browsers add',
  (foyer) => {
    /** Signs in in a browser whose script says that it can add passkeys. */
    const signIn = async (email: string, browser = newBrowser(foyer.authUrl)) => {
      const form = await browser.get('/sign-in')
      const fields = { email, password, passkeys: 'yes' }
      const answer = await browser.submit(form, fields, '/sign-in')
      return { browser, answer }
    }
    /** Adds a passkey as the browser does after a sign-in. It asks its user nothing. */
    const upgrade = async (browser: Browser, page: Page, habits: Habits = {}) => {
      const authenticator = createAuthenticator(foyer.authUrl)
      const options = (await optionsOf(browser, page, settle)) as never
      const made = authenticator.create(options, { touched: false, verifies: false, ...habits })
      const sent = await browser.submit(page, { credential: JSON.stringify(made) }, settle)
      return { authenticator, options, sent, id: made.id }
    }
    const upgraded = async () => {
      const user = await foyer.newUser()
      const { browser, answer } = await signIn(user.email)
      const page = await browser.get(answer.location)
      return { user, browser, page, ...(await upgrade(browser, page)) }
    }
    /** Signs in with a passkey alone. */
    const signInWith = async (authenticator: ReturnType<typeof createAuthenticator>) => {
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-in')
      const options = (await optionsOf(browser, page, '/sign-in/passkey')) as never
      const credential = JSON.stringify(authenticator.get(options))
      return browser.submit(page, { credential }, '/sign-in/passkey')
    }
    const count = async (userId: number): Promise<number> => {
      const rows = await foyer.db.query(sql`select from passkeys where user_id = ${userId}`)
      return rows.length
    }

    describe('after a sign-in with the password', () => {
      test('the browser adds a passkey that replaces the password and is no second factor', async () => {
        const { user, authenticator, sent, options } = await upgraded()
        assert.equal(sent.location, `${foyer.authUrl}/account`)
        const { authenticatorSelection } = options as Record<string, Record<string, unknown>>
        assert.equal(authenticatorSelection?.residentKey, 'required')
        assert.equal((await signInWith(authenticator)).location, `${foyer.authUrl}/account`)
        // On another device the password is enough, as before.
        const again = await signIn(user.email)
        assert.equal(again.answer.location, foyer.authUrl + settleThenAccount)
        const settings = await again.browser.get('/account/security')
        assert.match(settings.text, /Your browser added this passkey after you signed in\./)
        assert.doesNotMatch(settings.text, /recovery-codes/)
        // It is told by email, with a link that takes it back.
        const [email] = (await emailsTo(foyer.db, user.email)).filter(({ change }) => change)
        assert.equal(email?.change, 'passkey_added')
        assert.match(email?.link ?? '', /\/sign-in\/undo\?token=/)
        assert.ok((await trailOf(foyer.db, user.id)).includes('passkey.added'))
      })

      test('the passkeys that the user has are excluded', async () => {
        const { user, id } = await upgraded()
        const { browser, answer } = await signIn(user.email)
        const page = await browser.get(answer.location)
        const { excludeCredentials } = (await optionsOf(browser, page, settle)) as {
          excludeCredentials: readonly { id: string }[]
        }
        assert.deepEqual(
          excludeCredentials.map((one) => one.id),
          [id],
        )
      })

      test('it is no fresh proof, and the sign-in is none either', async () => {
        const { browser, authenticator } = await upgraded()
        const asked = await browser.follow(await browser.get('/account/security/email'))
        assert.match(asked.url, /\/account\/confirm\?/)
        assert.doesNotMatch(asked.text, /confirm\/passkey/)
        // Its page does not offer the passkey, so the form is made by hand.
        const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(asked.text) ?? []
        const fields = { csrf, for: 'email', return_to: '/account/security/email' }
        const options = await browser.post('/account/confirm/passkey/options', fields)
        const { allowCredentials } = JSON.parse(options.text)
        assert.deepEqual(allowCredentials, [])
        const credential = JSON.stringify(authenticator.get(JSON.parse(options.text)))
        const refused = await browser.post('/account/confirm/passkey', { ...fields, credential })
        assert.equal(refused.status, 400)
        const still = await browser.follow(await browser.get('/account/security/email'))
        assert.match(still.url, /\/account\/confirm\?/)
      })

      test('whatever fails, the user continues without an error', async () => {
        const user = await foyer.newUser()
        const { browser, answer } = await signIn(user.email)
        const page = await browser.get(answer.location)
        const foreign = { origin: 'https://elsewhere.example' }
        const { sent } = await upgrade(browser, page, foreign)
        assert.equal(sent.location, `${foyer.authUrl}/account`)
        for (const credential of ['', '{}', 'no JSON']) {
          const { status, location } = await browser.submit(page, { credential }, settle)
          assert.deepEqual([status, location], [303, `${foyer.authUrl}/account`])
        }
        assert.equal(await count(user.id), 0)
      })

      test('only a new session of a user without a second factor adds one', async () => {
        const user = await foyer.newUser()
        const { browser, answer } = await signIn(user.email)
        const page = await browser.get(answer.location)
        const made = createAuthenticator(foyer.authUrl)
        const options = (await optionsOf(browser, page, settle)) as never
        const credential = JSON.stringify(made.create(options))
        await foyer.db.query(sql`
          update sessions set signed_in_at = signed_in_at - interval '3 minutes'
          where user_id = ${user.id}`)
        await browser.submit(page, { credential }, settle)
        assert.equal(await count(user.id), 0)
        const late = await browser.get(settleThenAccount)
        assert.equal(late.location, `${foyer.authUrl}/account`)
        const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(page.text) ?? []
        assert.equal((await browser.post(`${settle}/options`, { csrf })).status, 403)

        const other = await foyer.newUser()
        const second = await signIn(other.email)
        const settling = await second.browser.get(second.answer.location)
        await addTotp(foyer, other.id)
        const refused = await upgrade(second.browser, settling).catch((error: Error) => error)
        assert.ok(refused instanceof Error)
        assert.equal(await count(other.id), 0)
      })

      test('the page leads to no other site, and nowhere without a session', async () => {
        const user = await foyer.newUser()
        const { browser, answer } = await signIn(user.email)
        const evil = await browser.get(`${settle}?return_to=https://evil.example/`)
        assert.match(evil.text, /name="return_to" value="\/account"/)
        const page = await browser.get(answer.location)
        const fields = { return_to: '//evil.example/', credential: '' }
        const led = await browser.submit(page, fields, settle)
        assert.equal(led.location, `${foyer.authUrl}/account`)
        const stranger = newBrowser(foyer.authUrl)
        assert.equal((await stranger.get(settleThenAccount)).status, 303)
      })

      test('the second step comes first', async () => {
        const user = await foyer.newUser()
        await addTotp(foyer, user.id)
        const { answer } = await signIn(user.email)
        assert.match(answer.location, /\/sign-in\/second-factor\?/)
      })
    })

    describe('password managers', () => {
      test('learn at a sign-in which passkeys the user has', async () => {
        const user = await foyer.newUser()
        const first = await signIn(user.email)
        const page = await first.browser.get(first.answer.location)
        const { options, id } = await upgrade(first.browser, page)
        const second = await signIn(user.email)
        const signals = signalsIn(await second.browser.get(second.answer.location))
        assert.deepEqual(signals, {
          rpId: new URL(foyer.authUrl).hostname,
          userId: handleOf(user),
          name: user.email,
          displayName: (options as { user: { displayName: string } }).user.displayName,
          allAcceptedCredentialIds: [id],
        })
      })

      test('learn from the settings what a change has left, and nothing without a change', async () => {
        const user = await foyer.newUser()
        await addPasskey(foyer, user.id)
        await addPasskey(foyer, user.id)
        const browser = await provenBrowser(foyer, user, 'passkeys')
        const page = await browser.get('/account/security')
        assert.equal(signalsIn(page), undefined)
        const [path = ''] =
          /\/account\/security\/passkeys\/remove\?passkey=\d+/.exec(page.text) ?? []
        const done = await browser.submit(await browser.get(path), {}, '/remove')
        const left = signalsIn(await browser.follow(done))
        const rows = await foyer.db.query<{ credential_id: string }>(sql`
          select credential_id from passkeys where user_id = ${user.id}`)
        assert.deepEqual(left?.allAcceptedCredentialIds, [rows[0]?.credential_id])
        const rename = await browser.submit(
          await browser.get('/account/security'),
          { name: 'Laptop' },
          '/passkeys/rename',
        )
        assert.deepEqual(signalsIn(await browser.follow(rename)), left)
      })

      /** While the user can take the removal back, nothing says that the passkey is gone. */
      test('do not forget a passkey whose removal can be taken back', async () => {
        const { user, authenticator, id } = await upgraded()
        const browser = await provenBrowser(foyer, user, 'passkeys')
        const page = await browser.get('/account/security')
        const [path = ''] =
          /\/account\/security\/passkeys\/remove\?passkey=\d+/.exec(page.text) ?? []
        await browser.submit(await browser.get(path), {}, '/remove')
        assert.doesNotMatch((await signInWith(authenticator)).text, /data-unknown/)
        const { browser: later, answer } = await signIn(user.email)
        assert.equal(signalsIn(await later.get(answer.location)), undefined)
        // The links of both changes have ended.
        await foyer.db.query(sql`delete from links where user_id = ${user.id}`)
        const { text, status } = await signInWith(authenticator)
        assert.equal(status, 400)
        const [, unknown = ''] = /data-unknown="([^"]*)"/.exec(text) ?? []
        const rpId = new URL(foyer.authUrl).hostname
        assert.deepEqual(JSON.parse(unescaped(unknown)), { rpId, credentialId: id })
        const again = await signIn(user.email)
        const signals = signalsIn(await again.browser.get(again.answer.location))
        assert.deepEqual(signals?.allAcceptedCredentialIds, [])
      })

      test('keep a passkey that the service has, also if a sign-in with it is refused', async () => {
        const { user, authenticator } = await upgraded()
        await foyer.db.query(sql`update users set disabled_at = now() where id = ${user.id}`)
        const refused = await signInWith(authenticator)
        assert.equal(refused.status, 400)
        assert.doesNotMatch(refused.text, /data-unknown/)
      })
    })

    test('a password manager finds the pages to add and to manage passkeys', async () => {
      const found = await newBrowser(foyer.authUrl).get('/.well-known/passkey-endpoints')
      assert.match(found.headers.get('content-type') ?? '', /^application\/json/)
      assert.deepEqual(JSON.parse(found.text), {
        enroll: `${foyer.authUrl}/account/security/passkeys`,
        manage: `${foyer.authUrl}/account/security`,
      })
      const related = await newBrowser(foyer.authUrl).get('/.well-known/webauthn')
      assert.equal(related.status, 404)
    })
  },
  behindProxy,
)

const relatedOrigin = 'https://tickets.example'

await onEveryDatabase(
  'passkeys at related origins',
  (foyer) => {
    test('browsers learn the origins, and passkeys work at them and nowhere else', async () => {
      const told = await newBrowser(foyer.authUrl).get('/.well-known/webauthn')
      const own = new URL(foyer.authUrl).origin
      assert.deepEqual(JSON.parse(told.text), { origins: [own, relatedOrigin] })
      const user = await foyer.newUser()
      const authenticator = await addPasskey(foyer, user.id)
      for (const [origin, status] of [
        [relatedOrigin, 303],
        ['https://elsewhere.example', 400],
      ] as const) {
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.get('/sign-in')
        const options = (await optionsOf(browser, page, '/sign-in/passkey')) as never
        const credential = JSON.stringify(authenticator.get(options, { origin }))
        const answer = await browser.submit(page, { credential }, '/sign-in/passkey')
        assert.equal(answer.status, status, origin)
      }
    })
  },
  { ...behindProxy, PASSKEY_ORIGINS: `${relatedOrigin}/` },
)
