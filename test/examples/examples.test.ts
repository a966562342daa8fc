import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { build, preview } from 'vite'
import { london, newYork } from '../support/addresses.ts'
import { askToDisconnect } from '../support/authorize.ts'
import { newCard } from '../support/cards.ts'
import { startChromium } from '../support/chromium.ts'
import { anyOne } from '../support/database.ts'
import { examplesDirectory, RunningExample, runExample } from '../support/examples.ts'
import { type Foyer, freePort, type TestUser, type WantedApplication } from '../support/foyer.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { keepListing } from '../support/listings.ts'
import type { Processor } from '../support/processor.ts'
import { newDirectory } from '../support/program.ts'
import { newBrowser, sessionOf, signIn } from '../support/sign-in.ts'
import { startStripeFoyer } from '../support/stripe-foyer.ts'
import { callOutsideSoak, retryOutsideSoak } from '../support/wire.ts'

/** Languages that Debian has, each with its package. */
const languages = [
  { name: 'Python', package: 'python3', command: ['python3', 'python/addresses.py'] },
  { name: 'Ruby', package: 'ruby', command: ['ruby', 'ruby/addresses.rb'] },
  { name: 'PHP', package: 'php-cli', command: ['php', 'php/addresses.php'] },
  { name: 'Go', package: 'golang-go', command: ['go', 'run', 'go/addresses.go'] },
] as const

/**
 * Whether a program can be run. If it is missing, a warning is printed, or with CI set an error is
 * thrown.
 */
function isInstalled(command: string, debianPackage: string): boolean {
  const folders = (process.env.PATH ?? '').split(':')
  if (folders.some((folder) => globSync(join(folder, command)).length > 0)) return true
  if (process.env.CI) throw new Error(`${command} is missing. Install ${debianPackage}.`)
  console.warn(`NO ${command} FOUND: its example is left out. Install ${debianPackage}.`)
  return false
}

/**
 * Starts a proxy in front of a service. It refuses the first GET for two seconds. It loses the
 * response to the first POST, and refuses the second one as if the first still ran. It answers the
 * fourth POST with a page, as a proxy does that does not reach the service.
 */
