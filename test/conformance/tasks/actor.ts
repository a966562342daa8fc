// cspell:ignore framenavigated

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, ElementHandle, Locator, Page } from 'playwright-core'
import type { Params } from '../../../src/platform/i18n/catalogue.ts'
import { faultsOfAxe } from '../../support/axe.ts'
import type { FakeProvider } from '../../support/fake-provider.ts'
import type { Foyer, TestUser } from '../../support/foyer.ts'
import { type Language, type MessageKey, say } from '../../support/inside.ts'
import { isSoak } from '../../support/soak.ts'
import { password } from '../../support/users.ts'

type Control = 'button' | 'link'

/** A user who has only a keyboard, and finds everything by the texts of a language. */
export class Actor {
  readonly page: Page
  readonly context: BrowserContext
  readonly foyer: Foyer
  readonly user: TestUser
  readonly language: Language
  readonly hasScript: boolean
  /** The provider that users can sign in with. */
  readonly provider: FakeProvider
  /** The password of the user now. */
  password = password
  constructor(given: {
    readonly page: Page
    readonly foyer: Foyer
    readonly user: TestUser
    readonly language: Language
    readonly hasScript: boolean
    readonly provider: FakeProvider
  }) {
    this.page = given.page
    this.context = given.page.context()
    this.foyer = given.foyer
    this.user = given.user
    this.language = given.language
    this.hasScript = given.hasScript
    this.provider = given.provider
  }

  /** A text of the language. */
  say(key: MessageKey, params?: Params): string {
    return say(this.language, key, params)
  }

  /** Opens a page by its address, as from a bookmark or an email. */
  async open(path: string): Promise<void> {
    await this.page.goto(path, { waitUntil: 'load' })
    await this.check()
  }

  /** Goes to the control with this name, and presses Enter. The control leads to another page. */
  async press(role: Control, name: string): Promise<void> {
    await this.focus(this.page.getByRole(role, { name, exact: true }).first())
    await this.enter()
  }

  /** Presses Enter where the focus is, which leads to another page. */
  async enter(): Promise<void> {
    const { page } = this
    const next = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
    await page.keyboard.press('Enter')
    await next
    await page.waitForLoadState('load')
    await this.check()
  }

  /** Opens the menu of a thing in a list. */
  async openMenu(name: string, list = 'main'): Promise<void> {
    const label = this.say('page.label.action_on', { action: this.say('page.label.menu'), name })
    await this.focus(this.page.locator(`${list} summary[aria-label="${label}"]`))
    await this.page.keyboard.press('Enter')
  }

  /** Goes to a field, and types over what is there. */
  async fill(label: string, text: string): Promise<void> {
    await this.focus(this.field(label))
    await this.page.keyboard.press('Control+A')
    await (text === '' ? this.page.keyboard.press('Delete') : this.page.keyboard.insertText(text))
  }

  /** Goes to a list, and chooses an entry with the arrow keys. */
  async choose(label: string, value: string): Promise<void> {
    const list = this.field(label)
    await this.focus(list)
    const steps = await list.evaluate((element, wanted) => {
      const { options, selectedIndex } = element as unknown as Choice
      return [...options].findIndex(({ value }) => value === wanted) - selectedIndex
    }, value)
    const key = steps < 0 ? 'ArrowUp' : 'ArrowDown'
    for (let count = 0; count < Math.abs(steps); count++) await this.page.keyboard.press(key)
    assert.equal(await list.inputValue(), value, label)
  }

  /** Goes to a box and ticks it, or clears it. */
  async tick(label: string): Promise<void> {
    await this.focus(this.field(label))
    await this.page.keyboard.press('Space')
  }

  /** The field with this label. */
  field(label: string): Locator {
    return this.page
      .getByLabel(label, { exact: true })
      .and(this.page.locator('input, select, textarea'))
  }

  /** The text of the page's main part, as it is shown. */
  async text(): Promise<string> {
    return (await this.textsOf('main')).join('\n')
  }

  /** The texts of some elements, as they are shown. */
  async textsOf(selector: string): Promise<readonly string[]> {
    // After a sign-in with a script, a page about passkeys leads on by itself.
    await this.page.locator('form[data-settles]').waitFor({ state: 'detached' })
    const elements = `[...document.querySelectorAll(${JSON.stringify(selector)})]`
    return this.page.evaluate(`${elements}.map(({ innerText }) => innerText)`)
  }

  /** Checks that the page shows this text. */
  async sees(key: MessageKey, params?: Params): Promise<void> {
    await this.seesText(this.say(key, params))
  }

  async seesText(text: string): Promise<void> {
    const shown = await this.text()
    assert.ok(flat(shown).includes(flat(text)), `"${text}" is not on the page:\n${shown}`)
  }

  async doesNotSee(text: string): Promise<void> {
    assert.ok(!flat(await this.text()).includes(flat(text)), `"${text}" is on the page`)
  }

  /** Checks that the page has this heading. */
  async isAt(key: MessageKey, params?: Params): Promise<void> {
    const [heading = ''] = await this.textsOf('h1')
    assert.equal(flat(heading), flat(this.say(key, params)))
  }

