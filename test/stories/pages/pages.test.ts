import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { userActs } from '../../../src/account/operator/acts.ts'
import { localPath } from '../../../src/identity/sign-in/return-to.ts'
import { html, markup } from '../../../src/platform/http/pages/html.ts'
import { relyingParty } from '../../support/authorize.ts'
import { formsOf } from '../../support/browser.ts'
import { anyOne } from '../../support/database.ts'
import { everyPageEnv } from '../../support/every-page.ts'
import { onEveryDatabase, startFoyer } from '../../support/foyer.ts'
import { languages, sql } from '../../support/inside.ts'
import { pathsOf } from '../../support/routes.ts'
import { behindProxy, newBrowser, proveAt, signedInBrowser } from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'
import { retry503, retryOutsideSoak } from '../../support/wire.ts'

/** The pages that everybody can open. */
const open = ['/sign-in', '/sign-in/code', '/sign-up', '/forgotten-password', '/sign-out'] as const
/** The pages of an account. */
const own = [
  '/account',
  '/account/addresses',
  '/account/addresses/new',
  '/account/paymentmethods',
  '/account/paymentmethods/card',
  '/account/paymentmethods/paypal',
  '/account/paymentmethods/bank',
  '/account/privacy',
  '/account/profile',
  '/account/security/activity',
  '/account/sessions',
  '/account/applications',
  '/account/security',
  '/account/confirm?for=totp',
  '/developer',
  '/developer/applications/types',
] as const

/** Every form that changes something, with fields that it would accept. */
const posts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/sign-in': { password },
  '/sign-in/email': { code: 'x'.repeat(16), password },
  '/sign-in/code': { email: 'csrf@example.com' },
  '/sign-in/code/check': { request: 'x'.repeat(43), code: '12345678' },
  '/sign-in/link': { token: 'x'.repeat(43) },
  '/sign-in/with/work': {},
  '/sign-in/with/work/connect': {},
  '/sign-in/with/work/account': {},
  '/account/security/providers/remove': { issuer: 'http://127.0.0.1:1' },
  '/sign-in/passkey': { credential: '{}' },
  '/sign-in/passkey/options': {},
  '/sign-in/passkeys': { credential: '{}' },
  '/sign-in/passkeys/options': {},
  '/sign-in/second-factor': { step: 'x'.repeat(43), code: '123456' },
  '/sign-in/second-factor/passkey': { step: 'x'.repeat(43), credential: '{}' },
  '/sign-in/second-factor/passkey/options': { step: 'x'.repeat(43) },
  '/sign-out': {},
  '/sign-up': { email: 'csrf@example.com', password: 'battery staple' },
  '/confirm-email': { token: 'x'.repeat(43), password },
  '/another-link': { token: 'x'.repeat(43) },
  '/forgotten-password': { email: 'csrf@example.com' },
  '/new-password': { token: 'x'.repeat(43), password: 'battery staple' },
  '/account/sessions/end': {},
  '/account/sessions/end-others': {},
  '/account/addresses/new': { country_code: 'GB', full_name: 'Ada', address_1: '12 Square' },
  '/account/addresses/:id': { country_code: 'GB', full_name: 'Ada', address_1: '12 Square' },
  '/account/addresses/:id/default': {},
  '/account/addresses/:id/delete': {},
  '/account/paymentmethods/card': { full_name: 'Ada', expiry_month: '4', expiry_year: '2031' },
  '/account/paymentmethods/card/setup': {},
  '/account/paymentmethods/paypal': { email: 'csrf@example.com' },
  '/account/paymentmethods/bank': { full_name: 'Ada', iban: 'DE89370400440532013000' },
  '/account/paymentmethods/:id': { full_name: 'Ada', expiry_month: '4', expiry_year: '2031' },
  '/account/paymentmethods/:id/default': {},
  '/account/paymentmethods/:id/default-seller': {},
  '/account/paymentmethods/:id/proof': {},
  '/payouts/confirm': { token: 'x'.repeat(43) },
  '/payouts/undo': { token: 'x'.repeat(43) },
  '/sign-in/undo': { token: 'x'.repeat(43) },
  '/account/paymentmethods/:id/delete': {},
  '/account/applications/:id/disconnect': {},
  '/account/confirm': { for: 'email', password },
  '/account/confirm/code': { for: 'email', code: '123456' },
  '/account/confirm/passkey': { for: 'email', credential: '{}' },
  '/account/confirm/passkey/options': { for: 'email' },
  '/account/security/email': { email: 'csrf@example.com' },
  '/account/security/password': { password: 'battery staple' },
  '/account/security/totp': {},
  '/account/security/totp/confirm': { code: '123456' },
  '/account/security/totp/remove': {},
  '/account/security/recovery-codes': {},
  '/account/security/passkeys': { name: 'Key', credential: '{}' },
  '/account/security/passkeys/options': {},
  '/account/security/passkeys/rename': { passkey: '1', name: 'Key' },
  '/account/security/passkeys/remove': { passkey: '1' },
  '/operator': { query: 'csrf@example.com' },
  '/operator/sign-ups/resend-confirmation': { reason: 'csrf' },
  ...Object.fromEntries(
    Object.keys(userActs).map((act) => [`/operator/users/:id/${act}`, { reason: 'csrf' }]),
  ),
  '/operator/applications/:clientId/disable': { reason: 'csrf' },
  '/operator/applications/:clientId/enable': { reason: 'csrf' },
  '/account/profile': { full_name: 'Ada' },
  '/account/privacy/keep-account': {},
  '/account/privacy/export': {},
  '/account/privacy/delete': {},
  '/developer/applications/new': { type: 'server', name: 'Forged', 'scope:read:events': 'true' },
  '/developer/applications/:clientId/edit': { name: 'Forged', 'scope:read:events': 'true' },
  '/developer/applications/:clientId/logo': {},
  '/developer/applications/:clientId/logo/remove': {},
  '/developer/applications/:clientId/rotate': {},
  '/developer/applications/:clientId/withdraw': {},
  '/developer/applications/:clientId/disable': {},
  '/developer/applications/:clientId/enable': {},
  '/developer/applications/:clientId/delete': {},
  '/developer/applications/:clientId/webhooks/:id/ping': {},
  '/developer/applications/:clientId/webhooks/:id/deliveries/:delivery/redeliver': {},
}

