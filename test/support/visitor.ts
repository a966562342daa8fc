import { type Browser, type Page, unescaped } from './browser.ts'
import { headingOf } from './sign-in.ts'
import { password } from './users.ts'
import { retry503 } from './wire.ts'

/** The path of a user from an application and back to it. */
export interface Way {
  /** The last redirect of the browser. */
  readonly url: URL
  /** The headings of the pages in between. */
  readonly pages: readonly string[]
}

/**
 * Opens the URL to which an application sends the browser and completes the pages as a user would:
 * signs in, and consents.
 * @returns the first redirect to another site
 */
export async function walk(browser: Browser, from: string | Page, email: string): Promise<Way> {
  const pages: string[] = []
  const first = typeof from === 'string' ? await retry503(() => browser.get(from)) : from
  let page = await follow(browser, first)
  while (page.status === 200 && pages.length < 5) {
    pages.push(unescaped(headingOf(page)))
    const shown = page
    page = await follow(browser, await retry503(() => answer(browser, shown, email)))
  }
  if (page.location === '')
    throw new Error(`the flow ended at a page: ${pages.join(', ')}, ${page.status} ${page.text}`)
  return { url: new URL(page.location), pages }
}

/** Follows redirects, and opens the last page again while a busy service refuses it. */
async function follow(browser: Browser, from: Page): Promise<Page> {
  let page = await browser.follow(from)
  for (let left = 3; page.status === 503 && left > 0; left--) {
    const { url } = page
    page = await browser.follow(await retry503(() => browser.get(url)))
  }
  return page
}

/** Fills in the form of a page: the sign-in or the consent. */
function answer(browser: Browser, page: Page, email: string): Promise<Page> {
  return new URL(page.url).pathname.endsWith('/sign-in')
    ? browser.submit(page, { email, password }, '/sign-in')
    : browser.submit(page, { decision: 'allow' })
}
