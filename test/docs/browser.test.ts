import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { writeSite } from '../../scripts/docs-site.ts'
import { faultsOfAxe } from '../support/axe.ts'
import { startChromium } from '../support/chromium.ts'
import { serveFolder } from '../support/folder-server.ts'
import { anyDatabase, newDirectory, readDemo, Service } from '../support/program.ts'
import { isSoak } from '../support/soak.ts'
import { retryOutsideSoak } from '../support/wire.ts'

/** The folder for screenshots of the pages, for people to look at. Without it, none are taken. */
const pictures = process.env.SCREENSHOTS

const chromium = await startChromium()

describe('the documentation in a browser', { skip: chromium === null }, () => {
  const browser = chromium as Browser
  let service: Service
  let token: string
  before(async () => {
    const place = await anyDatabase()
    service = await Service.start({ ...place, DEMO: 'true', PROBE_PORT: 'off' })
    token = readDemo(place.DATA_DIR).users[0].access_token
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  /**
   * Opens pages. Fails if a page has an error, breaks its own policy, or sends a request to another
   * site.
   */
  async function open(
    story: (page: Page, origin: string) => Promise<void>,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<void> {
    const origin = service.baseUrl.replace(/\/v2$/, '')
    const own = [origin, options.baseURL ?? origin]
    const context = await browser.newContext({ baseURL: origin, ...options })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // Beside other tests, the service may refuse a page that is then opened again.
      const isBusy = !isSoak && message.text().includes('status of 503')
      if (message.type() === 'error' && !isBusy) faults.push(message.text())
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!/^(?:data|blob):/.test(url) && !own.some((known) => url.startsWith(known)))
        faults.push(url)
    })
    await story(page, origin)
    assert.deepEqual(faults, [])
    await context.close()
  }

  const paths = [
    '/docs',
    '/docs/errors',
    '/docs/errors/invalid_grant',
    '/docs/start',
    '/docs/operations',
    '/docs/reference/addresses',
    '/docs/reference/schemas/PaymentMethod',
    '/docs/relations',
    '/docs/relations/paymentmethod-updatedefaults',
    '/docs/explorer',
    '/docs/console',
    '/docs/search?q=address',
  ]
  const looks = [
    { viewport: { width: 320, height: 700 }, colorScheme: 'dark' },
    { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
    { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
    { viewport: { width: 360, height: 700 }, colorScheme: 'light' },
  ] as const
  for (const look of isSoak ? looks : looks.slice(0, 1))
    test(`${look.colorScheme}, ${look.viewport.width} px: axe finds nothing, and nothing is too wide`, () =>
      open(async (page) => {
        for (const path of paths) {
          const { status } = await retryOutsideSoak(async () => {
            const response = await page.goto(path)
            return { status: response?.status() ?? 0 }
          })
          assert.equal(status, 200, path)
          if (path === '/docs/explorer') await page.getByText(': 200 OK').waitFor()
          assert.deepEqual(await faultsOfAxe(page), [], path)
          const overflow = Number(
            await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          )
          assert.ok(overflow <= 0, `${path}: ${overflow} px`)
          const name = path.replaceAll(/\W/g, '-')
          if (pictures)
            await page.screenshot({
              path: `${pictures}/${look.viewport.width}-${look.colorScheme}${name}.png`,
            })
        }
      }, look))

  test('without script, the pages and the search can be read', () =>
    open(
      async (page) => {
        await page.goto('/docs/explorer')
        assert.equal(await page.locator('#explorer').isVisible(), false)
        await page.getByRole('searchbox').fill('insufficient_scope')
        await page.getByRole('button', { name: 'Search' }).click()
        await page.locator('#found a').first().click()
        assert.equal(await page.locator('h1').textContent(), 'insufficient_scope')
      },
      { javaScriptEnabled: false },
    ))

  test('the search shows results while a user types, by keyboard alone', () =>
    open(async (page) => {
      await page.goto('/docs')
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
      await page.getByRole('searchbox').focus()
      await page.keyboard.type('webhook:rotatesecret')
      await page.locator('#suggestions a').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs/relations/webhook-rotatesecret')
      await page.goBack()
      await page.getByRole('searchbox').fill('addresses')
      await page.locator('#suggestions a').first().waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('#suggestions a').count(), 0)
    }))

  test('the explorer follows links, and sends changes that its user confirms', () =>
    open(async (page) => {
      await page.goto('/docs/explorer')
      await page.getByRole('button', { name: 'user', exact: true }).click()
      await page.getByText('/v2/user: 200 OK').waitFor()
      await page.getByRole('button', { name: 'user:update' }).click()
      await page.getByLabel('Body').fill('{ "full_name": "Ada King" }')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('PATCH').getByText(': 200 OK').waitFor()
      await page.goBack()
      await page.getByText('/v2: 200 OK').waitFor()
      await page.getByRole('button', { name: 'addresses', exact: true }).click()
      await page.getByText('"total_items"').waitFor()
      const user = await retryOutsideSoak(() =>
        fetch(`${service.baseUrl}/user`, { headers: { Authorization: `Bearer ${token}` } }),
      )
      assert.equal(((await user.json()) as { full_name: string }).full_name, 'Ada King')
    }))

  test('the console sends requests with the token of the demo', () =>
    open(async (page) => {
      await page.goto('/docs/console')
      await page.getByRole('button', { name: 'Open the console' }).click()
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click()
      const sent = page.waitForResponse((response) => response.url().startsWith(service.baseUrl))
      await page.getByRole('button', { name: /^Send/ }).first().click()
      const response = await sent
      assert.equal(response.status(), 200)
      assert.equal(response.request().headers().authorization, `Bearer ${token}`)
      assert.equal(await page.getByRole('link', { name: 'Documentation' }).count(), 1)
    }))

  test('as files on another server, search, explorer and console work', async () => {
    const folder = newDirectory()
    await writeSite(join(folder, 'below/it'), service.baseUrl.replace(/\/v2$/, ''))
    const server = await serveFolder(folder)
    const top = `${server.url}/below/it`
    await open(
      async (page) => {
        await page.goto(`${top}/index.html`)
        await page.getByRole('searchbox').fill('unhomoglyph')
        await page.getByText('1 result', { exact: true }).waitFor()
        await page.getByRole('searchbox').fill('login_required')
        await page.getByText(/^\d+ results$/).waitFor()
        await page.keyboard.press('Enter')
        await page.locator('#found li a').first().click()
        await page.waitForURL(`${top}/errors/login_required/index.html`)

        await page.goto(`${top}/explorer/index.html`)
        await page.getByLabel('Access token').fill(token)
        await page.getByLabel('Access token').press('Tab')
        await page.getByRole('button', { name: 'user', exact: true }).click()
        await page.getByText('/v2/user: 200').waitFor()

        await page.goto(`${top}/console/index.html`)
        await page.getByRole('button', { name: 'Open the console' }).click()
        await page
          .getByRole('button', { name: /Test Request/ })
          .first()
          .waitFor()
      },
      { baseURL: server.url },
    )
    server.close()
  })
})