describe('markup', () => {
  test('html escapes text and keeps markup', () => {
    const name = `<script>"it's" & more</script>`
    assert.equal(
      html`<p title="${name}">${name}</p>`.text,
      '<p title="&lt;script&gt;&quot;it&#39;s&quot; &amp; more&lt;/script&gt;">&lt;script&gt;&quot;it&#39;s&quot; &amp; more&lt;/script&gt;</p>',
    )
    assert.equal(html`${html`<b>`}${markup('<i>')}${[1, '<']}`.text, '<b><i>1&lt;')
    assert.equal(html`a${null}${undefined}${false}b${0}`.text, 'ab0')
  })
})

describe('localPath', () => {
  test('only a path on this site is accepted', () => {
    const at = (given: string) => localPath('https://accounts.example', given)
    assert.equal(at('/account/sessions?x=1#part'), '/account/sessions?x=1')
    assert.equal(at('/a/../account'), '/account')
    for (const foreign of [
      '',
      'x',
      '//x',
      '/\\x',
      '/\n/x',
      '/.//x',
      '/..//x',
      'https:/x',
      '/ä',
      '\\/x',
    ])
      assert.equal(at(foreign), undefined, foreign)
  })

  test('the path must be below the issuer’s path', () => {
    const at = (given: string) => localPath('https://accounts.example/auth', given)
    assert.equal(at('/auth/account'), '/auth/account')
    assert.equal(at('/elsewhere'), undefined)
    assert.equal(at('/auth/../elsewhere'), undefined)
    assert.equal(at('/authority'), undefined)
  })
})

