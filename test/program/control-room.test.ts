// cspell:ignore adresses
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from '@foyer/client'
import type { Browser, Page } from '../support/browser.ts'
import { formsOf, unescaped } from '../support/browser.ts'
import { startChromium } from '../support/chromium.ts'
import { databases, newDatabase } from '../support/database.ts'
import {
  type DemoFile,
  foyerJson,
  newDirectory,
  preparedDirectory,
  readDemo,
  Service,
} from '../support/program.ts'
import { type Receiver, startReceiver, verify } from '../support/receiver.ts'
import { headingOf, newBrowser } from '../support/sign-in.ts'
import { retry503, retryOutsideSoak } from '../support/wire.ts'

const run = promisify(execFile)

const newAddress = {
  full_name: 'Ada Lovelace',
  address_1: '1 High Street',
  city: 'London',
  postal_code: 'SW1A 1AA',
  country_code: 'GB',
}
const newCard = { full_name: 'Ada Lovelace', expiry_month: 12, expiry_year: 2040 }

/** The folder for screenshots of the page, for people to look at. Without it there are none. */
const pictures = process.env.SCREENSHOTS
const chromium = await startChromium()
const hasPostgres = (await databases()).length > 1

describe('the control room of development', () => {
  let service: Service
  let dataDir: string
  let demo: DemoFile
  let browser: Browser
  let receiver: Receiver

  before(async () => {
    receiver = await startReceiver()
    const { port } = new URL(receiver.url)
    dataDir = await preparedDirectory()
    // Other machines can reach this service. A trusted proxy names the client of each request.
    const open = { HOST: '0.0.0.0', TRUSTED_PROXIES: 'loopback', PROBE_PORT: 'off' }
    const env = { DATA_DIR: dataDir, WEBHOOK_PORTS: port, DEMO_SEED: 'stories' }
    service = await Service.start({ ...env, ...open })
    demo = readDemo(dataDir)
    browser = newBrowser(demo.auth_url, { 'x-forwarded-for': '127.0.0.1' })
  })
  after(async () => {
    await chromium?.close()
    await receiver.close()
    await service.stop()
  })

  const room = () => retryOutsideSoak(() => browser.get('/demo'))
  /** Runs an action of the page. @returns the page after it */
  async function act(name: string, fields: Record<string, string> = {}): Promise<Page> {
    const page = await room()
    const sent = await retryOutsideSoak(() => browser.submit(page, fields, `/demo/${name}`))
    assert.equal(sent.status, 303, sent.text)
    return retryOutsideSoak(() => browser.follow(sent))
  }
  const client = (user = demo.users[0]) =>
    createClient({ baseUrl: demo.base_url, accessToken: user.access_token })
  const statusWith = async (token: string) =>
    (await fetch(`${demo.base_url}/user`, { headers: { authorization: `Bearer ${token}` } })).status

  /** The file with tokens and passwords, and everything that the users have. */
  async function dataIn(DATA_DIR: string): Promise<string> {
    const exports = []
    for (const { email } of readDemo(DATA_DIR).users) {
      const env = { DATA_DIR, AUTH_URL: demo.auth_url }
      const user = await foyerJson<object>(['user', 'export', email], env)
      exports.push({ ...user, exported_at: null })
    }
    return readFileSync(join(DATA_DIR, 'demo.json'), 'utf8') + JSON.stringify(exports)
  }

  test('the seed gives the same data on every machine, byte for byte', async () => {
    const env = { DATA_DIR: await preparedDirectory(), AUTH_URL: demo.auth_url }
    const second = await Service.start({ ...env, DEMO_SEED: 'stories' })
    assert.equal(await dataIn(env.DATA_DIR), await dataIn(dataDir))
    await throughUnknownProxy(second.port)
    await second.stop()
  })

  /** Without TRUSTED_PROXIES, a proxy on this machine looks like this machine. */
  async function throughUnknownProxy(port: number): Promise<void> {
    const statusWith = async (headers: Record<string, string>, path = '/demo', method = 'GET') =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })).status
    assert.equal(await statusWith({}), 200)
    const hidden = await fetch(`http://127.0.0.1:${port}/demo`, { headers: { via: '1.1 proxy' } })
    assert.doesNotMatch(await hidden.text(), /Did you mean/)
    for (const headers of [
      { 'x-forwarded-for': '192.0.2.7' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=192.0.2.7' },
      { 'x-real-ip': '192.0.2.7' },
      { via: '1.1 proxy' },
    ]) {
      for (const path of ['/demo', '/demo/live', '/demo/mail'])
        assert.equal(await statusWith(headers, path), 404, `${path} ${JSON.stringify(headers)}`)
      assert.equal(await statusWith(headers, '/demo/reset', 'POST'), 404)
    }
  }

  test('the seed gives the same ids, secrets and content on PostgreSQL', {
    skip: !hasPostgres,
  }, async () => {
    const DATA_DIR = newDirectory()
    const env = { DATA_DIR, DATABASE_URL: await newDatabase(), DEMO: 'true', PROBE_PORT: 'off' }
    const postgres = await Service.start({ ...env, AUTH_URL: demo.auth_url, DEMO_SEED: 'stories' })
    const [there, here] = [DATA_DIR, dataDir].map((folder) =>
      readFileSync(join(folder, 'demo.json'), 'utf8'),
    )
    assert.equal(there, here)
    for (const { access_token } of demo.users)
      for (const path of ['user', 'addresses', 'paymentmethods']) {
        const headers = { authorization: `Bearer ${access_token}` }
        const [one, other] = await Promise.all(
          [postgres.port, service.port].map(async (port) => {
            const response = await fetch(`http://localhost:${port}/v2/${path}`, { headers })
            return [response.status, await response.text()]
          }),
        )
        assert.deepEqual(one, other)
        assert.equal(one?.[0], 200)
      }
    await postgres.stop()
  })

  test('the banner names the control room, and its page is in English', async () => {
    assert.match(service.output, /Sandbox +http:\S+\/demo \(from this machine alone\)$/m)
    const page = await browser.get('/demo', { 'accept-language': 'de' })
    assert.equal(headingOf(page), 'Control room')
    assert.equal(page.headers.get('content-language'), 'en')
    assert.match(page.text, /<html lang="en">/)
    assert.doesNotMatch(page.text, /Deutsch/)
    assert.match(page.text, /seed of the data is <code>stories</)
    for (const file of ['room.css', 'live.js'])
      assert.equal((await browser.get(`/demo/${file}`)).status, 200)
  })

  test('the banner prints the request that the README shows', async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const [shown, printed] = [readme, service.output].map((text) => {
      const [, token, url = ''] = /curl -H 'Authorization: Bearer (\S+)' (\S+)/.exec(text) ?? []
      return { token, path: new URL(url).pathname }
    })
    assert.equal(printed?.path, shown?.path)
    assert.equal(printed?.token, demo.users[0].access_token)
    const [first] = await client().addresses.list().toArray()
    assert.ok(readme.includes(`"id": ${first?.id},\n  "full_name": "${first?.full_name}",`))
  })

  test('requests to another host name do not reach the control room (DNS rebinding)', async () => {
    for (const path of ['/demo', '/demo/live', '/demo/mail', '/demo/authorize'])
      for (const [host, status] of [
        ['evil.example:8080', 404],
        ['127.0.0.1.evil.example', 404],
        [`127.0.0.1:${service.port}`, path === '/demo/authorize' ? 303 : 200],
      ] as const)
        assert.equal(await statusFor(path, host), status, `${host}${path}`)
  })

  test('requests from another machine do not reach it, with HOST=0.0.0.0 or through a proxy', async () => {
    const statusFrom = async (address: string, path: string, method = 'GET') => {
      const headers = { 'x-forwarded-for': address }
      return (await fetch(`http://127.0.0.1:${service.port}${path}`, { method, headers })).status
    }
    for (const path of ['/demo', '/demo/live', '/demo/mail', '/demo/room.css']) {
      for (const address of ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7', '127.0.0.1, 10.0.0.9'])
        assert.equal(await statusFrom(address, path), 404, `${address} ${path}`)
      for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
        assert.equal(await statusFrom(address, path), 200, `${address} ${path}`)
    }
    assert.equal(await statusFrom('192.0.2.7', '/demo/reset', 'POST'), 404)
    // The proxy names its client in a header that Foyer does not read.
    const headers = { forwarded: 'for=192.0.2.7' }
    assert.equal((await fetch(`http://127.0.0.1:${service.port}/demo`, { headers })).status, 404)
  })

  test('the reference gives the token of a demo user to this machine alone', async () => {
    const { host } = new URL(demo.auth_url)
    const holdsToken = async (path: string, headers: Readonly<Record<string, string>>) => {
      const text = await textFor(path, { host, ...headers })
      assert.match(text, /data-token="/)
      return demo.users.some(({ access_token }) => text.includes(access_token))
    }
    const path = '/docs/reference'
    assert.equal(await holdsToken(path, {}), true)
    for (const [address, expected] of [
      ['127.0.0.1', true],
      ['192.0.2.7', false],
      ['::ffff:192.0.2.7', false],
      ['127.0.0.1, 10.0.0.9', false],
    ] as const)
      assert.equal(await holdsToken(path, { 'x-forwarded-for': address }), expected, address)
    assert.equal(await holdsToken(path, { forwarded: 'for=192.0.2.7' }), false)
    assert.equal(await holdsToken(path, { host: 'evil.example' }), false)
  })

  /** The text of a page, for a request with any headers. `fetch` cannot send another host. */
  const textFor = (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: service.port, path, headers }
      get(options, async (response) =>
        resolve(Buffer.concat(await response.toArray()).toString()),
      ).on('error', reject)
    })

  /** The status of a request that names another host. `fetch` cannot send one. */
  const statusFor = (path: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: service.port, path, headers: { host } }
      get(options, (response) => resolve(response.resume().statusCode)).on('error', reject)
    })

  test('every action is a form that another site cannot send', async () => {
    const forms = formsOf(await room()).filter(({ action }) => action.includes('/demo/'))
    const actions = new Set(forms.map(({ action }) => new URL(action, demo.auth_url).pathname))
    assert.deepEqual(
      actions,
      new Set(
        ['sign-in', 'clock', 'expire-card', 'vault', 'drop-webhook', 'reset'].map(
          (name) => `/demo/${name}`,
        ),
      ),
    )
    for (const { action, fields } of forms) {
      const { csrf: _, ...bare } = fields
      assert.equal((await browser.post(action, bare)).status, 403, action)
      const foreign = await browser.post(action, fields, { origin: 'https://a.example' })
      assert.equal(foreign.status, 403, action)
      assert.equal((await browser.get(action)).status, 405, action)
    }
    const wrong = [
      ['sign-in', { email: 'nobody@example.com' }],
      ['clock', { step: 'century' }],
      ['expire-card', { card: '1-999' }],
      ['vault', { answer: 'maybe' }],
    ] as const
    for (const [name, fields] of wrong) {
      const refused = await browser.submit(await room(), fields, `/demo/${name}`)
      assert.equal(refused.status, 400, name)
    }
  })

  test('signs in as every user of the demo', async () => {
    for (const { email } of demo.users) {
      const page = await browser.submit(await room(), { email }, '/demo/sign-in')
      assert.equal(page.location, `${demo.auth_url}/account`)
      assert.match((await browser.follow(page)).text, /title="Signed in as/)
      assert.ok((await browser.get('/account/profile')).text.includes(email), email)
    }
  })

  test('expires a card', async () => {
    const method = () => client().paymentMethods.get(1)
    assert.equal((await method()).buyer_method, true)
    assert.match((await act('expire-card', { card: '1-1' })).text, /The card has expired/)
    assert.equal((await method()).buyer_method, false)
    assert.doesNotMatch((await room()).text, /value="1-1"/)
  })

  test('makes the vault decline by code, and fail', async () => {
    const add = () =>
      client().paymentMethods.createCreditCard({ ...newCard, card_number: '4012888888881881' })
    const page = await room()
    const [, options = ''] = /<select id="answer"[^>]*>([\s\S]*?)<\/select>/.exec(page.text) ?? []
    const answers = [...options.matchAll(/value="(\w+)"/g)].map(([, value = '']) => value)
    assert.ok(answers.includes('insufficient_funds') && answers.length > 5)
    for (const answer of answers.filter((one) => !['accept', 'slow'].includes(one))) {
      await act('vault', { answer })
      const expected = answer === 'unavailable' ? { status: 503 } : { status: 400, code: answer }
      await assert.rejects(add(), expected)
    }
    await act('vault', { answer: 'slow' })
    const begun = performance.now()
    assert.equal((await add()).details, '************1881')
    assert.ok(performance.now() - begun >= 4_900)
    await act('vault', { answer: 'accept' })
    assert.equal((await add()).details, '************1881')
  })

  test('drops a delivery to a webhook, which arrives later', async () => {
    await act('drop-webhook')
    const { secret } = await client().webhooks.create({ url: receiver.url, topics: ['Addresses'] })
    const begun = performance.now()
    const made = await client().addresses.create(newAddress)
    await until(async () => (await room()).text.includes('<strong class="failed">dropped'))
    // The next attempt comes after 3.75 seconds or more.
    if (performance.now() - begun < 3_700) assert.equal(receiver.arrivals.length, 0)
    // After this hour the next attempt is due.
    await act('clock', { step: 'hour' })
    const [arrival] = await receiver.arrived(1)
    assert.equal(arrival?.message.resource_id, made.id)
    await act('clock', { step: 'now' })
    // The message carries the machine's time, so receivers accept it.
    assert.ok(secret !== undefined && arrival !== undefined)
    verify(arrival, secret)
  })

  test('shows the requests that arrive, without queries and card numbers', async () => {
    await fetch(`${demo.base_url}/countries/GB?token=secret`)
    await fetch(`${demo.base_url}/addresses/4111111111111111`)
    await browser.get('/demo/mail')
    const { text } = await browser.get('/demo/live')
    assert.match(text, /GET \/v2\/countries\/GB<\/code><\/a>\s+<strong>200</)
    assert.match(text, /GET \(a card number\)/)
    // A random port may contain 4111.
    assert.doesNotMatch(text.replaceAll(receiver.url, ''), /secret|4111|\/demo\/mail<\/code>/)
    assert.equal((await browser.get('/demo')).text.includes('/v2/countries/GB'), true)
  })

  test('opens a request: its headers and its error, without tokens and card numbers', async () => {
    const { access_token } = demo.users[0]
    const headers = { authorization: `Bearer ${access_token}`, 'if-match': '4111111111111111' }
    await fetch(`${demo.base_url}/adresses?token=secret`, { headers })
    const live = await browser.get('/demo/live')
    const [, href = ''] = /<a href="([^"]+)"><code>GET \/v2\/adresses</.exec(live.text) ?? []
    const { text } = await browser.get(href)
    assert.match(text, /<h1>GET \/v2\/adresses<\/h1>/)
    assert.match(text, /authorization: Bearer \(not shown\)\n/)
    assert.match(text, /if-match: \(a card number\)\n/)
    assert.match(text, /content-type: application\/hal\+json/)
    assert.match(unescaped(text), /"message":"This path does not exist. Did you mean GET /)
    assert.ok(!text.includes(access_token))
    assert.doesNotMatch(text, /secret|4111/)
    assert.equal((await browser.get('/demo/requests/0')).status, 404)
  })

  test('shows tokens and listings with requests that work when they are pasted', async () => {
    const { text } = await room()
    const commands = [...text.matchAll(/<pre class="command" id="request-[^>]+>(.+?)<\/pre>/g)]
    const lines = commands.map(([, line = '']) => unescaped(line))
    assert.equal(lines.length, demo.users.length + 2)
    for (const line of lines) {
      const { stdout } = await run('sh', ['-c', `${line} -s -w '\n%{http_code}'`])
      assert.match(stdout, /\n200$/, line)
    }
    for (const { access_token } of demo.users) assert.ok(text.includes(`>${access_token}</pre>`))
    assert.match(text, /Coupons: WELCOME, SPRING25 \(expired 2025-06-01\)/)
  })

  test('shows the emails that arrive, with links that work', async () => {
    const { email } = demo.users[2] ?? demo.users[0]
    const page = await browser.get('/forgotten-password?lang=en')
    await browser.submit(page, { email }, '/forgotten-password')
    await until(async () => (await browser.get('/demo/live')).text.includes(email))
    const inbox = await browser.get(`/demo/mail?q=${email.toUpperCase()}`)
    assert.match((await browser.get('/demo/mail?q=nobody')).text, /No email contains these words/)
    const [, href = '', subject] = /<li><a href="([^"]+)">([^<]+)<\/a> to/.exec(inbox.text) ?? []
    const read = await browser.get(href)
    assert.equal(headingOf(read), subject)
    // Sophie reads French, so the text has accents and no-break spaces.
    assert.match(unescaped(read.text), /mot de passe/)
    const [, link = ''] = /<pre>[\s\S]*?<a href="([^"]+)"/.exec(read.text) ?? []
    assert.equal((await browser.get(unescaped(link))).status, 200)
    for (const name of ['nothing', '..%2Fdemo', 'a.b'])
      assert.equal((await browser.get(`/demo/mail/${name}`)).status, 404, name)
  })

  test('moves the clock, and sets it back: sessions and tokens follow', async () => {
    const signIn = () =>
      retry503(async () =>
        browser.submit(await room(), { email: demo.users[1].email }, '/demo/sign-in'),
      )
    const isSignedIn = async () => (await retry503(() => browser.get('/account'))).status === 200
    await signIn()
    const { access_token } = await applicationToken(demo)
    assert.ok(await isSignedIn())
    assert.equal(await introspected(demo, access_token), true)

    const moved = await act('clock', { step: 'month' })
    assert.match(moved.text, /31 days ahead/)
    assert.equal(await introspected(demo, access_token), false)
    assert.equal(await isSignedIn(), false, 'the session has ended after two weeks without use')
    // New sessions and tokens begin at the moved time, and work.
    await signIn()
    assert.ok(await isSignedIn())
    assert.equal(await introspected(demo, (await applicationToken(demo)).access_token), true)

    const back = await act('clock', { step: 'now' })
    assert.doesNotMatch(back.text, /ahead\.</)
    assert.equal(await statusWith(demo.users[0].access_token), 200)
    assert.equal(await introspected(demo, (await applicationToken(demo)).access_token), true)

    for (let years = 0; years < 9; years++) await act('clock', { step: 'year' })
    assert.match((await act('clock', { step: 'year' })).text, /at most ten years ahead/)
    await act('clock', { step: 'now' })
  })

  test('warns before the clock ends the access tokens, and issues new ones afterwards', async () => {
    const DATA_DIR = await preparedDirectory()
    const own = await Service.start({ DATA_DIR, TRUSTED_PROXIES: 'loopback' })
    const before = readDemo(DATA_DIR)
    const visitor = newBrowser(before.auth_url, { 'x-forwarded-for': '127.0.0.1' })
    const send = async (action: string, fields: Record<string, string>) =>
      visitor.follow(await visitor.submit(await visitor.get('/demo'), fields, `/demo/${action}`))
    const { text } = await visitor.get('/demo')
    assert.match(text, />1 day ahead<[\s\S]+>31 days ahead \(ends the tokens\)</)
    const moved = await send('clock', { step: 'month' })
    assert.match(moved.text, /The tokens have ended/)
    const renewed = await send('tokens', {})
    assert.match(renewed.text, /The demo has new access tokens/)
    assert.doesNotMatch(renewed.text, /The tokens have ended/)
    const { users, base_url } = readDemo(DATA_DIR)
    for (const [at, { access_token }] of users.entries()) {
      assert.notEqual(access_token, before.users[at]?.access_token)
      const headers = { authorization: `Bearer ${access_token}` }
      assert.equal((await fetch(`${base_url}/user`, { headers })).status, 200)
    }
    await own.stop()
  })

  test('resets the data: the same ids and tokens as at the first start', async () => {
    const unsure = await act('reset')
    assert.match(unsure.text, /Nothing is reset/)
    assert.equal((await client().paymentMethods.get(1)).buyer_method, false)
    await act('vault', { answer: 'card_declined' })
    await act('clock', { step: 'day' })

    const page = await act('reset', { sure: 'yes' })
    assert.match(page.text, /The data is reset[\s\S]*No email has arrived/)
    assert.doesNotMatch(page.text, /ahead\.<|Now: card_declined/)
    assert.deepEqual(readDemo(dataDir), demo)
    assert.equal((await client().paymentMethods.get(1)).buyer_method, true)
    const ids = []
    for await (const { id } of client().addresses.list()) ids.push(id)
    assert.deepEqual(ids, [1, 2, 3])
    assert.equal((await browser.get('/account')).status, 303, 'no session is left')
    assert.equal((await applicationToken(demo)).status, 200)
    assert.equal((await client().addresses.create(newAddress)).id, 9)
  })

  test('concurrent actions run one after the other', async () => {
    const story = async (): Promise<boolean> => {
      const { csrf = '' } = formsOf(await room())[0]?.fields ?? {}
      let isReset = false
      const reset = browser.post('/demo/reset', { csrf, sure: 'yes' }).then((page) => {
        isReset = true
        return page
      })
      // Between the end of the old data and the new data no token is valid.
      let isBetween = false
      await until(async () => {
        isBetween = (await statusWith(demo.users[0].access_token)) === 401
        return isBetween || isReset
      })
      if (isBetween) {
        assert.equal((await browser.post('/demo/clock', { csrf, step: 'day' })).status, 303)
        assert.ok(isReset, 'the clock waited for the end of the reset')
      }
      assert.equal((await reset).status, 303)
      return isBetween
    }
    // On a busy machine this may miss the moment. Then there is another reset.
    for (let left = 20; !(await story()); left--) assert.ok(left > 0, 'no token was invalid')
    const page = await room()
    const [, shown = ''] = /believes that it is <time>([^<]+)</.exec(page.text) ?? []
    assert.match(page.text, /, 1 day ahead/)
    assert.ok(Math.abs(new Date(shown).getTime() - Date.now() - 86_400_000) < 43_200_000, shown)
  })

  test('the page works in a browser: every control, and requests and emails that arrive while it is open', {
    skip: chromium === null,
  }, async () => {
    const context = await chromium?.newContext({ baseURL: demo.auth_url, locale: 'en' })
    const page = await context?.newPage()
    assert.ok(context && page)
    context.setDefaultTimeout(120_000)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on(
      'console',
      (message) => void (message.type() === 'error' && faults.push(message.text())),
    )
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const sees = (text: string | RegExp) => page.getByText(text).first().waitFor()

    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/demo')
    await page.check('#sure')
    await press('Reset the data')
    await sees('The data is reset.')
    await press('1 day ahead')
    await sees(/believes that it is .*, 1 day ahead/)
    await press('Let it expire')
    await sees('The card has expired.')
    await page.selectOption('#answer', 'card_declined')
    await press('Set')
    await sees('Now: card_declined.')
    await press('Drop the next delivery')
    await sees('Deliveries to drop: 1.')
    const [inner = 0, outer = 0] = await page
      .locator('html')
      .evaluate((root) => [root.scrollWidth, root.clientWidth])
    assert.ok(inner <= outer, `${inner} px in ${outer} px`)
    if (pictures) await page.screenshot({ path: join(pictures, 'demo-320.png'), fullPage: true })

    await page.setViewportSize({ width: 1280, height: 720 })
    await fetch(`${demo.base_url}/countries/DE`)
    const { email } = demo.users[0]
    const forgotten = await browser.get('/forgotten-password?lang=en')
    await browser.submit(forgotten, { email }, '/forgotten-password')
    const live = page.locator('[data-live]')
    await live.getByText('GET /v2/countries/DE').first().waitFor()
    await live
      .locator('li', { hasText: `to ${email}` })
      .locator('a')
      .first()
      .click()
    await page.locator('pre a').first().waitFor()
    if (pictures) await page.screenshot({ path: join(pictures, 'demo-email.png'), fullPage: true })
    await page.getByRole('link', { name: 'All emails' }).click()
    await sees(`to ${email}`)
    await page.getByRole('link', { name: 'Back to the control room' }).click()
    if (pictures) await page.screenshot({ path: join(pictures, 'demo-1280.png'), fullPage: true })
    await press(email)
    await page.waitForURL('**/account')
    await sees('Hello, Ada Lovelace')
    assert.deepEqual(faults, [])
    await context.close()
  })
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - begun < 60_000, 'the condition was not met in time')
    await pause(50)
  }
}

const basic = ({ application: { client_id, client_secret } }: DemoFile) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

/**
 * Requests a token of the demo's application itself, for a day. The first request loads the issuer,
 * which a busy machine may refuse with 503.
 */
async function applicationToken(demo: DemoFile): Promise<{ status: number; access_token: string }> {
  const response = await retry503(() =>
    fetch(`${demo.auth_url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: basic(demo) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  )
  const { access_token } = (await response.json()) as { access_token: string }
  return { status: response.status, access_token }
}

async function introspected(demo: DemoFile, token: string): Promise<boolean> {
  const response = await retry503(() =>
    fetch(`${demo.auth_url}/oauth2/introspect`, {
      method: 'POST',
      headers: { authorization: basic(demo) },
      body: new URLSearchParams({ token }),
    }),
  )
  return ((await response.json()) as { active: boolean }).active
}
