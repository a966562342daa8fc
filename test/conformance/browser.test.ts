import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { generateSync } from 'otplib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type RelyingParty, relyingParty } from '../support/authorize.ts'
import { faultsOfAxe } from '../support/axe.ts'
import { startChromium } from '../support/chromium.ts'
import { anyOne } from '../support/database.ts'
import { everyEmail, everyPage, everyPageEnv, type RenderedPage } from '../support/every-page.ts'
import { type Foyer, freePort, startFoyer, type TestUser } from '../support/foyer.ts'
import { languages } from '../support/inside.ts'
import { linkTo } from '../support/mail.ts'
import { behindProxy } from '../support/sign-in.ts'
import { password } from '../support/users.ts'
import { withAuthenticator } from '../support/virtual-authenticator.ts'

/** The folder for screenshots of all pages, for people to look at. Without it, none are taken. */
const pictures = process.env.SCREENSHOTS

const chromium = await startChromium()

describe('pages in a browser', { skip: chromium === null }, () => {
  let foyer: Foyer & { stop(): Promise<void> }
  let shop: Server
  let shopUrl: string
  const browser = chromium as Browser

  before(async () => {
    const database = await anyOne()
    if (database === undefined) throw new Error('There is no database.')
    const port = String(await freePort())
    // Passkeys belong to a domain name, not to an IP address.
    const env = {
      PORT: port,
      AUTH_URL: `http://localhost:${port}`,
      ...behindProxy,
      ...everyPageEnv,
    }
    foyer = await startFoyer(await database.open(), env)
    shop = createServer((_request, response) => response.end('the shop'))
    const shopPort = await freePort()
    await new Promise<void>((resolve) => shop.listen(shopPort, '127.0.0.1', () => resolve()))
    shopUrl = `http://127.0.0.1:${shopPort}/callback`
  })
  after(async () => {
    await browser.close()
    shop.close()
    shop.closeAllConnections()
    await foyer.stop()
  })

  /** Runs a story in a new browser context. Fails if a page's own policy has blocked something. */
  const inBrowser = async (
    story: (page: Page, context: BrowserContext) => Promise<void>,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<void> => {
    const context = await browser.newContext({
      baseURL: foyer.authUrl,
      locale: 'en-GB',
      ...options,
    })
    const complaints: string[] = []
    context.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text())
    })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(120_000)
      await story(page, context)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  }

  /**
   * Types the first text where the focus is, and the others into the fields that Tab leads to. Then
   * presses Enter.
   */
  const typeInto = async (page: Page, ...texts: string[]): Promise<void> => {
    await page.locator('input:focus').waitFor()
    for (const [index, text] of texts.entries()) {
      if (index > 0) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
  }

  const signIn = async (page: Page, { email }: TestUser, path = '/sign-in'): Promise<void> => {
    await page.goto(path)
    await typeInto(page, email, password)
  }

  test('a new user signs up and confirms the email address by keyboard alone', () =>
    inBrowser(async (page) => {
      const email = `key-${Math.random().toString(36).slice(2)}@example.com`
      await page.goto('/sign-up')
      await typeInto(page, email, 'Ada', password)
      await page.locator('h1:text("Check your email")').waitFor()
      await page.goto(await linkTo(foyer.db, email, 'confirm_email'))
      await typeInto(page, password)
      await page.waitForURL('**/account')
    }))

  test('a user allows an application by keyboard alone, and the browser returns to it', () =>
    inBrowser(async (page) => {
      const user = await foyer.newUser()
      const party = await shopOf()
      await page.goto(party.authorizeUrl())
      await typeInto(page, user.email, password)
      await page.waitForURL('**/interaction/**')
      await page.locator('button[value=allow]').waitFor()
      await tabTo(page, 'button[value=allow]')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${shopUrl}?**`)
      assert.match(page.url(), /[?&]code=/)
      // After going back, the consent request has ended, and the page says what to do.
      await page.goBack()
      await page.locator('h1').waitFor()
      assert.doesNotMatch(await page.content(), /Something went wrong/)
    }))

  test('a user can allow an application if scripts are off', () =>
    inBrowser(
      async (page) => {
        const user = await foyer.newUser()
        const party = await shopOf()
        await page.goto(party.authorizeUrl())
        assert.equal(await page.locator('form[data-passkey]').isVisible(), false)
        await typeInto(page, user.email, password)
        await page.click('button[value=allow]')
        await page.waitForURL(`${shopUrl}?**`)
      },
      { javaScriptEnabled: false },
    ))

  test('with form_post the browser sends the code to the application by itself', () =>
    inBrowser(async (page) => {
      const user = await foyer.newUser()
      const party = await relyingParty(foyer, { redirectUris: [shopUrl] })
      await page.goto(party.authorizeUrl({ redirect_uri: shopUrl, response_mode: 'form_post' }))
      await typeInto(page, user.email, password)
      const sent = page.waitForRequest(
        (request) => request.url() === shopUrl && request.method() === 'POST',
      )
      await page.click('button[value=allow]')
      const fields = new URLSearchParams((await sent).postData() ?? '')
      assert.deepEqual([...fields.keys()].toSorted(), ['code', 'iss', 'state'])
      await page.waitForURL(shopUrl)
      assert.equal(await page.textContent('body'), 'the shop')
    }))

  test('a page of another origin calls the endpoints of OAuth, with credentials and headers of its own', () =>
    inBrowser(async (page) => {
      await page.goto(shopUrl)
      const statuses = await page.evaluate(
        async ([token = '', userInfo = '']) => {
          const init = {
            credentials: 'include',
            headers: { 'x-okta-user-agent-extended': 'page', 'sentry-trace': '0' },
          } as const
          const body = new URLSearchParams({ grant_type: 'authorization_code' })
          return [
            (await fetch(token, { ...init, method: 'POST', body })).status,
            (await fetch(userInfo, init)).status,
          ]
        },
        [`${foyer.authUrl}/oauth2/token`, `${foyer.authUrl}/oauth2/userinfo`],
      )
      assert.deepEqual(statuses, [401, 401])
    }))

  test('a user adds a passkey, and signs in with it, by keyboard alone', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      await signIn(page, user, '/sign-in?return_to=/account/security')
      await page.locator('main.account').waitFor()
      await withAuthenticator(context, page)
      await tabTo(page, 'a[href$="/security/passkeys"]')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/account/confirm?**')
      await typeInto(page, password)
      await page.waitForURL('**/security/passkeys')
      await tabTo(page, 'form[data-passkey] button')
      await page.keyboard.press('Enter')
      await page.locator('.codes').waitFor()
      await context.clearCookies()

      // The authenticator of the test answers at once: as the suggestion among the fields, or to
      // the button. So the page may be left before it is loaded.
      await page.goto('/sign-in', { waitUntil: 'commit' })
      await page.waitForURL('**/account')
      const [session] = await sessionsOf(foyer, user.id)
      assert.ok(session?.includes('hwk') || session?.includes('swk'), String(session))

      await context.clearCookies()
      await page.goto('/sign-in?return_to=/account/applications', { waitUntil: 'commit' })
      await page.waitForURL('**/account/applications')
    }))

  test('a passkey can be the second step', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      await signIn(page, user, '/sign-in?return_to=/account/security/passkeys')
      await page.waitForURL('**/account/confirm?**')
      const authenticator = await withAuthenticator(context, page)
      await typeInto(page, password)
      await page.waitForURL('**/security/passkeys')
      await page.click('form[data-passkey=create] button')
      await page.locator('.codes').waitFor()
      await authenticator.answer(false)
      await context.clearCookies()
      await signIn(page, user)
      await page.waitForURL('**/second-factor?**')
      await authenticator.answer(true)
      await tabTo(page, 'form[data-passkey=get] button')
      await page.keyboard.press('Enter')
      await page.locator('main.account').waitFor()
      assert.match(page.url(), /\/account$/)
    }))

  test('suggested passkeys work after the challenge has ended, and after the button was cancelled', () =>
    inBrowser(async (page, context) => {
      const user = await foyer.newUser()
      await signIn(page, user, '/sign-in?return_to=/account/security/passkeys')
      await page.waitForURL('**/account/confirm?**')
      const authenticator = await withAuthenticator(context, page)
      await typeInto(page, password)
      await page.waitForURL('**/security/passkeys')
      await page.click('form[data-passkey=create] button')
      await page.locator('.codes').waitFor()
      // The user cancels every dialog of the button.
      await page.addInitScript(`{
        const get = navigator.credentials.get.bind(navigator.credentials)
        navigator.credentials.get = (options) => {
          if (options.mediation !== 'conditional')
            return Promise.reject(new DOMException('', 'NotAllowedError'))
          document.body.dataset.suggests = ''
          return get(options)
        }
      }`)
      /** Opens the page while the authenticator is away. From then on it answers new requests. */
      const openSignIn = async () => {
        await authenticator.answer(false)
        await context.clearCookies()
        await page.goto('/sign-in')
        await page.locator('[data-suggests]').waitFor()
        await authenticator.answer(true)
      }
      const isSignedIn = () => page.waitForURL('**/account', { waitUntil: 'commit' })

      await page.clock.install()
      await openSignIn()
      const { offset } = foyer.clock
      try {
        foyer.clock.offset += 6 * 60_000
        await page.clock.fastForward(6 * 60_000)
        await isSignedIn()
      } finally {
        foyer.clock.offset = offset
      }

      await openSignIn()
      await page.click('form[data-passkey=get] button')
      await isSignedIn()
    }))

  test('on every page Tab reaches each control, the focus is visible, and axe finds no fault', () =>
    inBrowser(async (page) => {
      const user = await foyer.newUser()
      for await (const name of tour(page, user)) {
        await waitUntilShown(page)
        await checkTabs(page, name)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          if (pictures !== undefined) await takeScreenshots(page, `${name}-${colorScheme}`)
          // Light and dark pages differ only in colours.
          const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
          assert.deepEqual(await faultsOfAxe(page, rules), [], `${name}, ${colorScheme}`)
        }
      }
    }))

  test('every page and every email fits into 320 px in every language, and into 14 KB with its style sheet', () =>
    inBrowser(
      async (page) => {
        const pages = [...(await everyPage(foyer)), ...everyEmail()]
        assert.ok(pages.length > 35 * languages.length, String(pages.length))
        const styles = await stylesOf(foyer)
        assert.deepEqual(await layoutFaults(page, pages, styles), [])
        assert.deepEqual(tooHeavy(pages, styles), [])
        assert.deepEqual(pages.flatMap(misnamed), [])
        assert.deepEqual(pages.flatMap(leadingNowhere), [])
        assert.deepEqual(pages.flatMap(hiddenMessages), [])
      },
      { viewport: { width: 320, height: 640 } },
    ))

  test('a password can be shown, and is hidden again when the form is sent', () =>
    inBrowser(async (page) => {
      const user = await foyer.newUser()
      await page.goto('/sign-in')
      await page.fill('[name=email]', user.email)
      await page.fill('[name=password]', 'wrong horse')
      const type = () => page.getAttribute('[name=password]', 'type')
      const button = page.getByRole('button', { name: 'Show password' })
      await button.click()
      assert.equal(await type(), 'text')
      assert.equal(await button.getAttribute('aria-pressed'), 'true')
      await page.evaluate(
        "document.forms[0].addEventListener('submit', (sent) => sent.preventDefault())",
      )
      await page.keyboard.press('Enter')
      assert.equal(await type(), 'password')
      assert.equal(await page.inputValue('[name=password]'), 'wrong horse')
    }))

  test('a user who signs in sees times in the zone of the browser', () =>
    inBrowser(
      async (page) => {
        const user = await foyer.newUser()
        await page.goto('/sign-in')
        await signIn(page, user)
        await page.waitForURL('**/account')
        assert.match((await page.textContent('main')) ?? '', /\d\d:\d\d GMT\+9/)
      },
      { timezoneId: 'Asia/Tokyo', locale: 'en-GB' },
    ))

  test('without scripts there is no button that shows the password', () =>
    inBrowser(
      async (page) => {
        await page.goto('/sign-in')
        assert.equal(await page.locator('[data-reveals]').isVisible(), false)
      },
      { javaScriptEnabled: false },
    ))

  const shopOf = (): Promise<RelyingParty> =>
    relyingParty(foyer, { name: 'Ticket Shop', redirectUris: [shopUrl] })

  /** Does the same from the first field of the page, wherever the focus is. */
  const typeFromFirst = async (page: Page, ...texts: string[]): Promise<void> => {
    await page.locator('main input:not([type=hidden])').first().focus()
    await typeInto(page, ...texts)
  }

  /** Visits one page after the other, and yields the name of each. */
  async function* tour(page: Page, user: TestUser): AsyncGenerator<string> {
    await page.goto('/sign-in')
    yield 'sign-in'
    await typeFromFirst(page, user.email, 'wrong horse')
    await page.locator('.summary').waitFor()
    yield 'sign-in-wrong'
    await page.goto('/sign-up')
    yield 'sign-up'
    await typeFromFirst(page, 'ada', 'Ada', 'short')
    await page.locator('.summary').waitFor()
    yield 'sign-up-wrong'
    await page.goto('/forgotten-password')
    yield 'forgotten-password'
    await typeFromFirst(page, user.email)
    await page.locator('h1:text("Check your email")').waitFor()
    yield 'check-email'
    await page.goto(await linkTo(foyer.db, user.email, 'reset_password'))
    yield 'new-password'
    await page.goto('/new-password?token=none')
    yield 'link-expired'
    const link = await linkTo(foyer.db, user.email, 'reset_password')
    await page.goto('/forgotten-password')
    await typeFromFirst(page, user.email)
    await page.locator('h1:text("Check your email")').waitFor()
    await page.goto(link)
    yield 'link-replaced'
    await page.goto('/nowhere')
    yield 'not-found'
    await page.goto('/sign-up')
    const email = `tour-${user.email}`
    await typeFromFirst(page, email, 'Ada', password)
    await page.locator('h1:text("Check your email")').waitFor()
    await page.goto(await linkTo(foyer.db, email, 'confirm_email'))
    yield 'confirm-email'

    const party = await shopOf()
    await page.goto(party.authorizeUrl())
    await typeFromFirst(page, user.email, password)
    await page.locator('button[value=allow]').waitFor()
    yield 'consent'
    const question = page.url()
    await page.click('button[value=allow]')
    await page.waitForURL(`${shopUrl}?**`)
    await page.goto(question)
    yield 'step-over'
    await page.goto('/account')
    yield 'overview'
    await page.goto('/account/addresses')
    yield 'addresses-none'
    await page.goto('/account/addresses/new')
    await page.selectOption('[name=country_code]', 'GB')
    await page.locator('[name=postal_code]').waitFor()
    yield 'address-new'
    await typeFromFirst(page, 'Ada Lovelace', '12 St James’s Square')
    await page.locator('.summary').waitFor()
    yield 'address-wrong'
    await page.fill('[name=city]', 'London')
    await page.fill('[name=postal_code]', 'SW1Y 4LB')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/addresses?done=address_added')
    await page.click('.actions summary')
    yield 'addresses'
    await page.click('a[href$="/delete"]')
    await page.waitForURL('**/delete')
    yield 'address-delete'
    await page.goto('/account/paymentmethods')
    yield 'methods-none'
    await page.goto('/account/paymentmethods/card')
    yield 'card-new'
    await page.fill('[name=card_number]', '4111 1111 1111 1112')
    assert.equal(await page.textContent('[data-brand]'), 'Visa')
    await page.keyboard.press('Enter')
    await page.locator('.summary').waitFor()
    yield 'card-wrong'
    await page.fill('[name=card_number]', '4111 1111 1111 1111')
    await page.fill('[name=full_name]', 'Ada Lovelace')
    await page.selectOption('[name=expiry_month]', '4')
    await page.selectOption('[name=expiry_year]', '2031')
    await page.click('main .buttons button')
    await page.waitForURL('**/paymentmethods?done=method_added')
    await page.click('.actions summary')
    yield 'methods'
    await page.click('a[href$="/delete"]')
    await page.waitForURL('**/delete')
    yield 'method-delete'
    await page.goto('/account/sessions')
    yield 'sessions'
    await page.goto('/account/applications')
    yield 'applications'
    await page.goto('/account/security/activity')
    yield 'activity'
    await page.goto('/account/profile')
    yield 'profile'
    await page.goto('/account/privacy')
    yield 'privacy'
    await page.goto('/account/security')
    yield 'security'
    await page.click('a[href$="/security/totp"]')
    await page.waitForURL('**/account/confirm?**')
    yield 'confirm'
    await page.fill('[name=password]', password)
    await page.keyboard.press('Enter')
    await page.click('form[action$="/totp"] button')
    await page.locator('.qr').waitFor()
    yield 'totp'
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    await page.fill('[name=code]', generateSync({ secret }))
    await page.keyboard.press('Enter')
    await page.locator('.codes').waitFor()
    yield 'recovery-codes'
    const [code = ''] = await page.locator('.codes li').allInnerTexts()
    await page.goto('/account/security?done=passkey_added')
    yield 'security-on'
    await page.goto('/sign-out')
    yield 'sign-out'
    await page.click('main button')
    await page.locator('h1:text("You are signed out")').waitFor()
    yield 'signed-out'
    await signIn(page, user)
    await page.waitForURL('**/second-factor?**')
    yield 'second-factor'
    await typeFromFirst(page, code)
    await page.waitForURL('**/account')
    await page.goto('/sign-in/second-factor?step=none')
    yield 'step-expired'
    await page.goto('/account/security?lang=ja')
    yield 'security-ja'
    await page.goto('/account/sessions?lang=de')
    yield 'sessions-de'
  }
})

/** The style sheet of all pages. */
async function stylesOf({ authUrl }: Foyer): Promise<string> {
  const page = await (await fetch(`${authUrl}/sign-in`)).text()
  const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
  return (await fetch(authUrl + path)).text()
}

/** The pages that are larger than 14 KB with their style sheet, compressed, with their sizes. */
function tooHeavy(pages: readonly RenderedPage[], styles: string): string[] {
  const sheet = gzipSync(styles).length
  return pages.flatMap(({ name, language, text }) => {
    const size = gzipSync(text).length + sheet
    return size > 14 * 1024 ? [`${name} in ${language}: ${size}`] : []
  })
}

/**
 * Returns the pages that are wider than the window, that have a button whose text is wider than the
 * button (WCAG 2.2, 1.4.10), or that hide content from sight: only the frame and the head of a
 * table may have words for screen readers alone. Buttons that only a script shows are included. All
 * pages are written into one document in turn, and the browser reads their style sheet once, which
 * is much faster than opening each.
 */
function layoutFaults(
  page: Page,
  pages: readonly RenderedPage[],
  styles: string,
): Promise<string[]> {
  const documents = pages.map(({ name, language, text }) => ({
    name: `${name} (${language})`,
    language,
    // An email has styles of its own.
    isPage: /<link rel="stylesheet"/.test(text),
    text: text
      .replace(/<link rel="stylesheet"[^>]*>/, '')
      .replace(/<script[^>]*><\/script>/g, '')
      .replaceAll(' hidden data-passkey', ' data-passkey'),
  }))
  return page.evaluate(`
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(styles)});
    ${JSON.stringify(documents)}.flatMap(({ name, language, isPage, text }) => {
      document.adoptedStyleSheets = isPage ? [sheet] : [];
      const root = document.documentElement;
      root.lang = language;
      root.innerHTML = text;
      const isWide = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth;
      const wide = [root, ...root.querySelectorAll('button, .button')].filter(isWide);
      const isCut = (element) => getComputedStyle(element).clipPath !== 'none';
      const cut = [...root.querySelectorAll('main [class]')].filter(isCut);
      return [...wide, ...cut].map(({ tagName, className, scrollWidth }) =>
        [name + ':', tagName, className, scrollWidth].join(' '));
    })`)
}

/**
 * Returns the hidden messages of a page. Text browsers show hidden text, so a message must not be
 * in the page before it is true.
 */
const hiddenMessages = ({ name, text }: RenderedPage): string[] =>
  [...text.matchAll(/<(p|div|span)\b[^>]*\shidden(?:>|\s[^>]*>)\s*([^<\s][^<]*)/g)].map(
    ([, , message]) => `${name}: ${message}`,
  )

/** The controls whose name does not contain the text that they show (WCAG 2.2, 2.5.3). */
const misnamed = ({ name, text }: RenderedPage): string[] =>
  [...text.matchAll(/<(a|button)\b[^>]*?aria-label="([^"]*)"[^>]*>([\s\S]*?)<\/\1>/g)]
    .map(([, , label = '', content = '']) => [label, content.replaceAll(/<[^>]*>/g, '').trim()])
    .filter(([label = '', shown = '']) => !label.toLowerCase().includes(shown.toLowerCase()))
    .map(([label, shown]) => `${name}: "${label}" does not contain "${shown}"`)

/** The links within a page, such as those of a list of faults, that lead to nothing. */
const leadingNowhere = ({ name, text }: RenderedPage): string[] =>
  [...text.matchAll(/href="#([^"]*)"/g)]
    .filter(([, id]) => !text.includes(` id="${id}"`))
    .map(([link]) => `${name}: ${link}`)

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const there = await page.evaluate(
      `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`,
    )
    if (there) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${selector}.`)
}

