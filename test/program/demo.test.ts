import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@foyer/client'
import { signInTo } from '../support/authorize.ts'
import { Browser, formsOf, type Page, unescaped } from '../support/browser.ts'
import { copyDatabaseInto } from '../support/database.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { anyDatabase, foyerJson, newDirectory, readDemo, Service } from '../support/program.ts'
import { headingOf, newBrowser } from '../support/sign-in.ts'

const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
)
if (!hasCurl) {
  if (process.env.CI) throw new Error('No curl was found to test with.')
  console.warn(
    'NO CURL FOUND: the tests of the commands that the demo shows are left out. Install curl.',
  )
}

/** The commands that a page shows. */
const commandsOn = (page: Page): string[] =>
  [...page.text.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
    unescaped(text),
  )

/** Runs a command in a shell. @returns its output, parsed as JSON */
async function runInShell(command: string): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --max-time 60`])
  return JSON.parse(stdout) as Record<string, string>
}

test('the demo application signs users in and shows the next steps', async (t) => {
  // Without quotes, a shell would expand this name.
  const dataDir = join(newDirectory(), `it's "$HOME"`)
  const { DATABASE_URL } = await anyDatabase()
  if (DATABASE_URL === undefined) copyDatabaseInto(dataDir)
  const place = { DATA_DIR: dataDir, ...(DATABASE_URL && { DATABASE_URL }) }
  // On the embedded database a demo is the default.
  const withDemo = { ...place, ...(DATABASE_URL && { DEMO: 'true' }) }
  const service = await Service.start(withDemo)
  const { auth_url, application, users } = readDemo(dataDir)
  await issuerReady(auth_url)
  assert.equal(application.redirect_uri, `${auth_url}/demo/callback`)
  const [link = ''] = /http:\S+\/demo(?= )/.exec(service.output) ?? []
  const browser = new Browser(auth_url)
  const [, start = ''] =
    /href="([^"]+)">Sign in to an application/.exec((await browser.get(link)).text) ?? []
  const signIn = await browser.follow(await browser.get(start))
  const [{ email, password }] = users
  const question = await browser.follow(
    await browser.submit(signIn, { email, password }, '/sign-in'),
  )
  assert.equal(headingOf(question), 'Allow Foyer demo to use your account?')
  const back = await browser.follow(await browser.submit(question, { decision: 'allow' }))

  assert.equal(headingOf(back), 'Back in the demo application')
  assert.ok(back.url.startsWith(application.redirect_uri))
  assert.equal(back.status, 200)
  assert.ok(!back.text.includes(application.client_secret))
  assert.ok(formsOf(back).length === 0)
  const [exchange = '', use = ''] = commandsOn(back)
  await t.test('the commands on the page work as shown', { skip: !hasCurl }, async () => {
    const { access_token = '', refresh_token, id_token } = await runInShell(exchange)
    assert.ok(refresh_token && id_token)
    assert.equal((await runInShell(use.replace('ACCESS_TOKEN', access_token))).email, email)
    const client = createClient({ baseUrl: service.baseUrl, accessToken: access_token })
    assert.equal((await client.user.get()).email, email)
  })

  await t.test('the error page leads to the start of the demo', async () => {
    const asked = new URLSearchParams({
      client_id: 'foyer-demo',
      redirect_uri: 'https://a.example',
    })
    const wrong = await browser.get(`/authorize?${asked}`)
    assert.ok(wrong.text.includes(`href="${auth_url}/demo">Go to Foyer demo<`), wrong.text)
  })

  await t.test('the demo rejects a response that does not belong to its request', async () => {
    const at = async (query: string) => browser.get(`/demo/callback?${query}`)
    const state = new URL(back.url).searchParams.get('state') ?? ''
    // A state of another browser, no state, an empty state, and markup.
    for (const query of [
      'code=abc&state=other',
      'code=abc',
      'code=abc&state=',
      'code=abc&state="><b>',
    ]) {
      const foreign = await at(query)
      assert.equal(foreign.status, 400, query)
      assert.equal(headingOf(foreign), 'This response belongs to another request')
      assert.match(
        foreign.text,
        /<title>Error: [\s\S]*role="alert"[\s\S]*An application must stop here/,
      )
      assert.deepEqual(commandsOn(foreign), [], query)
      assert.match(foreign.text, /href="\/demo\/authorize"/)
      assert.doesNotMatch(foreign.text, /<b>/)
    }
    assert.equal((await new Browser(auth_url).get(back.url)).status, 400)
    for (const code of [`';touch x;'`, '$(id)', 'a b', '\u0015x', '<script>', '']) {
      const page = await at(new URLSearchParams({ code, state }).toString())
      assert.equal(page.status, 200)
      assert.deepEqual(commandsOn(page), [], code)
      assert.doesNotMatch(page.text, /<script>/)
    }
    const refusal = {
      error: 'access_denied',
      error_description: 'the user denied the request',
      state,
    }
    const refused = await at(new URLSearchParams(refusal).toString())
    assert.match(refused.text, /access_denied[\s\S]*There is no code to exchange/)
  })
  await foyerJson(['user', 'erase', email], place)
  await service.stop()

  await t.test('the demo works at another port, and with the secrets of a seed', async () => {
    const moved = await Service.start({ ...withDemo, DEMO_SEED: 'others' })
    assert.notEqual(moved.port, service.port)
    const demo = readDemo(dataDir)
    await issuerReady(demo.auth_url)
    assert.equal(demo.application.redirect_uri, `${demo.auth_url}/demo/callback`)
    // The first user is marked for erasure, so no tokens are issued for that user.
    assert.deepEqual(
      demo.users.map((user) => user.email),
      users.slice(1).map((user) => user.email),
    )
    // The seed replaces passwords, the secret and tokens of data that exists.
    assert.notEqual(demo.application.client_secret, application.client_secret)
    for (const user of demo.users) {
      const before = users.find(({ email }) => email === user.email)
      assert.notEqual(user.password, before?.password)
      assert.notEqual(user.access_token, before?.access_token)
      const { status } = await fetch(`${demo.base_url}/user`, {
        headers: { authorization: `Bearer ${user.access_token}` },
      })
      assert.equal(status, 200)
    }
    const again = newBrowser(demo.auth_url)
    const entrance = await again.follow(await again.get('/demo/authorize'))
    assert.equal(headingOf(entrance), signInTo('Foyer demo'))
    await moved.stop()
  })

  await t.test('there is no demo in production, and its credentials end', async () => {
    const { application, users } = readDemo(dataDir)
    const production = await Service.start({
      ...place,
      NODE_ENV: 'production',
      ALLOW_EMBEDDED_DATABASE: 'true',
      CARD_VAULT: 'local',
      ALLOW_LOCAL_VAULT: 'true',
      REQUIRE_HTTPS: 'false',
      ALLOW_INSECURE_AUTH_URL: 'true',
      DRAIN_DELAY: '0',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
    })
    const url = `http://localhost:${production.port}`
    await issuerReady(url)
    for (const path of ['', '/callback?code=abc', '/authorize', '/live', '/mail', '/room.css']) {
      const { status } = await fetch(`${url}/demo${path}`)
      assert.equal(status, 404, path)
    }
    for (const action of ['sign-in', 'clock', 'expire-card', 'vault', 'drop-webhook', 'reset']) {
      const { status } = await fetch(`${url}/demo/${action}`, { method: 'POST' })
      assert.equal(status, 404, action)
    }
    assert.doesNotMatch(production.output, /\/demo/)
    assert.match(production.output, /"applications":1,"users":3,"msg":"the database has the demo/)
    const { client_id, client_secret } = application
    const token = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    assert.equal(token.status, 401)
    for (const { email, password, access_token } of users) {
      const headers = { authorization: `Bearer ${access_token}` }
      assert.equal((await fetch(`${url}/v2/user`, { headers })).status, 401)
      const visitor = newBrowser(url)
      const page = await visitor.get('/sign-in')
      assert.equal((await visitor.submit(page, { email, password }, '/sign-in')).status, 400)
    }
    await production.stop()
  })
})