await onEveryDatabase(
  'pages',
  (foyer) => {
    test('every form is refused without its browser’s token, and changes nothing', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const page = await browser.get('/account/security')
      const csrf = formsOf(page)[0]?.fields.csrf ?? ''
      const stranger = newBrowser(foyer.authUrl)
      const foreign = formsOf(await stranger.get('/sign-in'))[0]?.fields.csrf ?? ''
      const before = await allData(foyer.db)

      const refused = async (path: string, fields: object, headers = {}) => {
        const all = { email, ...posts[path], ...fields }
        const answer = await retryOutsideSoak(() => browser.post(path, all, headers))
        assert.equal(answer.status, 403, path)
        assert.match(answer.text, /<h1>This form could not be submitted<\/h1>/)
        assert.equal(answer.headers.getSetCookie().length, 0, path)
      }
      for (const path of Object.keys(posts)) {
        await refused(path, {})
        await refused(path, { csrf: foreign })
        await refused(path, { csrf: '' })
        await refused(path, { csrf }, { 'sec-fetch-site': 'cross-site' })
        await refused(path, { csrf }, { 'sec-fetch-site': 'same-site' })
        await refused(path, { csrf }, { origin: 'https://evil.example' })
      }
      assert.deepEqual(await allData(foyer.db), before)
      // The right token and the headers of a form on this site are accepted.
      const own = { origin: 'null', 'sec-fetch-site': 'same-origin' }
      const taken = await browser.post('/account/sessions/end-others', { csrf }, own)
      assert.equal(taken.status, 303)
    })

    test('the table has every route that takes a form', async () => {
      // A provider's response that arrives as a form changes nothing by itself.
      const elsewhere =
        /^\/(?:v2|oauth2|authorize|interaction|userinfo|request|sign-in\/with\/work\/callback)\b/
      const paths = pathsOf(foyer.app, 'POST')
      assert.ok(paths.length > Object.keys(posts).length)
      const missing = []
      for (const path of paths) {
        if (path in posts || elsewhere.test(path)) continue
        const { status } = await newBrowser(foyer.authUrl).post(path, {})
        if (status !== 405) missing.push(path)
      }
      assert.deepEqual(missing, [])
    })

    test('every page has protective headers', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      for (const path of [...open, ...own, '/sign-in/second-factor', '/new-password?token=x']) {
        const { headers } = await browser.get(path)
        const policy = headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'/, path)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.match(policy, /base-uri 'none'/)
        assert.doesNotMatch(policy, /unsafe|\*/)
        assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('referrer-policy'), 'no-referrer')
      }
    })

    test('pages contain neither inline scripts nor inline styles', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      for (const path of [...open, ...own]) {
        const { text } = await browser.get(path)
        assert.doesNotMatch(
          text,
          / style=| on\w+=|<style|<script(?! type="module" src="\/assets\/)/,
        )
      }
    })

    test('the assets of a page exist and may be cached forever', async () => {
      const { text } = await newBrowser(foyer.authUrl).get('/sign-in')
      const paths = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
      assert.equal(paths.length, 3)
      for (const path of paths) {
        const { status, headers } = await newBrowser(foyer.authUrl).get(path)
        assert.equal(status, 200)
        assert.match(headers.get('content-type') ?? '', /^text\/(?:css|javascript)/)
        assert.match(headers.get('cache-control') ?? '', /immutable/)
      }
    })

    test('the style sheet and the scripts are compressed as the browser accepts it', async () => {
      const { text } = await newBrowser(foyer.authUrl).get('/sign-in')
      const paths = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
      const get = async (path: string, accepted: string) =>
        fetch(foyer.authUrl + path, { headers: { 'accept-encoding': accepted } })
      for (const path of paths) {
        const plain = await (await get(path, 'identity')).text()
        for (const [accepted, coding] of [
          ['gzip, deflate, br', 'br'],
          ['gzip, deflate', 'gzip'],
          ['br;q=0, gzip;q=0.5', 'gzip'],
          ['br;q=0, gzip;q=0', null],
          ['zstd', null],
        ] as const) {
          const answer = await get(path, accepted)
          assert.equal(answer.headers.get('content-encoding'), coding, accepted)
          assert.equal(answer.headers.get('vary'), 'Accept-Encoding')
          const length = Number(answer.headers.get('content-length'))
          assert.ok(coding === null || length < plain.length / 2, `${path}: ${length}`)
          assert.equal(await answer.text(), plain)
        }
      }
    })

    for (const language of languages)
      test(`pages are in ${language} if the browser asks for it`, async () => {
        const { email } = await foyer.newUser()
        const browser = await signedInBrowser(foyer.authUrl, email)
        await proveAt(browser, '/account/paymentmethods/paypal')
        const asked = { 'accept-language': language }
        for (const path of [...open, ...own, '/new-password?token=x']) {
          const query = path === '/sign-in' ? '?return_to=/account/security' : ''
          const { text, headers } = await browser.get(path + query, asked)
          assert.match(text, new RegExp(`<html lang="${language}">`))
          assert.equal(headers.get('content-language'), language)
          assert.doesNotMatch(text, /undefined|\{\w+\}|\[object/)
        }
      })

    test('a chosen language stays, whatever the browser asks for', async () => {
      const browser = newBrowser(foyer.authUrl, { 'accept-language': 'fr' })
      const page = await browser.get('/sign-up?return_to=/account/security')
      const [, link = ''] = /hreflang="ja"[^>]* href="([^"]+)"/.exec(page.text) ?? []
      const chosen = await browser.get(link.replaceAll('&amp;', '&'))
      assert.match(chosen.text, /<html lang="ja">/)
      assert.match(chosen.text, /name="return_to" value="\/account\/security"/)
      assert.match((await browser.get('/sign-in')).text, /<html lang="ja">/)
    })

    test('every error page has a link to go on', async () => {
      const browser = newBrowser(foyer.authUrl)
      const csrf = formsOf(await browser.get('/sign-in'))[0]?.fields.csrf ?? ''
      const page = { accept: 'text/html' }
      const requests = [
        () => browser.get('/nowhere', page),
        () => browser.get('/sign-in/second-factor?step=none'),
        () => browser.get('/interaction/none'),
        () => browser.get('/authorize?client_id=none'),
        () => browser.get('/oauth2/end-session?id_token_hint=none', page),
        () => browser.post('/sign-in', {}),
        () =>
          browser.post('/sign-in', [
            ['csrf', csrf],
            ['csrf', csrf],
          ]),
        () => browser.post('/sign-in', { csrf, email: '4111 1111 1111 1111' }),
        () => browser.post('/sign-in', { csrf }, { 'content-type': 'application/json' }),
      ]
      const answers = await Promise.all(requests.map((request) => retry503(request)))
      for (const { url, status, text } of answers) {
        assert.ok(status >= 400 && status < 500, `${url} ${status}`)
        assert.match(text, /<main[\s\S]*<a href="\/account">Go to your account</, url)
      }
    })

    test('the error page for a wrong request of an application leads to the application', async () => {
      const party = await relyingParty(foyer)
      const wrong = await newBrowser(foyer.authUrl).get(
        party.authorizeUrl({ redirect_uri: 'https://evil.example/' }),
      )
      assert.equal(wrong.status, 400)
      assert.match(
        wrong.text,
        /<a class="button" href="https:\/\/app\.example\/">Go to Tickets &amp;/,
      )
      assert.doesNotMatch(wrong.text, /href="https:\/\/evil/)
    })

    test('a form with repeated fields, a card number, too much data or JSON is refused', async () => {
      const browser = newBrowser(foyer.authUrl)
      const csrf = formsOf(await browser.get('/sign-in'))[0]?.fields.csrf ?? ''
      const twice = await browser.post('/sign-in', [
        ['csrf', csrf],
        ['email', 'ada@example.com'],
        ['email', 'eve@example.com'],
      ])
      assert.equal(twice.status, 400)
      assert.match(twice.text, /We could not read this form/)
      const card = { csrf, email: '4111 1111 1111 1111', password }
      const refused = await browser.post('/sign-in', card)
      assert.equal(refused.status, 400)
      assert.match(refused.text, /Do not enter a card number here/)
      assert.doesNotMatch(refused.text, /4111/)
      assert.equal(
        (await browser.post('/sign-in', { csrf, email: 'x'.repeat(70_000) })).status,
        413,
      )
      const json = await browser.post('/sign-in', { csrf }, { 'content-type': 'application/json' })
      assert.equal(json.status, 415)
      assert.match(json.text, /<title>Error: /)
    })

    test('a name that contains markup is shown as text', async () => {
      const { id, email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const device = '<script>alert(1)</script>"\''
      await foyer.db.query(sql`update sessions set device = ${device} where user_id = ${id}`)
      const { text } = await browser.get('/account/sessions')
      assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;/)
      assert.doesNotMatch(text, /<script>/)
    })
  },
  { ...behindProxy, ...everyPageEnv },
)