  /**
   * Checks that a form was refused: the focus is on the field with the fault, and its text is as
   * typed.
   */
  async isRefusedAt(label: string): Promise<void> {
    await this.page.locator('.summary').waitFor()
    const input = this.field(label)
    assert.equal(await input.getAttribute('aria-invalid'), 'true', label)
    // The browser puts the focus there when it first draws the page.
    await input.and(this.page.locator(':focus')).waitFor()
  }

  /** Gives the password if a change asks for it. */
  async prove(): Promise<void> {
    await this.sees('page.text.confirm_identity')
    await this.fill(this.say('page.label.current_password'), this.password)
    await this.press('button', this.say('page.button.continue'))
  }

  /** Presses Tab, or Shift and Tab, until the focus is there. */
  async focus(target: Locator): Promise<void> {
    // Finding an element by its role costs more than pressing a key, so this is done once.
    const element = await target.elementHandle()
    if (element === null) throw new Error(`${target} is not on ${this.page.url()}`)
    for (let tries = 0; !(await isShown(element)); tries++) {
      if (tries > 3_000) throw new Error(`${target} is hidden on ${this.page.url()}`)
      await pause(20)
    }
    const { key, between } = await wayTo(element)
    for (let presses = 0; presses < between; presses++) await this.page.keyboard.press(key)
    for (let presses = between; presses < 120; presses++) {
      if (await isFocused(element)) return
      await this.page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to ${target} on ${this.page.url()}`)
  }

  /** Checks that the page does not scroll sideways and, in the soak, that axe finds no fault. */
  async check(): Promise<void> {
    const { page } = this
    const [inner, outer] = (await page.evaluate(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )) as [number, number]
    assert.ok(inner <= outer, `${page.url()} is ${inner} px wide, in ${outer} px`)
    if (isSoak) await this.checkWithAxe()
  }

  /** Checks that axe finds no fault. A page that looks the same is not checked again. */
  async checkWithAxe(): Promise<void> {
    const { page, language } = this
    const looks = await page.locator('h1, .summary, .notice').allTextContents()
    const look = [language, page.viewportSize()?.width, ...looks].join(' ')
    if (looksChecked.has(look)) return
    looksChecked.add(look)
    assert.deepEqual(await faultsOf(page, this.hasScript), [], `${page.url()} (${language})`)
  }
}

const looksChecked = new Set<string>()

let clipboardUse: Promise<unknown> = Promise.resolve()

/**
 * Does something with the clipboard while no other task uses it: all pages of a browser have the
 * same one.
 */
export function withClipboard<T>(use: () => Promise<T>): Promise<T> {
  const result = clipboardUse.then(use)
  clipboardUse = result.catch(() => {})
  return result
}

/** What `choose` needs of an HTML select element. */
interface Choice {
  readonly options: Iterable<{ readonly value: string }>
  readonly selectedIndex: number
}

/**
 * Returns the faults that axe finds on a page. If scripts are off, axe cannot run there. It then
 * checks a copy of the page without the page's scripts.
 */
async function faultsOf(page: Page, hasScript: boolean): Promise<string[]> {
  return hasScript ? faultsOfAxe(page) : withCopy(page, (copy) => faultsOfAxe(copy))
}

async function withCopy<T>(page: Page, look: (copy: Page) => Promise<T>): Promise<T> {
  const html = (await page.content()).replaceAll(/<script\b[^>]*><\/script>/g, '')
  const context = await page.context().browser()?.newContext({ viewport: page.viewportSize() })
  assert.ok(context)
  try {
    const copy = await context.newPage()
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await copy.goto(page.url())
    return await look(copy)
  } finally {
    await context.close()
  }
}

// `waitFor` and other methods of a locator run in a world of their own. Each page would get the
// library of Playwright there, too, which costs more than the page itself.
const isShown = (target: ElementHandle): Promise<boolean> =>
  target.evaluate((element) => element.checkVisibility())

const isFocused = (target: ElementHandle): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement)

/**
 * Returns the key that moves the focus to an element, and how often it must be pressed at least. If
 * the URL has a fragment, the focus may start elsewhere.
 */
const wayTo = (
  target: ElementHandle,
): Promise<{ readonly key: string; readonly between: number }> =>
  target.evaluate((element) => {
    const { activeElement, body, location } = element.ownerDocument
    const focus = activeElement === body ? null : activeElement
    if (focus === null && location.hash !== '') return { key: 'Tab', between: 0 }
    const isBehind = focus !== null && (focus.compareDocumentPosition(element) & 2) !== 0
    const [first, last] = isBehind ? [element, focus] : [focus, element]
    const controls = [
      ...element.ownerDocument.querySelectorAll('a[href], button, input, select, textarea'),
    ]
    const between = controls.filter(
      (one) =>
        one.tabIndex >= 0 &&
        one.checkVisibility() &&
        !one.matches(':disabled, [type=radio]') &&
        (first === null || (first.compareDocumentPosition(one) & 4) !== 0) &&
        (one.compareDocumentPosition(last) & 4) !== 0,
    )
    return { key: isBehind ? 'Shift+Tab' : 'Tab', between: between.length }
  })

/** A text without line breaks and repeated spaces. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Something that users do. */
export interface Task {
  readonly name: string
  /** Whether `npm test` leaves it out, because stories visit the same pages without a browser. */
  readonly isForSoak?: true
  run(actor: Actor): Promise<void>
}
