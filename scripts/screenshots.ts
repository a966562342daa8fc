import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { DemoFile } from '../src/dev/demo/file.ts'

/*
 * Takes the pictures of the README, of a service that this script starts with the demo:
 * `npx node scripts/screenshots.ts`. It needs Chromium (`CHROMIUM=/path` if it is not in its usual place).
 */

const port = 8_091
const authUrl = `http://localhost:${port}`
const images = new URL('../docs/images/', import.meta.url).pathname
const dataDir = mkdtempSync(join(tmpdir(), 'foyer-screenshots-'))
const demoFile = join(dataDir, 'demo.json')

const desktop = { viewport: { width: 1280, height: 720 } } satisfies BrowserContextOptions
const phone = {
  viewport: { width: 390, height: 780 },
  colorScheme: 'dark',
  deviceScaleFactor: 2,
} satisfies BrowserContextOptions

/** The pictures: their names, their windows, and the way to their pages. */
const pictures: readonly [
  string,
  BrowserContextOptions,
  (page: Page, demo: DemoFile) => unknown,
][] = [
  [
    'consent',
    desktop,
    async (page, demo) => {
      await page.goto(authorizeUrl(demo))
      await signIn(page, demo)
      await page.waitForSelector('button[value=allow]')
    },
  ],
  ['overview', desktop, (page, demo) => open(page, demo, '/account')],
  ['payment-methods', desktop, (page, demo) => open(page, demo, '/account/paymentmethods')],
  ['addresses-phone', phone, (page, demo) => open(page, demo, '/account/addresses')],
]

async function open(page: Page, demo: DemoFile, path: string): Promise<void> {
  await page.goto(`/sign-in?return_to=${encodeURIComponent(path)}`)
  await signIn(page, demo)
  await page.waitForURL(`**${path}`)
}

async function signIn(page: Page, { users }: DemoFile): Promise<void> {
  const [user] = users
  await page.fill('[name=email]', user?.email ?? '')
  await page.fill('[name=password]', user?.password ?? '')
  await page.keyboard.press('Enter')
}

function authorizeUrl({ application }: DemoFile): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application.client_id,
    redirect_uri: application.redirect_uri,
    scope: 'read:user write:user',
    state: 'screenshots',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  return `/authorize?${query}`
}

const places = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome']
const executablePath = places.find((place) => place !== '' && existsSync(place))
if (executablePath === undefined)
  throw new Error('No Chromium was found. Set CHROMIUM to its path.')

const service = spawn(process.execPath, ['bin/foyer.js', 'serve'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  while (!existsSync(demoFile) || !(await fetch(authUrl).catch(() => undefined))) await pause(200)
  const demo = JSON.parse(readFileSync(demoFile, 'utf8')) as DemoFile
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox'] })
  mkdirSync(images, { recursive: true })
  for (const [name, options, find] of pictures) {
    const context = await browser.newContext({ baseURL: authUrl, locale: 'en-GB', ...options })
    const page = await context.newPage()
    await find(page, demo)
    await page.screenshot({ path: join(images, `${name}.png`) })
    await context.close()
    console.log(`docs/images/${name}.png`)
  }
  await browser.close()
} finally {
  service.kill('SIGTERM')
  await new Promise((resolve) => service.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