/** Waits until a page is loaded, and the browser has set the first focus. */
async function waitUntilShown(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate('new Promise((shown) => requestAnimationFrame(shown))')
}

/**
 * Checks that Tab reaches every control in the order of the page, and that the focus is visible
 * (WCAG 2.2, 2.1.1, 2.4.3, 2.4.7).
 */
async function checkTabs(page: Page, name: string): Promise<void> {
  const expected = (await page.evaluate(`
    document.activeElement?.blur();
    [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden])')]
      .filter((element) => element.checkVisibility())
      .map((element, index) => { element.dataset.tab = index; return index })`)) as number[]
  await page.evaluate(`
    globalThis.reached = [];
    document.addEventListener('focusin', ({ target }) => {
      reached.push([Number(target.dataset.tab ?? -1), getComputedStyle(target).outlineStyle]);
    });
    document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex');
    reached.length = 0`)
  for (let presses = 0; presses < expected.length; presses++) await page.keyboard.press('Tab')
  const stops = (await page.evaluate('reached')) as [number, string][]
  const reached = stops.map(([index, outline]) => {
    assert.notEqual(outline, 'none', `${name}: the focus is not visible at ${index}`)
    return index
  })
  assert.deepEqual(reached, expected, name)
}

/** Takes screenshots of a page in the widths of a phone and of a desktop. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  mkdirSync(pictures ?? '', { recursive: true })
  for (const [width, height] of [
    [360, 780],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const path = join(pictures ?? '', `${name}-${width}.png`)
    await page.screenshot({ path, fullPage: true })
  }
}

async function sessionsOf({ db }: Foyer, userId: number): Promise<string[][]> {
  const { listSessions } = await import('../../src/identity/users/sessions/sessions.ts')
  return (await listSessions(db, userId)).map(({ amr }) => [...amr])
}
