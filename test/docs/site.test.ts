import assert from 'node:assert/strict'
import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { anyOne } from '../support/database.ts'
import { operations } from '../support/document.ts'
import { type Foyer, startFoyer } from '../support/foyer.ts'
import { anchorsIn, crawl, hyperlinksIn } from '../support/hyperlinks.ts'
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

const english: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'locales/en.json'), 'utf8'),
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
        const text = await response.text()
        const anchors = type.startsWith('text/html') ? text.match(/\sid="[^"]*"/g) : []
        assert.equal(new Set(anchors).size, anchors?.length, `${url} has an anchor twice`)
        return { ok: response.ok, type, text }
      },
      (url) => url.startsWith(`${foyer.authUrl}/`),
    )
    t.diagnostic(`${count} pages and files`)
    assert.deepEqual(broken.slice(0, 20), [])
    assert.ok(count > 120, `${count}`)
  })

  test('says what to do about each code of an error, where openapi.json says', async () => {
    const anchors = anchorsIn(await read('/docs/errors'))
    const served = JSON.parse(await read('/openapi.json'))
    for (const [code, { description }] of Object.entries<{ description: string }>(
      served.components.examples,
    )) {
      assert.equal(description, `[What to do](${foyer.authUrl}/docs/errors#${code})`)
      assert.ok(anchors.has(code), code)
    }
  })

  test('says of each relation what it leads to', async () => {
    const page = readFileSync(join(root, 'docs/guide/links.md'), 'utf8')
    const rows = page.matchAll(/^\| `([\w:]+)` \| ([^|]+) \| ([^|]+) \|$/gm)
    const paging = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \|$/gm)].map(([, name = '']) => name)
    const told = new Set(paging)
    for (const [, name = '', title, request = ''] of rows) {
      told.add(name)
      const { [`link.${name}`]: text } = english
      if (text !== undefined) assert.equal(title, text, name)
      const [, method = '', path = ''] = /^`([A-Z]+) (\S+)`$/.exec(request) ?? []
      const isKnown = operations.some((known) => known.method === method && known.template === path)
      const isOther = ['another service of the marketplace', '`GET`'].includes(request)
      assert.ok(isKnown || isOther, `${name}: ${request}`)
    }
    assert.deepEqual(told, relations)
    assert.ok(anchorsIn(await read('/docs/links')).has('webhook:rotatesecret'))
  })

  test('has each code of sign-in and tokens, with cause and advice', async (t) => {
    const guide = await read('/docs/files/docs/guide/errors.md')
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
    const anchors = anchorsIn(await read('/docs/errors'))
    for (const [, code = ''] of rows) assert.ok(anchors.has(code), code)
  })

  test('has a search that finds codes, relations and words without scripts', async () => {
    for (const [query, path] of [
      ['insufficient_scope', '/docs/errors'],
      ['login_required', '/docs/errors'],
      ['paymentmethod:updatedefaults', '/docs/links'],
      ['Idempotency-Key', '/docs/retries'],
      ['page_size', '/docs/paging'],
    ] as const) {
      const page = await read(`/docs/search?${new URLSearchParams({ q: query })}`)
      const found = hyperlinksIn(page.slice(page.indexOf('role="status"')))
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

    const { headers } = await get('/docs/reference')
    const policyOfReference = headers.get('content-security-policy')
    assert.equal(policyOfReference, policy.replace("style-src 'self'", "$& 'unsafe-inline'"))
  })

  test('has the Markdown of each page, and shows the address of the service in code', async () => {
    const markdown = await get('/docs/files/docs/guide/addresses.md')
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8')
    const file = readFileSync(join(root, 'docs/guide/addresses.md'), 'utf8')
    assert.equal(await markdown.text(), file)
    assert.ok(file.includes('BASE_URL=http://localhost:8080/v2\n'))
    const page = await read('/docs/addresses')
    assert.ok(page.includes(`BASE_URL=${foyer.baseUrl}\n`))
    assert.ok(page.includes('href="/docs/files/docs/guide/addresses.md"'))
  })

  test('responds to other methods with 405, and to other paths with 404', async () => {
    assert.equal((await fetch(`${foyer.authUrl}/docs`, { method: 'POST' })).status, 405)
    for (const path of [
      '/docs/nothing',
      '/docs/assets/feature.ts',
      '/docs/..%2F..%2Fpackage.json',
      '/docs/files/package.json',
      '/docs/files/docs/..%2Fpackage.json',
    ])
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
  const text = await (await fetch(`${foyer.authUrl}/docs/reference`)).text()
  assert.match(text, /data-token=""\s+data-sends="false"/)
  await foyer.stop()
})

test('DOCS=false: there is no documentation', async () => {
  const foyer = await open({ DOCS: 'false' })
  for (const path of ['/docs', '/docs/errors', '/docs/reference'])
    assert.equal((await fetch(`${foyer.authUrl}${path}`)).status, 404, path)
  await foyer.stop()
})