describe('pages over HTTPS', () => {
  test('cookie names have the prefix that browsers protect', async () => {
    const database = await anyOne()
    if (database === undefined) throw new Error('There is no database.')
    const foyer = await startFoyer(await database.open(), {
      ...behindProxy,
      AUTH_URL: 'https://accounts.example',
    })
    try {
      const secure = { 'x-forwarded-proto': 'https' }
      const answer = await fetch(`http://127.0.0.1:${portOf(foyer.app)}/sign-in`, {
        headers: secure,
      })
      const [cookie = ''] = answer.headers.getSetCookie()
      assert.match(
        cookie,
        /^__Host-foyer-browser=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      assert.ok(answer.headers.get('strict-transport-security'))
    } finally {
      await foyer.stop()
    }
  })
})

const portOf = (app: { server: { address(): unknown } }): number =>
  (app.server.address() as { port: number }).port

/** All data that a form could change. */
async function allData(db: Parameters<Parameters<typeof onEveryDatabase>[1]>[0]['db']) {
  const tables = [
    sql`select * from users order by id`,
    sql`select hash, user_id from sessions order by hash`,
    sql`select * from links order by hash`,
    sql`select * from jobs order by id`,
    sql`select * from pending_sign_ins order by hash`,
    sql`select * from totp_secrets order by user_id`,
    sql`select * from passkey_challenges order by hash`,
    sql`select * from fresh_proofs order by user_id`,
    sql`select * from attempts order by key`,
  ]
  return Promise.all(tables.map((statement) => db.query(statement)))
}
