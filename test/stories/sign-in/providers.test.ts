import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { nextCode, withTotp } from '../../support/authenticator-app.ts'
import { answered, claimsIn, relyingParty, signedIn, visit } from '../../support/authorize.ts'
import type { Browser, Page } from '../../support/browser.ts'
import { startFakeProvider } from '../../support/fake-provider.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { listRecords, sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { follow } from '../../support/payouts.ts'
import {
  behindProxy,
  copyOf,
  headingOf,
  newBrowser,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { retry503 } from '../../support/wire.ts'

const fake = await startFakeProvider()
after(() => fake.stop())
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const apple = {
  IDENTITY_PROVIDERS: 'fake,apple',
  IDENTITY_PROVIDER_APPLE_ISSUER: fake.issuer.replace('127.0.0.1', 'localhost'),
  IDENTITY_PROVIDER_APPLE_CLIENT_ID: 'com.example.foyer',
  IDENTITY_PROVIDER_APPLE_TEAM_ID: 'TEAM',
  IDENTITY_PROVIDER_APPLE_KEY_ID: 'KEY',
  IDENTITY_PROVIDER_APPLE_PRIVATE_KEY: String(
    privateKey.export({ type: 'pkcs8', format: 'pem' }),
  ).replaceAll('\n', '\\n'),
}

const start = async (browser: Browser, returnTo = ''): Promise<Page> => {
  const query = returnTo === '' ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  return browser.submit(await browser.get(`/sign-in${query}`), {}, '/sign-in/with/fake')
}
const somebody = () => {
  const email = `${randomUUID()}@example.com`
  return { sub: randomUUID(), email, email_verified: true, name: 'Grace Hopper' }
}

await onEveryDatabase(
  'signing in with a provider',
  (foyer) => {
    const browserOf = () => newBrowser(foyer.authUrl)
    /** Signs in with the provider. @returns the first page that asks the user something */
    const arrive = async (browser: Browser, claims: object, returnTo = ''): Promise<Page> =>
      browser.follow(
        await fake.comeBack(
          browser,
          await start(browser, returnTo),
          claims as Record<string, unknown>,
        ),
      )
    /** A user of the provider who has an account. */
    const newMember = async () => {
      const claims = somebody()
      const browser = browserOf()
      const page = await arrive(browser, claims)
      await browser.submit(page, {}, '/account')
      const [user] = await foyer.db.query<{ id: number }>(
        sql`select id from users where email = ${claims.email}`,
      )
      return { claims, browser, id: user?.id ?? 0 }
    }
    const changesTo = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ change, provider }) => [change, provider])

    test('somebody without an account creates one, and later just signs in', async () => {
      const claims = somebody()
      const browser = browserOf()
      const page = await arrive(browser, claims, '/account/sessions')
      assert.equal(headingOf(page), 'Create an account')
      assert.match(page.text, new RegExp(`Faux has confirmed that ${claims.email}`))
      assert.equal(browser.cookie('foyer-session'), undefined)
      const done = await browser.submit(page, {}, '/account')
      assert.equal(done.location, `${foyer.authUrl}/account/sessions`)
      assert.match((await browser.get('/account')).text, /Grace Hopper/)
      assert.deepEqual(await changesTo(claims.email), [['identity_added', 'Faux']])

      const again = await arrive(browserOf(), claims, '/account/sessions')
      assert.equal(headingOf(again), 'Where you are signed in')
      const [user] = await foyer.db.query<{ id: number }>(
        sql`select id from users where email = ${claims.email}`,
      )
      const records = await listRecords(foyer.db, user?.id ?? 0, 10)
      assert.deepEqual(
        records.map(({ action }) => action),
        [
          'sign_in.succeeded',
          'sign_in.succeeded',
          'identity.added',
          'email.confirmed',
          'user.created',
        ],
      )
    })

    test('an application gets the user, and amr names no method that the provider did not report', async () => {
      const { claims } = await newMember()
      const app = await relyingParty(foyer)
      const browser = browserOf()
      const page = await visit(browser, app.authorizeUrl())
      const started = await browser.submit(page, {}, '/sign-in/with/fake')
      const consent = await browser.follow(await fake.comeBack(browser, started, claims))
      const back = await browser.follow(await browser.submit(consent, { decision: 'allow' }))
      const { body } = await app.exchange(answered(back).code ?? '')
      const { amr, acr } = claimsIn(body.id_token)
      assert.deepEqual([amr, acr], [[], 'aal1'])
    })

    test('an existing account is linked only after its owner has signed in', async () => {
      const { id, email } = await foyer.newUser()
      const { secret } = await withTotp(foyer, id)
      const claims = { ...somebody(), email: email.toUpperCase() }
      const browser = browserOf()
      const page = await arrive(browser, claims)
      assert.equal(headingOf(page), 'Sign in with Faux')
      assert.match(page.text, /There is already an account/)
      assert.equal(browser.cookie('foyer-session'), undefined)
      assert.deepEqual(await changesTo(email), [['totp_added', undefined]])

      const returnTo = '/sign-in/with/fake/connect'
      const second = await browser.follow(await signIn(browser, email, { returnTo }))
      const code = nextCode(secret)
      const asked = await browser.follow(await browser.submit(second, { code }, 'second-factor'))
      assert.match(asked.text, /<button autofocus>Add Faux</)
      const done = await browser.follow(await browser.submit(asked, {}, '/connect'))
      assert.match(done.text, /You can now sign in with the other account/)
      assert.deepEqual((await changesTo(email)).at(-1), ['identity_added', 'Faux'])

      // From now on the provider replaces the password. The second factor is still required.
      const later = await arrive(browserOf(), claims)
      assert.match(later.url, /second-factor/)
    })

    test('a signed-in user adds and removes a provider, each with a fresh proof', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const claims = { ...somebody(), email }
      const page = await proveAt(browser, '/account/security/providers/add?provider=fake')
      assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /form-action/)
      const started = await browser.submit(page, {}, '/sign-in/with/fake')
      const asked = await browser.follow(await fake.comeBack(browser, started, claims))
      const added = await browser.follow(await browser.submit(asked, {}, '/connect'))
      assert.match(added.text, /<h3>Faux<\/h3>/)
      const [, href = ''] = /href="([^"]+providers\/remove[^"]+)"/.exec(added.text) ?? []
      const sure = await browser.get(href)
      const gone = await browser.follow(await browser.submit(sure, {}, '/remove'))
      assert.match(gone.text, /The other account was removed/)
      assert.deepEqual(await changesTo(email), [
        ['identity_added', 'Faux'],
        ['identity_removed', 'Faux'],
      ])
      assert.match((await arrive(browserOf(), claims)).text, /There is already an account/)
    })

    test('an added and a removed account at a provider can be taken back by their emails', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const claims = { ...somebody(), email }
      const page = await proveAt(browser, '/account/security/providers/add?provider=fake')
      const started = await browser.submit(page, {}, '/sign-in/with/fake')
      const asked = await browser.follow(await fake.comeBack(browser, started, claims))
      const added = await browser.follow(await browser.submit(asked, {}, '/connect'))
      const addition = await linkTo(foyer.db, email, 'second_factor_changed')
      const arrivesAt = async () =>
        headingOf(await arrive(browserOf(), claims, '/account/sessions'))

      // The owner has had it for days when somebody else removes it.
      foyer.clock.offset = 3 * 86_400_000
      const [, href = ''] = /href="([^"]+providers\/remove[^"]+)"/.exec(added.text) ?? []
      await browser.submit(await proveAt(browser, href), {}, '/remove')
      const removal = await linkTo(foyer.db, email, 'second_factor_changed')
      assert.notEqual(removal, addition)
      assert.notEqual(await arrivesAt(), 'Where you are signed in')
      assert.equal((await follow(foyer, removal)).status, 200)
      assert.equal(await arrivesAt(), 'Where you are signed in')
      foyer.clock.offset = 0
      assert.equal((await follow(foyer, addition)).status, 200)
      assert.notEqual(await arrivesAt(), 'Where you are signed in')
    })

    test('an old session cannot link or unlink a provider without a fresh proof', async () => {
      const { id, email } = await foyer.newUser()
      const browser = await signedIn(foyer, id, browserOf())
      await foyer.db.query(sql`
        update sessions set signed_in_at = signed_in_at - interval '1 hour' where user_id = ${id}`)
      for (const path of ['add?provider=fake', `remove?issuer=${fake.issuer}`])
        assert.match((await browser.get(`/account/security/providers/${path}`)).location, /confirm/)
      const other = await visit(browser, '/account/security')
      const csrf = /name="csrf" value="([^"]+)"/.exec(other.text)?.[1] ?? ''
      const started = await browser.post('/sign-in/with/fake', { csrf })
      const back = await fake.comeBack(browser, started, { ...somebody(), email })
      const asked = await browser.get(back.location)
      assert.match(asked.location, /\/account\/confirm\?for=providers/)
      const forced = await browser.post('/sign-in/with/fake/connect', { csrf })
      assert.match(forced.location, /\/account\/confirm\?for=providers/)
      assert.deepEqual(await changesTo(email), [])
      const removal = await browser.post('/account/security/providers/remove', {
        csrf,
        issuer: 'x',
      })
      assert.match(removal.location, /confirm/)
    })

    test('the last way to sign in cannot be removed, and a password can be added', async () => {
      const { claims, browser } = await newMember()
      const security = await browser.get('/account/security')
      assert.match(security.text, /Your account has no password/)
      const confirm = await browser.follow(
        await browser.get(`/account/security/providers/remove?issuer=${fake.issuer}`),
      )
      assert.doesNotMatch(confirm.text, /type="password"/)
      assert.match(confirm.text, /href="\/forgotten-password"/)
      // It cannot be removed even after a proof.
      await foyer.db.query(sql`
        insert into fresh_proofs (user_id, session_uid, purpose, amr, complete, expires_at)
        select user_id, uid, 'providers', '{}', true, now() + interval '1 minute'
        from sessions join users on users.id = user_id where email = ${claims.email}`)
      const sure = await browser.get(`/account/security/providers/remove?issuer=${fake.issuer}`)
      const refused = await browser.submit(sure, {}, '/remove')
      assert.deepEqual(
        [refused.status, headingOf(refused)],
        [403, 'This is your last way to sign in'],
      )

      await browser.submit(await browser.get('/forgotten-password'), { email: claims.email })
      const link = await browser.get(await linkTo(foyer.db, claims.email, 'reset_password'))
      await browser.submit(link, { password: 'battery staple' })
      const owner = browserOf()
      await signIn(owner, claims.email, { secret: 'battery staple' })
      const proved = await proveAt(
        owner,
        `/account/security/providers/remove?issuer=${fake.issuer}`,
        { secret: 'battery staple' },
      )
      assert.equal((await owner.submit(proved, {}, '/remove')).status, 303)
    })

    test('an unconfirmed or missing email address creates and links nothing', async () => {
      const { email } = await foyer.newUser()
      const pages = [
        { ...somebody(), email, email_verified: false },
        { ...somebody(), email_verified: 'no' },
        { sub: randomUUID() },
        { ...somebody(), email: 'no address' },
        { ...somebody(), email: 'a@example.com\r\nBcc: b@example.com' },
      ]
      for (const claims of pages) {
        const page = await arrive(browserOf(), claims)
        assert.deepEqual(
          [page.status, headingOf(page)],
          [403, 'Your email address is not confirmed'],
        )
      }
    })

    test('an email address counts as confirmed only by the answer that names it', async () => {
      const { sub, email } = somebody()
      const mixed = [
        { sub, email_verified: true, userinfo: { email } },
        { sub, email_verified: true, userinfo: { email, email_verified: false } },
        { sub, email, userinfo: { email_verified: true } },
        { sub, email, email_verified: false, userinfo: { email, email_verified: true } },
      ]
      for (const claims of mixed)
        assert.equal(
          headingOf(await arrive(browserOf(), claims)),
          'Your email address is not confirmed',
        )
      const whole = { sub, name: 'Zoë', userinfo: { email, email_verified: true } }
      const page = await arrive(browserOf(), whole)
      assert.equal(page.status, 200)
      assert.match(page.text, new RegExp(email))
    })

    test('an account with another or an unconfirmed address is not linked', async () => {
      const { id, email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const claims = somebody()
      const page = await proveAt(browser, '/account/security/providers/add?provider=fake')
      const started = await browser.submit(page, {}, '/sign-in/with/fake')
      const other = await browser.follow(await fake.comeBack(browser, started, claims))
      assert.match(other.text, /has the email address/)
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const forced = await browser.post('/sign-in/with/fake/connect', { csrf })
      assert.equal(forced.status, 403)

      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      const again = await browser.submit(page, {}, '/sign-in/with/fake')
      const asked = await browser.follow(await fake.comeBack(browser, again, { ...claims, email }))
      const unconfirmed = await browser.submit(asked, {}, '/connect')
      assert.deepEqual(
        [unconfirmed.status, headingOf(unconfirmed)],
        [403, 'You cannot sign in this way'],
      )
    })

    test('the identity of one user is never linked to another', async () => {
      const { claims } = await newMember()
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const page = await proveAt(browser, '/account/security/providers/add?provider=fake')
      const session = browser.cookie('foyer-session')?.value
      const started = await browser.submit(page, {}, '/sign-in/with/fake')
      const taken = await fake.comeBack(browser, started, { ...claims, email })
      assert.deepEqual([taken.status, headingOf(taken)], [403, 'This account is already in use'])
      assert.equal(browser.cookie('foyer-session')?.value, session)
    })

    test('two sign-ins in one browser end in either order', async () => {
      const { claims } = await newMember()
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const browser = browserOf()
        const places = ['/account/sessions', '/account/applications']
        const started: Page[] = []
        for (const place of places) started.push(await start(browser, place))
        for (const index of order) {
          const back = await fake.comeBack(browser, started[index] as Page, claims)
          assert.equal(back.location, foyer.authUrl + places[index])
        }
      }
    })

    test('during an update, a sign-in ends on an instance of the version before, and begins on one', async () => {
      const { claims } = await newMember()
      const browser = browserOf()
      const pendingIn = () =>
        browser.cookies.filter(({ name }) => name.startsWith('foyer-with-fake'))
      const former = () => pendingIn().find(({ name }) => name === 'foyer-with-fake')?.value ?? ''
      const [first, second] = [await start(browser), await start(browser)] as const
      assert.equal(pendingIn().length, 3)
      // The version before knows only this cookie. It has the newest sign-in.
      const elsewhere = browserOf()
      elsewhere.plant(`foyer-browser=${browser.cookie('foyer-browser')?.value}; path=/`)
      elsewhere.plant(`foyer-with-fake=${former()}; path=/sign-in/with/fake`)
      assert.equal((await fake.comeBack(elsewhere, second, claims)).status, 303)
      assert.equal(elsewhere.cookie('foyer-with-fake'), undefined)
      // Another sign-in leaves it, and its own one ends it.
      assert.equal((await fake.comeBack(browser, first, claims)).status, 303)
      assert.equal(pendingIn().length, 2)
      assert.notEqual(former(), '')
      assert.equal((await fake.comeBack(browser, second, claims)).status, 303)
      assert.deepEqual(pendingIn(), [])
    })

    test('a browser remembers the three newest sign-ins', async () => {
      const { claims } = await newMember()
      const browser = browserOf()
      const started: Page[] = []
      for (let count = 0; count < 5; count++) started.push(await start(browser))
      const kept = browser.cookies.filter(({ name }) => name.startsWith('foyer-with-fake-'))
      assert.equal(kept.length, 3)
      const statuses: number[] = []
      for (const one of started) statuses.push((await fake.comeBack(browser, one, claims)).status)
      assert.deepEqual(statuses, [410, 410, 303, 303, 303])
    })

    test('a new account and a link that are sent twice lead on twice', async () => {
      const claims = somebody()
      const browser = browserOf()
      const page = await arrive(browser, claims, '/account/sessions')
      const alone = copyOf(browser)
      const answers = [
        ...(await Promise.all(
          [1, 2].map(() => retry503(() => browser.submit(page, {}, '/account'))),
        )),
        await alone.submit(page, {}, '/account'),
      ]
      for (const { location } of answers)
        assert.equal(location, `${foyer.authUrl}/account/sessions`)
      assert.equal((await alone.get('/account/sessions')).status, 200)
      const users = await foyer.db.query(sql`select from users where email = ${claims.email}`)
      assert.equal(users.length, 1)
      assert.deepEqual(await changesTo(claims.email), [['identity_added', 'Faux']])

      const { email } = await foyer.newUser()
      const owner = await signedInBrowser(foyer.authUrl, email)
      const add = await proveAt(owner, '/account/security/providers/add?provider=fake')
      const started = await owner.submit(add, {}, '/sign-in/with/fake')
      const asked = await owner.follow(
        await fake.comeBack(owner, started, { ...somebody(), email }),
      )
      const added = await Promise.all(
        [1, 2].map(() => retry503(() => owner.submit(asked, {}, '/connect'))),
      )
      for (const { location } of added) assert.match(location, /\?done=provider_added$/)
      assert.deepEqual(await changesTo(email), [['identity_added', 'Faux']])
    })

    test('a new account that is sent again after a minute signs nobody in', async () => {
      const claims = somebody()
      const browser = browserOf()
      const page = await arrive(browser, claims)
      const late = copyOf(browser)
      await browser.submit(page, {}, '/account')
      await foyer.db.query(sql`
        update linked_identities set linked_at = linked_at - interval '2 minutes'
        where email = ${claims.email}`)
      assert.equal((await late.submit(page, {}, '/account')).status, 403)
      assert.equal(late.cookie('foyer-session'), undefined)
    })

    test('several browsers at once create one account and one link', async () => {
      const claims = somebody()
      const ready = await Promise.all(
        [browserOf(), browserOf(), browserOf()].map(async (browser) => ({
          browser,
          page: await retry503(() => arrive(browser, claims)),
        })),
      )
      const answers = await Promise.all(
        ready.map(({ browser, page }) => retry503(() => browser.submit(page, {}, '/account'))),
      )
      // Each of them has signed in at the provider.
      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303, 303],
      )
      const users = await foyer.db.query(sql`select from users where email = ${claims.email}`)
      const links = await foyer.db.query(sql`
        select from linked_identities where email = ${claims.email}`)
      assert.deepEqual([users.length, links.length], [1, 1])
      assert.deepEqual(await changesTo(claims.email), [['identity_added', 'Faux']])
    })

    test('a disabled user does not get in', async () => {
      const { claims, id } = await newMember()
      await foyer.command('user', 'disable', id)
      const page = await arrive(browserOf(), claims)
      assert.deepEqual([page.status, headingOf(page)], [403, 'You cannot sign in this way'])
    })

    test('a user who cancels returns to the sign-in page', async () => {
      const browser = browserOf()
      const started = await start(browser, '/account/sessions')
      const state = new URL(started.location).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error: 'access_denied', state, iss: fake.issuer })
      const page = await browser.follow(await browser.get(`/sign-in/with/fake/callback?${query}`))
      assert.equal(headingOf(page), 'Sign in')
      assert.match(page.text, /name="return_to" value="\/account\/sessions"/)
    })

    test('Apple gets a signed secret and answers with a form', async () => {
      const browser = browserOf()
      const begun = await browser.get('/sign-in')
      fake.next('/.well-known/openid-configuration', (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            issuer: apple.IDENTITY_PROVIDER_APPLE_ISSUER,
            authorization_endpoint: `${fake.issuer}/authorize`,
            token_endpoint: `${fake.issuer}/token`,
            jwks_uri: `${fake.issuer}/jwks`,
            id_token_signing_alg_values_supported: ['ES256'],
            token_endpoint_auth_methods_supported: ['client_secret_post'],
          }),
        ),
      )
      const started = await browser.submit(begun, {}, '/sign-in/with/apple')
      const asked = new URL(started.location).searchParams
      assert.deepEqual(
        [asked.get('response_mode'), asked.get('scope')],
        ['form_post', 'openid email name'],
      )
      const issuer = apple.IDENTITY_PROVIDER_APPLE_ISSUER
      const claims = { ...somebody(), iss: issuer, email_verified: 'true' }
      const back = Object.fromEntries(fake.signIn(started, claims))
      const form = { code: back.code ?? '', state: back.state ?? '', user: '{"name":{}}' }
      // The form of another site arrives without cookies, and with the origin of that site.
      const posted = await newBrowser(foyer.authUrl).post('/sign-in/with/apple/callback', form, {
        origin: 'https://appleid.apple.com',
        'sec-fetch-site': 'cross-site',
      })
      assert.equal(posted.status, 303)
      assert.doesNotMatch(posted.location, /user=/)
      assert.equal(
        headingOf(await browser.follow(await browser.get(posted.location))),
        'Create an account',
      )
      const secret = fake.exchanges.at(-1)?.get('client_secret') ?? ''
      const { iss, sub, aud, exp, iat } = claimsIn(secret)
      assert.deepEqual([iss, sub, aud, exp - iat], ['TEAM', 'com.example.foyer', issuer, 300])
    })
  },
  { ...behindProxy, ...fake.env, ...apple },
)