async function startFaultyProxy(service: string) {
  const keys: unknown[] = []
  const reads: number[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const body = await text(incoming)
    const refuse = (status: number, code: string, after: number) =>
      outgoing
        .writeHead(status, { 'Content-Type': 'application/hal+json', 'Retry-After': after })
        .end(JSON.stringify({ code, message: code, errors: {} }))
    if (method === 'POST') keys.push(headers['idempotency-key'])
    if (method === 'GET') reads.push(performance.now())
    if (method === 'GET' && reads.length === 1) return void refuse(429, 'too_many_requests', 2)
    if (method === 'POST' && keys.length === 2) return void refuse(409, 'idempotency_key_in_use', 1)
    if (method === 'POST' && keys.length === 4)
      return void outgoing
        .writeHead(502, { 'Content-Type': 'text/html', 'Retry-After': 0 })
        .end('<h1>502 Bad Gateway</h1>')
    const answer = await retryOutsideSoak(async () => {
      const onward = request(new URL(url, service), { method, headers }).end(body)
      const [response] = (await once(onward, 'response')) as [IncomingMessage]
      const chunks = await response.toArray()
      return { status: response.statusCode ?? 502, headers: response.rawHeaders, chunks }
    }).catch(() => undefined)
    if (answer === undefined || (method === 'POST' && keys.length === 1)) incoming.socket.destroy()
    else outgoing.writeHead(answer.status, answer.headers).end(Buffer.concat(answer.chunks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    reads,
    close: () => void server.close(),
  }
}

const limits = { retries: 1, attemptTimeoutMs: 10_000, callTimeoutMs: 20_000 }

/** Creates an address, also if a busy service refuses the first requests. */
function createAddress(user: TestUser, address: typeof london | typeof newYork) {
  const idempotencyKey = randomUUID()
  return callOutsideSoak(() => user.addresses.create(address, { idempotencyKey }))
}

describe('examples', () => {
  let foyer: Foyer
  let processor: Processor
  let stop: () => Promise<void>
  let user: TestUser
  let env: { FOYER_URL: string; ACCESS_TOKEN: string }

  before(async () => {
    const database = await anyOne()
    if (database === undefined) throw new Error('there is no database')
    ;({ foyer, processor, stop } = await startStripeFoyer(await database.open(), limits))
    await foyer.startWorkers()
    await issuerReady(foyer.authUrl)
    user = await foyer.newUser(['read:user', 'write:user', 'read:webhooks', 'write:webhooks'])
    for (const address of [london, newYork, london]) await createAddress(user, address)
    env = { FOYER_URL: foyer.authUrl, ACCESS_TOKEN: user.accessToken }
  })
  after(() => stop())

  /** Registers an application. @returns the variables that examples read */
  async function register(properties: WantedApplication) {
    const created = await foyer.newApplication({ name: 'Example', ...properties })
    return { CLIENT_ID: created.clientId, CLIENT_SECRET: created.clientSecret }
  }

  test('are all listed, with a README each', () => {
    const list = readFileSync(join(examplesDirectory, 'README.md'), 'utf8')
    const folders = readdirSync(examplesDirectory).filter((name) => name !== 'README.md')
    assert.equal(folders.length, 9)
    for (const folder of folders) {
      assert.ok(list.includes(`(${folder})`), folder)
      assert.match(readFileSync(join(examplesDirectory, folder, 'README.md'), 'utf8'), /^# .*\n\n/)
    }
  })

  test('client credentials with curl', { skip: !isInstalled('curl', 'curl') }, async () => {
    const application = await register({ scopes: ['read:events'] })
    const command = ['curl/client-credentials.sh']
    const run = () => runExample(command, { ...env, ...application })
    let { status, stdout, stderr } = await run()
    // On a busy machine a request may get 503.
    for (let left = 20; left > 0 && / 503$/m.test(stderr); left--)
      ({ status, stdout, stderr } = await run())
    assert.equal(status, 0, stderr)
    assert.equal((JSON.parse(stdout) as { name: string }).name, 'United Kingdom')
    const wrong = { ...env, ...application, CLIENT_SECRET: 'wrong' }
    assert.notEqual((await runExample(command, wrong)).status, 0)
  })

  // They run at the same time, because they mostly wait.
  describe('addresses', { concurrency: true }, () => {
    for (const { name, package: debianPackage, command } of languages) {
      const skip = !isInstalled(command[0], debianPackage)
      test(`in ${name}`, { skip }, () => listAndChange(command))
    }
  })

  async function listAndChange(command: readonly string[]): Promise<void> {
    const owner = await foyer.newUser(['read:user', 'write:user'])
    for (const address of [london, newYork, london]) await createAddress(owner, address)
    const proxy = await startFaultyProxy(foyer.authUrl)
    const variables = { FOYER_URL: proxy.url, ACCESS_TOKEN: owner.accessToken }
    const { status, stdout, stderr } = await runExample(command, variables)
    proxy.close()
    assert.equal(status, 0, stderr)
    const [lost, again, last, other, otherAgain, ...more] = proxy.keys
    const isRepeated = lost === again && again === last && other === otherAgain
    assert.ok(isRepeated && lost !== other && more.length === 0, String(proxy.keys))
    const [refused = 0, read = 0] = proxy.reads
    assert.ok(read - refused >= 1_990, `it waits as long as Retry-After says: ${read - refused} ms`)
    assert.deepEqual(stdout.trim().split('\n'), [
      ...[london, newYork, london].map(({ full_name, city }) => `${full_name}, ${city}`),
      'Added: London',
      '400 validation_failed: postal_code',
      'Deleted',
    ])
    const left = await callOutsideSoak(() => owner.addresses.list().toArray())
    assert.equal(left.length, 3)
  }

  test('the shop signs users in and out', async (t) => {
    const port = await freePort()
    const shopUrl = `http://localhost:${port}`
    const application = await register({
      redirectUris: [`${shopUrl}/callback`],
      postLogoutRedirectUris: [`${shopUrl}/`],
      scopes: ['read:user'],
    })
    const shop = new RunningExample('express-shop/server.js', {
      ...env,
      ...application,
      PORT: String(port),
    })
    t.after(() => shop.stop())
    await shop.printed('The shop is at')

    const [atShop, atFoyer] = [newBrowser(shopUrl), newBrowser(foyer.authUrl)]
    await signIn(atFoyer, user.email)
    assert.match((await atShop.get('/')).text, /href="\/sign-in"/)
    const enter = async () => {
      const { location } = await atShop.get('/sign-in')
      const question = await atFoyer.follow(await atFoyer.get(location))
      const agreed = await atFoyer.submit(question, { decision: 'allow' })
      return (await atFoyer.follow(agreed)).location
    }
    await atShop.get(await enter())
    // The shop's tokens end, and the user signs in again.
    const asked = await askToDisconnect(atFoyer)
    await atFoyer.follow(await atFoyer.submit(asked, {}, '/disconnect'))
    let ended = await atShop.get('/')
    // Foyer refuses a token a moment after the response to the request that ended it.
    for (let more = 500; ended.status === 200 && more > 0; more -= 1) {
      await pause(10)
      ended = await atShop.get('/')
    }
    assert.equal(ended.location, `${shopUrl}/sign-in`)
    const back = await enter()
    const home = await atShop.follow(await atShop.get(back))
    assert.match(home.text, /Hello, Ada Lovelace<\/h1>\s*<ul><li>London<\/li><li>New York<\/li>/)

    const foreign = await newBrowser(shopUrl).get(back)
    assert.equal(foreign.status, 400, 'a response for another browser is refused')
    const out = await atShop.submit(home)
    assert.ok(out.location.startsWith(`${foyer.authUrl}/`), out.location)
    const leaving = await atFoyer.follow(await atFoyer.get(out.location))
    const signedOut = leaving.location === '' ? await atFoyer.submit(leaving) : leaving
    assert.equal((await atFoyer.follow(signedOut)).location, `${shopUrl}/`)
    assert.match((await atShop.get('/')).text, /href="\/sign-in"/)
  })

  test('the single-page application signs users in', async (t) => {
    const chromium = await startChromium()
    if (chromium === null) return t.skip('There is no Chromium.')
    t.after(() => chromium.close())
    const port = await freePort()
    const pageUrl = `http://localhost:${port}/`
    const { CLIENT_ID } = await register({
      kind: 'spa',
      redirectUris: [pageUrl],
      scopes: ['read:user'],
    })
    const settings = {
      root: join(examplesDirectory, 'single-page'),
      logLevel: 'silent',
      define: {
        'import.meta.env.VITE_FOYER_URL': JSON.stringify(foyer.authUrl),
        'import.meta.env.VITE_CLIENT_ID': JSON.stringify(CLIENT_ID),
      },
      build: { outDir: newDirectory(), emptyOutDir: true, minify: false },
      preview: { port },
    } as const
    await build(settings)
    const server = await preview(settings)
    t.after(() => server.close())

    const context = await chromium.newContext()
    context.setDefaultTimeout(120_000)
    await context.addCookies([await sessionOf(foyer, user.id)])
    const page = await context.newPage()
    await page.goto(pageUrl)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('button[value=allow]').waitFor()
    // A new user continues in the tab that the link of an email opened.
    const tab = await context.newPage()
    await tab.goto(page.url())
    await tab.locator('button[value=allow]').click()
    await tab.getByText(user.email).waitFor()
    assert.equal(await tab.locator('#app').textContent(), `Ada Lovelace, ${user.email}`)
    assert.equal(tab.url(), pageUrl, 'the code is no longer in the address bar')
    assert.deepEqual(await tab.evaluate(() => Object.keys(localStorage)), [])

    // What was abandoned an hour ago is removed by the next start.
    await tab.evaluate(() => localStorage.setItem('sign-in:old', '{"startedAt":0}'))
    await tab.goto(pageUrl)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByText(user.email).waitFor()
    assert.deepEqual(await tab.evaluate(() => Object.keys(localStorage)), [])
  })

  describe('the checkout', () => {
    const command = [process.execPath, 'checkout/checkout.js']
    let variables: Record<string, string>
    before(async () => {
      variables = {
        ...env,
        ...(await register({ scopes: ['read:charge'] })),
        USER_ID: String(user.id),
        LISTING_ID: await keepListing(foyer),
        AMOUNT: '17000',
        ORDERS_FILE: join(newDirectory(), 'orders.json'),
        STRIPE_SECRET_KEY: processor.key,
        STRIPE_URL: processor.url,
      }
    })
    after(() => assert.deepEqual(processor.invalid, []))
    const buy = (order: string, card: { id: number | null }, more = {}) =>
      runExample(command, {
        ...variables,
        ...{ PURCHASE_ID: order, METHOD_ID: String(card.id), ...more },
      })
    const received = (step: string) => processor.received.filter((one) => one.step === step)

    test('charges a card once, even if the shop stopped before it stored the order', async () => {
      const card = await user.paymentMethods.createCreditCard(newCard())
      const payPal = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
      const { status, stdout, stderr } = await buy('order-7', card)
      assert.equal(status, 0, stderr)
      const last4 = card.details?.slice(-4)
      assert.match(stdout, new RegExp(`^Offered: ${card.id}, CreditCard \\*+${last4}$`, 'm'))
      assert.ok(stdout.includes(`Offered: ${payPal.id}, PayPal ${payPal.details}`))
      assert.ok(stdout.includes(`Charging visa ${last4}\n`))
      const [paid = ''] = /^order-7 is paid: pi_.+\n/m.exec(stdout) ?? []
      assert.ok(paid, stdout)
      const [created] = received('payment_intents.create')
      assert.equal(created?.body.get('amount'), '17000')
      assert.equal(created?.body.get('metadata[purchase]'), 'order-7')
      assert.equal(created?.headers['idempotency-key'], 'purchase-order-7')
      assert.equal((await buy('order-7', card)).stdout, paid)
      rmSync(variables.ORDERS_FILE ?? '')
      const again = await buy('order-7', card)
      assert.ok(again.stdout.endsWith(paid), again.stdout + again.stderr)
      assert.equal(received('payment_intents.confirm').length, 1)

      const others = await register({ scopes: ['read:events'] })
      assert.notEqual((await buy('order-8', card, others)).status, 0)
    })

    test('takes another card after a decline, for the same payment', async () => {
      // Its issuer declines charges.
      const declined = await user.paymentMethods.createCreditCard({
        ...newCard(),
        card_number: '4000000000000341',
      })
      const refused = await buy('order-9', declined)
      assert.match(refused.stdout, /^Declined: card_declined\. /m, refused.stderr)
      assert.equal(refused.status, 1)
      const other = await user.paymentMethods.createCreditCard(newCard())
      const { stdout, stderr } = await buy('order-9', other)
      assert.match(stdout, /^order-9 is paid: pi_.+$/m, stderr)
      const created = received('payment_intents.create').map(({ headers }) => headers)
      const keys = created.map((headers) => headers['idempotency-key'])
      assert.equal(keys.filter((key) => key === 'purchase-order-9').length, 1)
    })

    test('recognises that the buyer has confirmed the payment', async () => {
      // Its issuer asks the holder.
      const card = await user.paymentMethods.createCreditCard({
        ...newCard(),
        card_number: '4000003800000446',
      })
      const { stdout, stderr } = await buy('order-10', card)
      const [, payment = ''] = /^Confirm in the page: .+ for (pi_.+)$/m.exec(stdout) ?? []
      assert.ok(payment, stdout + stderr)
      processor.payments.authenticate(payment)
      assert.equal((await buy('order-10', card)).stdout, `order-10 is paid: ${payment}\n`)
    })
  })

  test('the receiver verifies deliveries, and deletes its webhook at the end', async (t) => {
    const port = await freePort()
    const receiver = new RunningExample('webhook-receiver/receiver.js', {
      ...env,
      PORT: String(port),
    })
    t.after(() => receiver.stop())
    await receiver.printed('Ping Created')
    const { id } = await createAddress(user, london)
    await receiver.printed(`Addresses Created ${id}`)
    await user.addresses.delete(id)
    await receiver.printed(`Addresses Deleted ${id}`)
    const forged = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' })
    assert.equal(forged.status, 400)
    await receiver.printed('Refused: missing_header')
    assert.equal(await receiver.stop('SIGINT'), 0, receiver.output)
    assert.deepEqual(await callOutsideSoak(() => user.webhooks.list().toArray()), [])
  })
})
