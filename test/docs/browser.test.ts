import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { faultsOfAxe } from '../support/axe.ts'
import { startChromium } from '../support/chromium.ts'
import { anyDatabase, readDemo, Service } from '../support/program.ts'
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
      if (!/^(?:data|blob):/.test(url) && !url.startsWith(origin)) faults.push(url)
    })
    await story(page, origin)
    assert.deepEqual(faults, [])
    await context.close()
  }

  const paths = [
    '/docs',
    '/docs/errors',
    '/docs/start',
    '/docs/operations',
    '/docs/links',
    '/docs/decisions',
    '/docs/reference',
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
          if (path === '/docs/reference')
            await page.getByRole('heading', { name: 'Foyer' }).waitFor()
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
        await page.goto('/docs')
        await page.getByRole('searchbox').fill('insufficient_scope')
        await page.getByRole('button', { name: 'Search' }).click()
        await page.getByRole('main').getByRole('link', { name: 'Errors' }).first().click()
        await page.waitForURL('**/docs/errors*')
        await page.goto('/docs/reference')
        await page.locator('noscript').getByRole('link').waitFor()
      },
      { javaScriptEnabled: false },
    ))

  test('code can be copied, by keyboard alone', () =>
    open(
      async (page, origin) => {
        await page.goto('/docs/addresses')
        await page.keyboard.press('Tab')
        const skip = await page.evaluate('document.activeElement.textContent')
        assert.equal(skip, 'Skip to the content')
        await page.getByRole('button', { name: 'Copy' }).first().focus()
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        const copied = String(await page.evaluate('navigator.clipboard.readText()'))
        assert.ok(copied.startsWith(`BASE_URL=${origin}/v2\n`), copied)
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ))

  test('the reference sends requests with the token of the demo', () =>
    open(async (page) => {
      await page.goto('/docs/reference')
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

  test('in production, the reference takes no token and sends no requests', async () => {
    await service.stop()
    service = await Service.start({
      ...(await anyDatabase()),
      NODE_ENV: 'production',
      ALLOW_EMBEDDED_DATABASE: 'true',
      CARD_VAULT: 'local',
      ALLOW_LOCAL_VAULT: 'true',
      REQUIRE_HTTPS: 'false',
      ALLOW_INSECURE_AUTH_URL: 'true',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
      PROBE_PORT: 'off',
      DOCS: 'true',
    })
    await open(async (page) => {
      await page.goto('/docs/reference')
      await page.getByRole('heading', { name: 'Find every other resource' }).waitFor()
      assert.equal(await page.getByText('Authentication').count(), 0)
      assert.equal(await page.getByRole('button', { name: /Test Request/ }).count(), 0)
      assert.equal(await page.locator('input[type=password]').count(), 0)
    })
  })
})
