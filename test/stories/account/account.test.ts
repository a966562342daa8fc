import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSync } from 'otplib'
import { findErasure } from '../../../src/identity/privacy/erasure.ts'
import { messageOf } from '../../../src/support/mail/message.ts'
import { london } from '../../support/addresses.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import {
  agree,
  answered,
  askToDisconnect,
  authorize,
  relyingParty,
  visit,
} from '../../support/authorize.ts'
import { type Browser, formsOf, type Page } from '../../support/browser.ts'
import { newCard, visa } from '../../support/cards.ts'
import { trailOf } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { addTotp, codesIn, secretIn } from '../../support/factors.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  optionsOf,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'
import { retry503 } from '../../support/wire.ts'

/** Emails contain only browser names that Foyer knows, and nothing else that a browser sends. */
const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) <a href="https://evil.example">Firefox/130.0',
}

await onEveryDatabase(
  'the account pages',
  (foyer) => {
    const signedIn = async () => {
      const user = await foyer.newUser()
      return { user, browser: await signedInBrowser(foyer.authUrl, user.email, firefox) }
    }
    /** The changes of sign-in methods that emails reported to a user. */
    const reportedChanges = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ kind, change, browser }) => [
        change ?? kind,
        browser,
      ])

    test('a password manager finds the page to change the password', async () => {
      const found = await newBrowser(foyer.authUrl).get('/.well-known/change-password')
      const { pathname } = new URL(found.location, foyer.authUrl)
      assert.deepEqual([found.status, pathname], [303, '/account/security/password'])
    })

    test('the overview shows what the user pays with, is paid by, the address and the last sign-in', async () => {
      const { user, browser } = await signedIn()
      const rowsOf = ({ text }: Page) =>
        [...text.matchAll(/<li class="item leads">(.*?)<\/li>/gs)].map(([, row = '']) =>
          row
            .replaceAll(/<[^>]*>/g, ' ')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        )
      const page = await browser.get('/account')
      assert.match(page.text, /aria-current="page"><svg class="icon"[^>]*>.*?<\/svg>Overview</)
      const empty = rowsOf(page)
      assert.match(empty[0] ?? '', /^Paying Save a card/)
      assert.match(empty[1] ?? '', /^Being paid When you sell tickets/)
      assert.match(empty[2] ?? '', /^Addresses You have no addresses yet/)
      await user.paymentMethods.createCreditCard(newCard())
      await user.paymentMethods.createPayPal({
        email: 'ada@example.com',
        default_seller_method: true,
      })
      await user.addresses.create(london)
      const [paying, paid, address, last] = rowsOf(await browser.get('/account'))
      assert.match(paying ?? '', /Paying \w[\w ]* ending \d{4} Expires \d\d\/\d{4}\.$/)
      assert.match(paid ?? '', /Being paid PayPal a\*\*\*@example\.com Confirm by a link/)
      assert.match(address ?? '', /^Default address Ada Lovelace .*London.*United Kingdom$/)
      assert.match(last ?? '', /^Last sign-in Firefox · Linux now · .*UTC$/)
    })

    test('a session ends at once when another session of the user ends it', async () => {
      const { user, browser } = await signedIn()
      const other = await signedInBrowser(foyer.authUrl, user.email)
      const page = await browser.get('/account/sessions')
      assert.equal(formsOf(page).filter(({ action }) => action.endsWith('/end')).length, 1)

      const ended = await browser.follow(await browser.submit(page, {}, '/end'))
      assert.match(ended.text, /You signed out of the session\./)
      assert.equal((await other.get('/account/sessions')).status, 303)
      assert.equal((await browser.get('/account/sessions')).status, 200)
      // Sent twice, the request succeeds again.
      assert.equal((await browser.submit(page, {}, '/end')).status, 303)
    })

    test('a user ends all other sessions together', async () => {
      const { user, browser } = await signedIn()
      const others = [
        await signedInBrowser(foyer.authUrl, user.email),
        await signedInBrowser(foyer.authUrl, user.email),
      ]
      const page = await browser.get('/account/sessions')
      await browser.submit(page, {}, '/end-others')
      for (const other of others) assert.equal((await other.get('/account/sessions')).status, 303)
      assert.equal((await browser.get('/account/sessions')).status, 200)
    })

    test('a user cannot end another user’s session', async () => {
      const [mine, theirs] = [await signedIn(), await signedIn()]
      const [row] = await foyer.db.query<{ uid: string }>(
        sql`select uid from sessions where user_id = ${theirs.user.id}`,
      )
      const page = await mine.browser.get('/account/sessions')
      const [form] = formsOf(page)
      const fields = { csrf: form?.fields.csrf ?? '', session: row?.uid ?? '' }
      await mine.browser.post('/account/sessions/end', fields)
      assert.equal((await theirs.browser.get('/account/sessions')).status, 200)
    })

    test('a user disconnects an application, and its tokens end', async () => {
      const { user, browser } = await signedIn()
      const name = 'Shop <script>alert(1)</script>'
      const party = await relyingParty(foyer, { name })
      const code = await authorize(browser, party.authorizeUrl())
      const { body } = await party.exchange(code)
      const read = () =>
        fetch(`${foyer.baseUrl}/user`, {
          headers: { authorization: `Bearer ${body.access_token}` },
        })
      assert.equal((await read()).status, 200)

      const page = await browser.get('/account/applications')
      assert.match(page.text, /Shop &lt;script&gt;alert\(1\)&lt;\/script&gt;/)
      assert.doesNotMatch(page.text, /<script>/)
      assert.match(page.text, /See your profile, addresses and payment methods/)
      const asked = await askToDisconnect(browser)
      assert.match(asked.text, /Disconnect Shop &lt;script&gt;/)
      assert.match(asked.text, /loses access to your account at once/)
      assert.equal((await read()).status, 200)
      const done = await browser.follow(await browser.submit(asked, {}, '/disconnect'))
      assert.match(done.text, /No applications can use your account\./)
      await assertTokenEnds(async () => (await read()).status)
      assert.ok(user.id)
    })

    test('the page of applications shows when each was last used, stored at most once an hour', async () => {
      const { user, browser } = await signedIn()
      const party = await relyingParty(foyer, { name: 'Shop' })
      const { body } = await party.exchange(await authorize(browser, party.authorizeUrl()))
      const lastUse = async (): Promise<string> => {
        await foyer.runChore('save the last uses of accounts by applications')
        const { text } = await browser.get('/account/applications')
        const [, shown = ''] = /Last used<\/dt> <dd>(.*?)<\/dd>/.exec(text) ?? []
        return shown.replaceAll(/<[^>]*>/g, '')
      }
      const stored = async () => {
        const [row] = await foyer.db.query<{ xmin: string }>(
          sql`select xmin::text from consents where user_id = ${user.id}`,
        )
        return row?.xmin
      }
      assert.equal(await lastUse(), 'Not used yet')
      const headers = { authorization: `Bearer ${body.access_token}` }
      const use = async () =>
        assert.equal((await fetch(`${foyer.baseUrl}/user`, { headers })).status, 200)
      await use()
      assert.match(await lastUse(), /^(now|this minute|\d+ seconds? ago|0 seconds ago) · /)
      const written = await stored()
      await use()
      await lastUse()
      assert.equal(await stored(), written)
    })

    test('the page of applications shows which changes each is notified of, and whether deliveries succeed', async () => {
      const { user, browser } = await signedIn()
      const scopes = ['read:user', 'write:webhooks'] as const
      const party = await relyingParty(foyer, { name: 'Shop', scopes })
      const url = party.authorizeUrl({ scope: scopes.join(' ') })
      const { body } = await party.exchange(await authorize(browser, url))
      const created = await fetch(`${foyer.baseUrl}/webhooks`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${body.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          url: 'https://shop.example/hook?key=1',
          topics: ['Addresses', 'User'],
        }),
      })
      const { id } = (await created.json()) as { id: number }
      const shown = async () => (await browser.get('/account/applications')).text
      const text = await shown()
      assert.match(text, /shop\.example is told when these change: addresses and profile\./)
      assert.match(text, /Nothing was sent lately\./)
      assert.doesNotMatch(text, /key=1/)

      await user.addresses.create(london)
      const attempted = (isDelivered: boolean) =>
        foyer.db.query(sql`
          update webhook_deliveries set attempted_at = now(),
            delivered_at = case when ${isDelivered}::boolean then now() end
          where user_id = ${user.id} and webhook_id = ${id}`)
      await attempted(false)
      assert.match(await shown(), /Last attempt failed <time/)
      await attempted(true)
      assert.match(await shown(), /Last notified <time/)
      await foyer.db.query(sql`
        update webhooks set disabled_at = now(), disabled_reason = 'failing'
        where user_id = ${user.id}`)
      assert.match(await shown(), /class="tag warning">Switched off/)

      await browser.submit(await askToDisconnect(browser), {}, '/disconnect')
      const left = await foyer.db.query(sql`select from webhooks where user_id = ${user.id}`)
      assert.equal(left.length, 0)
    })

    test('the overview asks to confirm an email address, and shows the same whether it is free or taken', async () => {
      const taken = await foyer.newUser()
      const shownFor = async (asked: (user: { email: string }) => string) => {
        const { user, browser } = await signedIn()
        await foyer.db.query(sql`
          update users set email_confirmed_at = null where id = ${user.id}`)
        assert.match((await browser.get('/account')).text, /is not confirmed yet\./)
        const email = asked(user)
        const page = await proveAt(browser, '/account/security/email')
        await browser.submit(page, { email }, '/email')
        const [overview, security] = [
          await browser.get('/account'),
          await browser.get('/account/security'),
        ]
        assert.ok(overview.text.includes(`Confirm ${email}: open the link in the email`))
        assert.ok(security.text.includes(`You asked to change it to ${email}.`))
        await proveAt(browser, '/account/privacy/export')
        const form = await browser.get('/account/privacy/export')
        const { links } = JSON.parse((await browser.submit(form, {}, '/export')).text)
        const link = links.find(({ kind }: { kind: string }) => kind === 'new_email')
        const hoursLeft = (Date.parse(link.expires_at) - foyer.clock.now()) / 3_600_000
        assert.equal(Math.round(hoursLeft), 24)
        return { user, browser, email }
      }
      await shownFor(() => taken.email)
      const { browser, email } = await shownFor((user) => `new-${user.email}`)
      const link = await linkTo(foyer.db, email, 'confirm_new_email')
      await browser.submit(await browser.get(link))
      assert.doesNotMatch((await browser.get('/account')).text, /is not confirmed yet|Confirm new-/)
    })

    test('a user who knows the old password changes it, and other sessions end', async () => {
      const { user, browser } = await signedIn()
      const other = await signedInBrowser(foyer.authUrl, user.email)
      const page = await proveAt(browser, '/account/security/password')
      const change = (password: string) => browser.submit(page, { password }, '/security/password')
      const common = await change('password1')
      assert.match(common.text, /<a href="#password">Many people use this password/)

      const device = browser.cookie('foyer-device')?.value
      const done = await browser.follow(await change('battery staple'))
      assert.match(done.text, /Your password was changed\./)
      assert.equal((await other.get('/account/sessions')).status, 303)
      // The browser stays a known device.
      assert.notEqual(browser.cookie('foyer-device')?.value, device)
      const again = await signIn(newBrowser(foyer.authUrl), user.email, {
        secret: 'battery staple',
      })
      assert.equal(again.status, 303)
      assert.deepEqual(await reportedChanges(user.email), [['password_changed', 'Firefox · Linux']])
    })

    /** The pages with a form that ends all other sessions: its action, and its fields. */
    const endings = {
      '/account/security/password': ['/security/password', { password: 'battery staple' }],
      '/account/sessions': ['/end-others', {}],
    } as const

    const sessionOf = (browser: Browser): string => browser.cookie('foyer-session')?.value ?? ''
    const plantSession = (browser: Browser, id: string): void =>
      browser.plant(`foyer-session=${id}; path=/`)

    test('a copied session ends with all others when the user ends them or changes the password', async () => {
      for (const [path, [action, fields]] of Object.entries(endings)) {
        const { user, browser } = await signedIn()
        await signedInBrowser(foyer.authUrl, user.email)
        const app = await relyingParty(foyer)
        const question = await visit(browser, app.authorizeUrl())
        const thief = newBrowser(foyer.authUrl)
        for (const { name, value } of browser.cookies) thief.plant(`${name}=${value}; path=/`)
        const page = await proveAt(browser, path)
        const copied = await thief.get('/account/sessions')
        assert.equal(copied.status, 200)

        const done = await browser.follow(await browser.submit(page, fields, action))
        assert.equal(done.status, 200, path)
        assert.equal((await browser.get('/account/sessions')).status, 200, path)
        assert.match((await thief.get('/account/sessions')).location, /\/sign-in\?/, path)
        // The form of another page does not lead to the new session.
        const tried = await thief.submit(copied, {}, '/end-others')
        assert.match(tried.location, /\/sign-in\?/, path)
        // Requests of applications go on in the session.
        assert.ok(answered(await browser.follow(await agree(browser, question))).code, path)
      }
    })

    test('a form without a random key does not lead to the new session if it is sent again', async () => {
      const { browser } = await signedIn()
      const former = sessionOf(browser)
      const { csrf = '' } = formsOf(await browser.get('/account/sessions'))[0]?.fields ?? {}
      const send = () => browser.post('/account/sessions/end-others', { csrf })
      assert.match((await send()).location, /others_ended$/)
      assert.equal((await browser.get('/account/sessions')).status, 200)
      plantSession(browser, former)
      assert.match((await send()).location, /\/sign-in\?/)
    })

    test('a form that ends all other sessions gives the browser the same session if it is sent twice', async () => {
      for (const [path, [action, fields]] of Object.entries(endings)) {
        const { user, browser } = await signedIn()
        await signedInBrowser(foyer.authUrl, user.email)
        const page = await proveAt(browser, path)
        const former = sessionOf(browser)
        const first = await browser.submit(page, fields, action)
        const renewed = sessionOf(browser)
        assert.notEqual(renewed, former)
        // The browser has dropped the first answer.
        plantSession(browser, former)
        const second = await browser.submit(page, fields, action)
        assert.equal(second.location, first.location)
        assert.equal(sessionOf(browser), renewed)
        assert.equal((await browser.follow(second)).status, 200)

        plantSession(browser, former)
        const other = await browser.submit(page, { ...fields, password: 'other horse' }, action)
        assert.match(other.location, /\/sign-in\?/, path)
        const emails = await emailsTo(foyer.db, user.email)
        assert.equal(emails.length, path.endsWith('password') ? 1 : 0)

        // At the same time, both forms find the former session.
        plantSession(browser, renewed)
        const secret = path.endsWith('password') ? 'battery staple' : password
        assert.equal((await signIn(newBrowser(foyer.authUrl), user.email, { secret })).status, 303)
        const again = await proveAt(browser, path)
        const twice = await Promise.all(
          [1, 2].map(async () => {
            const tab = newBrowser(foyer.authUrl)
            for (const { name, value } of browser.cookies) tab.plant(`${name}=${value}; path=/`)
            const answer = await retry503(() => tab.submit(again, fields, action))
            assert.equal(answer.location, first.location)
            return sessionOf(tab)
          }),
        )
        assert.equal(new Set(twice).size, 1)
        plantSession(browser, twice[0] ?? '')
        assert.equal((await browser.get('/account/sessions')).status, 200)
      }
    })

    /** Every change that needs a fresh proof: the path, the page where it begins, and the form. */
    const guarded: Readonly<Record<string, readonly [page: string, form: object]>> = {
      '/email': ['/email', { email: 'thief@example.com' }],
      '/password': ['/password', { password: 'battery staple' }],
      '/totp': ['/totp', {}],
      '/totp/confirm': ['/totp', { code: '123456' }],
      '/totp/remove': ['/totp/remove', {}],
      '/recovery-codes': ['/recovery-codes', {}],
      '/passkeys': ['/passkeys', { name: 'Key', credential: '{}' }],
      '/passkeys/options': ['/passkeys', {}],
      '/passkeys/remove': ['/passkeys/remove?passkey=7', { passkey: '7' }],
    }

    test('every change of sign-in methods requires a fresh proof, even right after the sign-in', async () => {
      const { user, browser } = await signedIn()
      const { fields: { csrf = '' } = {} } =
        formsOf(await browser.get('/account/security'))[0] ?? {}
      for (const [path, [page, form]] of Object.entries(guarded)) {
        const answer = await browser.post(`/account/security${path}`, { csrf, ...form })
        const asked = new URL(answer.location)
        assert.equal(asked.pathname, '/account/confirm', path)
        assert.equal(asked.searchParams.get('return_to'), `/account/security${page}`)
        const got = await browser.get(`/account/security${page}`)
        assert.equal(new URL(got.location).pathname, '/account/confirm', page)
      }
      assert.deepEqual(await reportedChanges(user.email), [])
      assert.equal((await signIn(newBrowser(foyer.authUrl), user.email)).status, 303)
    })

    test('a proof is valid for one group of changes, one session and five minutes, and is recorded', async () => {
      const { user, browser } = await signedIn()
      const first = await browser.follow(await browser.get('/account/security/email'))
      assert.equal(headingOf(first), 'Confirm your identity')
      const wrong = await browser.submit(first, { password: 'wrong horse' }, '/account/confirm')
      assert.equal(wrong.status, 400)
      assert.match(wrong.text, /<a href="#password">This is not your current password\.<\/a>/)
      const right = await browser.submit(wrong, { password }, '/account/confirm')
      assert.equal(right.location, `${foyer.authUrl}/account/security/email`)
      assert.equal((await browser.follow(right)).status, 200)

      assert.equal((await browser.get('/account/security/password')).status, 303)
      const other = await signedInBrowser(foyer.authUrl, user.email)
      assert.equal((await other.get('/account/security/email')).status, 303)
      foyer.clock.offset += 5 * 60_000
      assert.equal((await browser.get('/account/security/email')).status, 303)
      foyer.clock.offset -= 5 * 60_000
      const records = await foyer.db.query<{ details: Record<string, string> }>(sql`
        select details from audit_records
        where user_id = ${user.id} and action = 'identity.confirmed'`)
      assert.deepEqual(
        records.map(({ details: { purpose, amr } }) => [purpose, amr]),
        [['email', 'pwd']],
      )
    })

    test('form input from before the proof is kept, except for passwords', async () => {
      const { browser } = await signedIn()
      const page = await proveAt(browser, '/account/security/email')
      foyer.clock.offset += 5 * 60_000
      try {
        const late = await browser.submit(page, { email: 'new@example.com' }, '/security/email')
        const confirm = await browser.follow(late)
        const back = await browser.submit(confirm, { password }, '/account/confirm')
        assert.match(
          (await browser.follow(back)).text,
          /name="email"[^>]* value="new@example\.com"/,
        )
      } finally {
        foyer.clock.offset -= 5 * 60_000
      }
    })

    test('a user reads recent activity in plain words', async () => {
      const { user, browser } = await signedIn()
      await user.addresses.create(london)
      const { id } = await user.paymentMethods.createCreditCard(visa)
      const { text } = await browser.get('/account/security/activity')
      const shown = [
        ...text.matchAll(
          /<h2>([^<]+?)(?: <span class="tag">([^<]+)<\/span>)?<\/h2>\s*(?:<p>([^<]+)<\/p>)?/g,
        ),
      ]
      assert.deepEqual(
        shown.map(([, what, by, object]) => [what, by, object]),
        [
          ['Added a payment method', 'by Tests', 'Visa ending 1111'],
          ['Added an address', 'by Tests', 'Ada Lovelace, 12 St James’s Square, London'],
          ['Signed in', undefined, 'Firefox · Linux'],
          ['An access token was issued without sign-in', 'by support', undefined],
          ['The account was created', undefined, undefined],
        ],
      )
      // What is gone has no name.
      await user.paymentMethods.delete(Number(id))
      const after = await browser.get('/account/security/activity')
      assert.doesNotMatch(after.text, /Visa ending 1111/)
      assert.match(after.text, /Added a payment method/)
      assert.match(text, /<time datetime="[^"]+">now · /)
    })

    test('a user downloads their data, deletes the account, and cancels the deletion', async () => {
      const { user, browser } = await signedIn()
      await user.addresses.create(london)
      const early = await browser.get('/account/privacy/export')
      assert.match(early.location, /\/account\/confirm\?for=export/)
      const download = await proveAt(browser, '/account/privacy/export')
      const file = await browser.submit(download, {}, '/privacy/export')
      const name = file.headers.get('content-disposition') ?? ''
      assert.match(name, /^attachment; filename="account-data-\d{4}-\d\d-\d\d\.json"$/)
      const data = JSON.parse(file.text)
      assert.equal(data.format, 'foyer-user-export')
      assert.match(file.text, new RegExp(london.address_1))
      const [letter] = await emailsTo(foyer.db, user.email)
      assert.deepEqual([letter?.kind, letter?.browser], ['data_exported', 'Firefox · Linux'])
      // One email an hour: more would bury it.
      await browser.submit(download, {}, '/privacy/export')
      assert.equal((await emailsTo(foyer.db, user.email)).length, 1)

      const ask = await proveAt(browser, '/account/privacy/delete')
      assert.match(ask.text, /lose access to your account at once/)
      const planned = await browser.follow(await browser.submit(ask, {}, '/privacy/delete'))
      assert.match(planned.text, /will be deleted on/)
      assert.match((await browser.get('/account')).text, /You can still keep it/)
      const kept = await browser.submit(planned, {}, '/keep-account')
      assert.match((await browser.follow(kept)).text, /Your account will be kept\./)
      assert.doesNotMatch((await browser.get('/account')).text, /You can still keep it/)
    })

    test('the email about a requested deletion leads to the page that cancels it', async () => {
      const { user, browser } = await signedIn()
      const ask = await proveAt(browser, '/account/privacy/delete')
      await browser.submit(ask, {}, '/privacy/delete')
      const [letter] = await emailsTo(foyer.db, user.email)
      assert.ok(letter)
      const context = { serviceName: 'Foyer', authUrl: foyer.authUrl, at: 0 }
      const [, link = ''] = /<a href="([^"]+)"/.exec(messageOf(letter, context).html) ?? []
      const page = await browser.get(link)
      const kept = await browser.follow(await browser.submit(page, {}, '/keep-account'))
      assert.match(kept.text, /Your account will be kept\./)
      assert.equal(await findErasure(foyer.privacy, user.id), undefined)
    })

    test('a new password leaves consents and webhooks, and the page leads to the applications', async () => {
      const { user, browser } = await signedIn()
      const party = await relyingParty(foyer, { name: 'Shop' })
      const { body } = await party.exchange(await authorize(browser, party.authorizeUrl()))
      await foyer.db.query(sql`
        insert into webhooks (user_id, application_id, url, host, topics, sealed)
        values (${user.id}, ${party.applicationId}, 'https://shop.example', 'shop.example',
          '{Addresses}', '')`)
      const form = await proveAt(browser, '/account/security/password')
      const fields = { password: 'battery staple' }
      const done = await browser.follow(await browser.submit(form, fields, '/security/password'))
      assert.match(done.text, /cannot use your account until you sign in to them again\./)
      assert.match(done.text, /They stay connected and are still told about changes\./)
      const [, link = ''] =
        /role="status">[^<]*<a href="([^"]+)">Connected applications<\/a>/.exec(done.text) ?? []
      const applications = await browser.get(link)
      assert.match(applications.text, /<h2>Shop<\/h2>/)
      assert.match(applications.text, /shop\.example is told when these change: addresses\./)
      const headers = { authorization: `Bearer ${body.access_token}` }
      const read = async () => (await fetch(`${foyer.baseUrl}/user`, { headers })).status
      await assertTokenEnds(read)
      // The user has agreed already, so the application gets a new code at once.
      assert.ok(await authorize(browser, party.authorizeUrl()))
    })

    test('a proof leads only to the security pages of the account', async () => {
      const { browser } = await signedIn()
      for (const return_to of ['//evil.example/', 'https://evil.example', '/account/sessions']) {
        const query = new URLSearchParams({ for: 'email', return_to })
        const page = await browser.get(`/account/confirm?${query}`)
        const done = await browser.submit(page, { password, return_to }, '/account/confirm')
        assert.equal(done.location, `${foyer.authUrl}/account/security`)
        await foyer.db.query(sql`delete from fresh_proofs`)
      }
      const unknown = await browser.get('/account/confirm?for=everything')
      assert.equal(unknown.location, `${foyer.authUrl}/account/security`)
    })

    test('after a wrong code, the set-up shows the same QR code again, until the app is confirmed', async () => {
      const { browser } = await signedIn()
      const start = await proveAt(browser, '/account/security/totp')
      const begun = await browser.submit(start, {}, '/totp')
      const secret = secretIn(begun)
      const drawn = (page: Page) => /<div class="qr".*?<\/svg>/s.exec(page.text)?.[0]
      assert.ok(drawn(begun))
      const wrong = await browser.submit(begun, { code: '000000' }, '/confirm')
      assert.deepEqual([wrong.status, secretIn(wrong), drawn(wrong)], [400, secret, drawn(begun)])
      assert.match(wrong.text, /wait for the next code\./)
      await browser.submit(wrong, { code: generateSync({ secret }) }, '/confirm')
      const late = await browser.submit(begun, { code: '000000' }, '/confirm')
      assert.ok(!late.text.includes('class="qr"') && !late.text.includes(secret))
    })

    test('the password alone is not enough for a proof if the user has a second factor', async () => {
      const { user, browser } = await signedIn()
      const start = await proveAt(browser, '/account/security/totp')
      const begun = await browser.submit(start, {}, '/totp')
      const secret = secretIn(begun)
      const codes = codesIn(
        await browser.submit(begun, { code: generateSync({ secret }) }, '/confirm'),
      )
      const half = await proveAt(browser, '/account/security/passkeys')
      assert.match(half.url, /\/account\/confirm/)
      assert.match(half.text, /6-digit code/)
      assert.equal((await browser.get('/account/security/passkeys')).status, 303)
      const wrong = await browser.submit(half, { code: '000000' }, '/confirm/code')
      assert.match(wrong.text, /<a href="#code">This code is incorrect/)
      const done = await browser.submit(wrong, { code: codes[0] ?? '' }, '/confirm/code')
      assert.equal(done.location, `${foyer.authUrl}/account/security/passkeys`)
      assert.equal((await browser.follow(done)).status, 200)
      // A code without the password is not enough either.
      const { fields: { csrf = '' } = {} } =
        formsOf(await browser.get('/account/security'))[0] ?? {}
      const skipped = { csrf, for: 'password', return_to: '', code: codes[1] ?? '' }
      await browser.post('/account/confirm/code', skipped)
      assert.equal((await browser.get('/account/security/password')).status, 303)
      assert.ok(user.id)
    })

    test('a user sets up an authenticator app, uses it, and removes it', async () => {
      const { user, browser } = await signedIn()
      const start = await proveAt(browser, '/account/security/totp')
      const begun = await browser.submit(start, {}, '/totp')
      assert.match(begun.text, /<svg [^>]*viewBox/)
      const secret = secretIn(begun)
      const wrong = await browser.submit(begun, { code: '000000' }, '/confirm')
      assert.equal(wrong.status, 400)
      const done = await browser.submit(wrong, { code: generateSync({ secret }) }, '/confirm')
      assert.equal(headingOf(done), 'Your recovery codes')
      const codes = codesIn(done)
      assert.ok(codes.length >= 8)
      // When the user goes back, the page does not show the recovery codes again.
      const back = await browser.submit(wrong, { code: '123456' }, '/confirm')
      assert.match(
        (await browser.follow(back)).text,
        /The authenticator app is set up\. If you have/,
      )

      const answer = await signIn(newBrowser(foyer.authUrl), user.email)
      assert.match(answer.location, /second-factor/)

      const renew = await proveAt(browser, '/account/security/recovery-codes', {
        code: codes[0] ?? '',
      })
      const renewed = await browser.submit(renew, {}, '/recovery-codes')
      assert.notDeepEqual(codesIn(renewed), codes)
      await foyer.db.query(sql`delete from fresh_proofs where user_id = ${user.id}`)
      const remove = await proveAt(browser, '/account/security/totp/remove', {
        code: codesIn(renewed)[0] ?? '',
      })
      const off = await browser.submit(remove, {}, '/totp/remove')
      assert.match((await browser.follow(off)).text, /The authenticator app was removed\./)
      const plain = await signIn(newBrowser(foyer.authUrl), user.email)
      assert.match(plain.location, /\/account$/)
      const changes = ['totp_added', 'recovery_codes_renewed', 'totp_removed']
      assert.deepEqual(
        await reportedChanges(user.email),
        changes.map((change) => [change, 'Firefox · Linux']),
      )
    })

    test('of a form for an authenticator app that is sent twice the last recovery codes work', async () => {
      const { user, browser } = await signedIn()
      const begun = await browser.submit(
        await proveAt(browser, '/account/security/totp'),
        {},
        '/totp',
      )
      const code = generateSync({ secret: secretIn(begun) })
      const send = () => browser.submit(begun, { code }, '/confirm')
      const unseen = await Promise.all(Array.from({ length: 3 }, () => retry503(send)))
      const shown = await send()
      for (const page of [...unseen, shown]) assert.equal(headingOf(page), 'Your recovery codes')
      const use = async (recoveryCode: string) => {
        const other = newBrowser(foyer.authUrl)
        const step = await other.follow(await signIn(other, user.email))
        return (await other.submit(step, { code: recoveryCode })).status
      }
      for (const page of unseen) assert.equal(await use(codesIn(page)[0] ?? ''), 400)
      assert.equal(await use(codesIn(shown)[0] ?? ''), 303)
      // A recovery code was used, so somebody has seen them. They stay.
      const asked = await browser.follow(await send())
      assert.match(asked.text, /If you have not saved your recovery codes, create new ones\./)
      assert.equal(await use(codesIn(shown)[1] ?? ''), 303)
      assert.deepEqual(await reportedChanges(user.email), [['totp_added', 'Firefox · Linux']])
    })

    test('a form for an authenticator app that is sent again after a minute replaces no recovery codes', async () => {
      const { user, browser } = await signedIn()
      const start = await proveAt(browser, '/account/security/totp')
      const begun = await browser.submit(start, {}, '/totp')
      const code = generateSync({ secret: secretIn(begun) })
      await browser.submit(begun, { code }, '/confirm')
      const hashes = () =>
        foyer.db.query(sql`
          select hash from recovery_codes where user_id = ${user.id} order by hash`)
      const before = await hashes()
      await foyer.db.query(sql`
        update totp_secrets set confirmed_at = confirmed_at - interval '2 minutes'
        where user_id = ${user.id}`)
      const late = await browser.submit(begun, { code }, '/confirm')
      assert.match(late.location, /\/account\/security\?done=totp_confirmed$/)
      assert.deepEqual(await hashes(), before)
    })

    test('a code for a proof that is sent twice gives one proof', async () => {
      const { user, browser } = await signedIn()
      const { codes } = await addTotp(foyer, user.id)
      const [code = '', other = ''] = codes
      const half = await proveAt(browser, '/account/security/passkeys')
      const both = await Promise.all(
        [1, 2].map(() => retry503(() => browser.submit(half, { code }, '/confirm/code'))),
      )
      for (const { location } of both) assert.match(location, /\/account\/security\/passkeys$/)
      const trail = await trailOf(foyer.db, user.id)
      assert.equal(trail.filter((action) => action === 'identity.confirmed').length, 1)
      assert.ok(!trail.includes('second_factor.refused'))
      assert.equal((await browser.submit(half, { code: other }, '/confirm/code')).status, 303)
      const left = await foyer.db.query(sql`
        select from recovery_codes where user_id = ${user.id}`)
      assert.equal(left.length, 9)
    })

    test('a user adds a passkey, signs in with it, renames it and removes it', async () => {
      const { user, browser } = await signedIn()
      const authenticator = createAuthenticator(foyer.authUrl)
      const page = await proveAt(browser, '/account/security/passkeys')
      const options = await optionsOf(browser, page, '/passkeys')
      const credential = JSON.stringify(authenticator.create(options as never))
      const added = await browser.submit(page, { credential, name: '<b>Key</b>' }, '/passkeys')
      assert.equal(headingOf(added), 'Your recovery codes')
      assert.match(added.text, /without your authenticator app or your passkey\./)

      const elsewhere = newBrowser(foyer.authUrl)
      const form = await elsewhere.get('/sign-in')
      const challenge = await optionsOf(elsewhere, form, '/sign-in/passkey')
      const answer = JSON.stringify(authenticator.get(challenge as never))
      const entered = await elsewhere.submit(form, { credential: answer }, '/sign-in/passkey')
      assert.equal(entered.location, `${foyer.authUrl}/account`)
      const replayed = await signInWithCredential(elsewhere, form, answer)
      assert.equal(replayed.status, 400)
      assert.match(replayed.text, /This passkey did not work/)

      // The passkey also works as the second step after the password.
      const third = newBrowser(foyer.authUrl)
      const step = await third.follow(await signIn(third, user.email))
      const asked = await optionsOf(third, step, '/second-factor/passkey')
      const proof = JSON.stringify(authenticator.get(asked as never))
      const passed = await third.submit(step, { credential: proof }, '/second-factor/passkey')
      assert.equal(passed.location, `${foyer.authUrl}/account`)

      const listed = await browser.get('/account/security')
      assert.match(listed.text, /<h3>&lt;b&gt;Key&lt;\/b&gt;<\/h3>/)
      const long = 'x'.repeat(65)
      const misnamed = await browser.submit(listed, { name: long }, '/rename')
      assert.equal(misnamed.status, 400)
      const [, field = ''] = /<a href="#(name-\d+)">Please enter a name/.exec(misnamed.text) ?? []
      assert.match(
        misnamed.text,
        new RegExp(
          `<input id="${field}" name="name" [^>]*value="${long}" [^>]*aria-invalid="true"`,
        ),
      )
      assert.match(misnamed.text, new RegExp(`class="fault" id="${field}-fault">Please enter`))
      // The passkey may be gone already.
      const [renaming] = formsOf(listed).filter(({ action }) => action.endsWith('/rename'))
      const gone = await browser.post(renaming?.action ?? '', {
        ...renaming?.fields,
        passkey: '0',
        name: '',
      })
      assert.doesNotMatch(gone.text, /href="#name/)
      assert.match(gone.text, /role="alert"><p>Please enter a name/)
      const renamed = await browser.submit(listed, { name: 'Laptop' }, '/rename')
      assert.match((await browser.follow(renamed)).text, /<h3>Laptop<\/h3>/)
      // A passkey with user verification is enough for a proof.
      await foyer.db.query(sql`delete from fresh_proofs where user_id = ${user.id}`)
      const [, remove = ''] =
        /href="([^"]+\/passkeys\/remove\?passkey=\d+)"/.exec(listed.text) ?? []
      const confirm = await browser.follow(await browser.get(remove))
      const proofOptions = await optionsOf(browser, confirm, '/account/confirm/passkey')
      const verified = JSON.stringify(authenticator.get(proofOptions as never))
      const proved = await browser.submit(confirm, { credential: verified }, '/confirm/passkey')
      assert.equal(proved.location, `${foyer.authUrl}${remove}`)
      const removed = await browser.submit(await browser.follow(proved), {}, '/passkeys/remove')
      assert.doesNotMatch((await browser.follow(removed)).text, /Laptop/)
      assert.deepEqual(await reportedChanges(user.email), [
        ['passkey_added', 'Firefox · Linux'],
        ['passkey_removed', 'Firefox · Linux'],
      ])
    })

    test('only a signed-in user can confirm a new email address', async () => {
      const { user, browser } = await signedIn()
      const email = `new-${user.email}`
      const page = await proveAt(browser, '/account/security/email')
      assert.equal((await browser.submit(page, { email: 'x' }, '/email')).status, 400)
      const sent = await browser.submit(page, { email }, '/email')
      assert.equal(headingOf(sent), 'Check your email')
      assert.match(sent.text, /href="\/account\/security">Go to security settings</)

      const link = await linkTo(foyer.db, email, 'confirm_new_email')
      const stranger = newBrowser(foyer.authUrl)
      assert.match((await stranger.get(link)).location, /\/sign-in\?return_to=%2Fconfirm-email/)
      const done = await browser.submit(await browser.get(link))
      assert.match((await browser.follow(done)).text, /Your email address was changed\./)
      assert.equal((await signIn(newBrowser(foyer.authUrl), email)).status, 303)
      assert.deepEqual(await reportedChanges(user.email), [['email_changed', 'Firefox · Linux']])
    })

    const signInWithCredential = async (_from: Browser, _form: Page, credential: string) => {
      const browser = newBrowser(foyer.authUrl)
      return browser.submit(await browser.get('/sign-in'), { credential }, '/sign-in/passkey')
    }
  },
  behindProxy,
)
