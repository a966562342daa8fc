import assert from 'node:assert/strict'
import fs, { existsSync, readFileSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { writeSite } from '../../scripts/docs-site.ts'
import { readSite } from '../../src/docs/site/site.ts'
import { anyOne } from '../support/database.ts'
import { operations } from '../support/document.ts'
import { type Foyer, startFoyer } from '../support/foyer.ts'
import { crawl, hyperlinksIn } from '../support/hyperlinks.ts'
import { newDirectory } from '../support/program.ts'
import { everyOAuthError } from './oauth-errors.ts'

const root = join(import.meta.dirname, '../..')
const readFile = fs.readFileSync
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))

/** All relations that the schemas of the interface name. */
const relations = new Set<string>(
  Object.values<{ properties?: Record<string, { properties?: object }> }>(
    document.components.schemas,
  ).flatMap(({ properties }) => Object.keys(properties?._links?.properties ?? {})),
)

/** The documentation is the same on every database. */
const database = await anyOne()
const open = async (env: Readonly<Record<string, string>> = {}) => {
  if (database === undefined) throw new Error('There is no database.')
  return startFoyer(await database.open(), env)
}

test('a page that could not be read is read again at the next request', async (t) => {
  const foyer = await open()
  t.after(() => foyer.stop())
  const status = async () => {
    const response = await fetch(`${foyer.authUrl}/docs`)
    await response.text()
    return response.status
  }
  const broken = t.mock.method(fs, 'readFileSync', (...args: Parameters<typeof readFileSync>) => {
    if (String(args[0]).endsWith('/SECURITY.md')) throw new Error('It cannot be read.')
    return readFile(...args)
  })
  syncBuiltinESMExports()
  assert.equal(await status(), 500)
  broken.mock.restore()
  syncBuiltinESMExports()
  assert.equal(await status(), 200)
})

describe('the documentation', () => {
  let foyer: Foyer & { stop(): Promise<void> }
  before(async () => {
    foyer = await open()
  })
  after(() => foyer.stop())

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${foyer.authUrl}${path}`, { headers, redirect: 'manual' })
  const read = async (path: string): Promise<string> => {
    const response = await get(path)
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    return text
  }

  test('has no broken link: pages, Markdown and files, down to the anchors', async (t) => {
    const { count, broken } = await crawl(
      `${foyer.authUrl}/docs`,
      async (url) => {
        const response = await fetch(url)
        const type = response.headers.get('content-type') ?? ''
        return { ok: response.ok, type, text: await response.text() }
      },
      (url) => url.startsWith(`${foyer.authUrl}/`),
    )
    t.diagnostic(`${count} pages and files`)
    assert.deepEqual(broken.slice(0, 20), [])
    assert.ok(count > 450, `${count}`)
  })

  test('has a page for each code of an error and for each relation', async () => {
    for (const [code, { value }] of Object.entries<{ value: { message: string } }>(
      document.components.examples,
    )) {
      const page = await read(`/docs/errors/${code}.md`)
      assert.ok(page.startsWith(`# ${code}\n\nStatus `), page)
      assert.ok(page.includes(JSON.stringify(value.message)), page)
    }
    const guideToErrors = await read('/docs/errors.md')
    for (const [, code = ''] of guideToErrors.matchAll(/^\| `([a-z_]+)` \| \d{3} \|/gm))
      await read(`/docs/errors/${code}`)
    for (const code of Object.keys(document.components.examples))
      assert.ok(guideToErrors.includes(`| \`${code}\` | `), `docs/guide/errors.md: ${code}`)
    assert.ok(relations.size > 40)
    for (const relation of relations) {
      const page = await read(`/docs/relations/${relation.replace(':', '-')}.md`)
      assert.ok(page.startsWith(`# ${relation}\n`), page)
    }
    const follow = await read('/docs/relations/webhook-rotatesecret.md')
    assert.match(follow, /Follow it with `POST`: \[.*\]\(.*\/reference\/webhooks\.md#/)
    const guide = await read('/docs/errors')
    assert.match(guide, /<a href="\/docs\/errors\/invalid_delete"><code>invalid_delete<\/code>/)
  })

  test('has a page for each code of sign-in and tokens, with cause and advice', async (t) => {
    const guide = await read('/docs/errors.md')
    const rows = [...guide.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)]
    const told = new Set(
      rows.flatMap(([, code, where = '']) => where.split(', ').map((at) => `${code}: ${at}`)),
    )
    // A request cannot cause these errors. Other tests cause them, and openapi.json documents them.
    const rare = ['temporarily_unavailable: 429', 'temporarily_unavailable: 503']
    rare.push('server_error: 500', 'unauthorized_client: page')
    const { found, refused } = await everyOAuthError(foyer)
    const seen = new Set([...found, ...rare])
    t.diagnostic(`${seen.size} errors`)
    assert.deepEqual([...seen].toSorted(), [...told].toSorted())
    const described = operations.flatMap(({ template, method, responses }) => {
      const { content } = responses[400] ?? {}
      const codes = Object.keys(content?.['application/json']?.examples ?? {})
      const isForm = method === 'POST' && /^\/oauth2\/(?!userinfo)/.test(template)
      return isForm ? codes.map((code) => `${template.replace('/oauth2/', '')}: ${code}`) : []
    })
    assert.deepEqual([...refused].toSorted(), described.toSorted(), 'openapi.json')
    for (const [, code] of rows) {
      const page = await read(`/docs/errors/${code}.md`)
      for (const heading of ['Cause', 'What to do', 'Response'])
        assert.match(page, new RegExp(`^## ${heading}\n\n\\S`, 'm'), code)
    }
    assert.match(await read('/docs/reference/user.md'), /^Success is 200 with \[User\]/m)
    const reference = await read('/docs/reference/tokens')
    assert.ok(reference.includes('<a href="/docs/errors/invalid_grant">'))
  })

  test('has a search that finds codes, relations and words without scripts', async () => {
    for (const [query, path] of [
      ['insufficient_scope', '/docs/errors/insufficient_scope'],
      ['login_required', '/docs/errors/login_required'],
      ['paymentmethod:updatedefaults', '/docs/relations/paymentmethod-updatedefaults'],
      ['Idempotency-Key', '/docs/retries'],
      ['page_size', '/docs/paging'],
      ['PayoutReference', '/docs/reference/schemas/PayoutReference'],
    ] as const) {
      const page = await read(`/docs/search?${new URLSearchParams({ q: query })}`)
      const found = hyperlinksIn(page.slice(page.indexOf('id="found"')))
      assert.ok(
        found.slice(0, 3).some((url) => url.startsWith(path)),
        `${query}: ${found}`,
      )
    }
    const nothing = await read(`/docs/search?q=${encodeURIComponent('<script>unheard-of')}`)
    assert.match(nothing, /Nothing was found for “&lt;script&gt;unheard-of”/)
  })

  test('has a small first page, which is the same for every visitor and loads nothing from other sites', async (t) => {
    const response = await get('/docs')
    const text = await response.text()
    const [policy = '', ...rest] = [response.headers.get('content-security-policy') ?? '']
    assert.deepEqual(rest, [])
    assert.doesNotMatch(policy, /unsafe|https?:/)
    assert.equal(response.headers.get('set-cookie'), null)
    const again = await get('/docs', { 'if-none-match': response.headers.get('etag') ?? '' })
    assert.equal(again.status, 304)
    // RFC 9110, 15.4.5.
    for (const name of ['content-type', 'content-language', 'content-encoding'])
      assert.equal(again.headers.get(name), null, name)

    const files = hyperlinksIn(text).filter((url) => /\/assets\//.test(url))
    assert.equal(files.length, 3)
    const sizes = await Promise.all(files.map(async (url) => (await read(url)).length))
    const total = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text))
    t.diagnostic(`the first page: ${total} bytes`)
    assert.ok(total < 60_000, `${total} bytes`)

    const { headers } = await get('/docs/console')
    const policyOfConsole = headers.get('content-security-policy')
    assert.equal(policyOfConsole, policy.replace("style-src 'self'", "$& 'unsafe-inline'"))
  })

  test('has a version for programs', async () => {
    const list = await read('/llms.txt')
    assert.match(list, /^# Foyer\n\n> /)
    assert.equal(await read('/docs/llms.txt'), list)
    const links = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url)
    assert.ok(links.length > 100)
    for (const url of links) {
      assert.ok(url.startsWith(`${foyer.authUrl}/`), url)
      assert.equal((await fetch(url)).status, 200, url)
    }
    const markdown = await get('/docs/retries.md')
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8')
  })

  test('responds to other methods with 405, and to other paths with 404', async () => {
    assert.equal((await fetch(`${foyer.authUrl}/docs`, { method: 'POST' })).status, 405)
    for (const path of ['/docs/nothing', '/docs/assets/feature.ts', '/docs/..%2F..%2Fpackage.json'])
      assert.equal((await get(path)).status, 404, path)
  })
})

