import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, formsOf, type Page } from '../../support/browser.ts'
import { type Developer, newDeveloper, redirectUri, register } from '../../support/developers.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { png } from '../../support/pictures.ts'
import { behindProxy, headingOf, newBrowser, proveAt, signIn } from '../../support/sign-in.ts'

await onEveryDatabase(
  'logos of developers',
  (foyer) => {
    const logoOf = (text: string) => /<img class="logo" src="([^"]+)"/.exec(text)?.[1]
    /** Sends the form of a logo as a browser does. An empty file means no file. */
    async function upload(
      { browser }: Developer,
      path: string,
      files: readonly (string | Uint8Array<ArrayBuffer>)[],
      { csrf = '', headers = {} } = {},
    ) {
      const form = formsOf(await browser.get(`${path}/logo`)).find(({ action }) =>
        action.endsWith('/logo'),
      )
      const data = new FormData()
      data.set('csrf', csrf || (form?.fields.csrf ?? ''))
      for (const file of files) data.append('logo', new Blob([file]), file === '' ? '' : 'a.svg')
      return browser.post(`${path}/logo`, data, headers)
    }

    /** On a busy machine the first of these pages may time out, because it loads a library. */
    async function visit(browser: Browser, path: string): Promise<Page> {
      for (let attempts = 1; ; attempts++) {
        const page = await browser.follow(await browser.get(path))
        if (page.status !== 503 || attempts === 10) return page
      }
    }

    test('users see the logo on the consent page, not on the sign-in page', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, path } = await register(developer)
      const page = await developer.browser.get(`${path}/logo`)
      assert.match(page.text, /<form method="post"[^>]* enctype="multipart\/form-data"/)
      const picture = png(64, 48)
      const saved = await upload(developer, path, [new Uint8Array(picture)])
      assert.match(saved.location, /\/app_[^/]+\?done=logo_saved$/)
      const shown = logoOf((await developer.browser.follow(saved)).text) ?? ''
      const served = await fetch(foyer.authUrl + shown)
      assert.equal(served.headers.get('content-type'), 'image/png')
      assert.deepEqual(Buffer.from(await served.arrayBuffer()), picture)

      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read:user',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })
      const visitor = newBrowser(foyer.authUrl)
      const entrance = await visit(visitor, `/authorize?${query}`)
      assert.equal(headingOf(entrance), 'Sign in to continue to Ticket shop')
      assert.equal(logoOf(entrance.text), undefined)
      await signIn(visitor, (await foyer.newUser()).email)
      const consent = await visit(visitor, `/authorize?${query}`)
      assert.equal(logoOf(consent.text), shown)
      assert.match(consent.text, /A developer registered it/)

      const removed = await developer.browser.submit(
        await developer.browser.get(`${path}/logo`),
        {},
        '/logo/remove',
      )
      assert.match(removed.location, /done=logo_removed$/)
      assert.equal(logoOf((await developer.browser.follow(removed)).text), undefined)
      assert.equal((await fetch(foyer.authUrl + shown)).status, 404)
    })

    test('a file that is not a small picture gets an error beside its field', async () => {
      const developer = await newDeveloper(foyer)
      const { path } = await register(developer)
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
      const small = new Uint8Array(png(16, 16))
      for (const [file, text] of [
        ['', /id="logo-fault">A value is required/],
        [svg, /id="logo-fault">Must be a complete PNG or WebP image/],
        [small, /id="logo-fault">Must be 32 to 1024 pixels/],
      ] as const) {
        const refused = await upload(developer, path, [file])
        assert.equal(refused.status, 400)
        assert.match(refused.text, text)
      }
      const fine = new Uint8Array(png(64, 64))
      const statusOf = async (...given: Parameters<typeof upload>) =>
        (await upload(...given)).status
      assert.equal(await statusOf(developer, path, [fine, fine]), 400)
      assert.equal(await statusOf(developer, path, [new Uint8Array(70_000)]), 413)
      const foreign = { headers: { origin: 'https://evil.example' } }
      assert.equal(await statusOf(developer, path, [fine], foreign), 403)
      assert.equal(await statusOf(developer, path, [fine], { csrf: 'x'.repeat(43) }), 403)
      const broken = { 'content-type': 'multipart/form-data; boundary=x' }
      assert.equal((await developer.browser.post(`${path}/logo`, {}, broken)).status, 400)
      const other = await newDeveloper(foyer)
      await proveAt(other.browser, '/developer/applications/new?type=web')
      assert.equal(await statusOf(other, path, [fine], { csrf: '' }), 403)
      assert.equal((await other.browser.get(`${path}/logo`)).status, 404)
      assert.equal(logoOf((await developer.browser.get(path)).text), undefined)
    })
  },
  { DEVELOPER_SIGNUP: 'true', ...behindProxy },
)