test('a service in production has documentation only with DOCS=true, and no place for tokens', async () => {
  const production = {
    NODE_ENV: 'production',
    ALLOW_EMBEDDED_DATABASE: 'true',
    CARD_VAULT: 'local',
    ALLOW_LOCAL_VAULT: 'true',
    REQUIRE_HTTPS: 'false',
    ALLOW_INSECURE_AUTH_URL: 'true',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
  }
  const without = await open(production)
  assert.equal((await fetch(`${without.authUrl}/docs`)).status, 404)
  await without.stop()
  const foyer = await open({ ...production, DOCS: 'true' })
  assert.equal((await fetch(`${foyer.authUrl}/docs`)).status, 200)
  for (const tool of ['console', 'explorer']) {
    const text = await (await fetch(`${foyer.authUrl}/docs/${tool}`)).text()
    assert.match(text, /A service in production does not offer this tool/)
    assert.doesNotMatch(text, new RegExp(`<div id="${tool}"`))
  }
  await foyer.stop()
})

test('DOCS=false: there is no documentation', async () => {
  const foyer = await open({ DOCS: 'false' })
  for (const path of ['/docs', '/docs/errors', '/llms.txt'])
    assert.equal((await fetch(`${foyer.authUrl}${path}`)).status, 404, path)
  await foyer.stop()
})

test('the same site as files has every page and no broken link, at any path', async () => {
  const folder = newDirectory()
  await writeSite(folder)
  const { pages, files } = readSite()
  for (const path of [...pages.keys()])
    assert.ok(existsSync(join(folder, path, 'index.html')), path)
  for (const path of files) assert.ok(existsSync(join(folder, 'files', path)), path)
  const { count, broken } = await crawl(
    pathToFileURL(join(folder, 'index.html')).href,
    async (url) => {
      const path = fileURLToPath(url.split('?')[0] ?? url)
      const ok = existsSync(path) && statSync(path).isFile()
      const type = path.endsWith('.html') ? 'text/html' : ''
      const text = ok ? readFileSync(path, 'utf8') : ''
      if (type !== '') assert.match(text, policyInPage, path)
      return { ok, type, text }
    },
    (url) => url.startsWith('file:'),
  )
  assert.deepEqual(broken.slice(0, 20), [])
  assert.ok(count > 450, `${count}`)
})

/** The policy must come before everything that it applies to. */
const policyInPage =
  /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;/
