import { randomUUID } from 'node:crypto'
import { Browser, type Page } from './browser.ts'
import { password } from './users.ts'

/**
 * What a service under test takes networks from, so that stories take no attempts from each other.
 */
export const behindProxy = { TRUSTED_PROXIES: 'loopback' }

/** A browser in a network that nobody else has (RFC 3849). Its service is `behindProxy`. */
export function newBrowser(
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): Browser {
  const [a = '', b = ''] = randomUUID().split('-')
  const network = { 'x-forwarded-for': `2001:db8:${a.slice(0, 4)}:${b}::1` }
  return new Browser(origin, { ...network, ...headers })
}

/** Signs in on the page for it. @returns what the form is answered with */
export async function signIn(
  browser: Browser,
  email: string,
  { secret = password, returnTo = '' } = {},
): Promise<Page> {
  const query = returnTo === '' ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  const page = await browser.get(`/sign-in${query}`)
  return browser.submit(page, { email, password: secret }, '/sign-in')
}

/** A browser in which a user has signed in. */
export async function signedInBrowser(
  origin: string,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const browser = newBrowser(origin, headers)
  const answer = await signIn(browser, email)
  if (answer.status !== 303) throw new Error(`not signed in: ${answer.text}`)
  return browser
}

/** A page's heading. */
export const headingOf = ({ text }: Page): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''

/** Opens a page that asks for a fresh proof, and gives it. @returns the page that was asked for */
export async function proveAt(
  browser: Browser,
  path: string,
  { secret = password, code = '' } = {},
): Promise<Page> {
  const first = await browser.follow(await browser.get(path))
  if (!first.url.includes('/account/confirm')) return first
  const answer = await browser.submit(first, { password: secret }, '/account/confirm')
  const second = await browser.follow(answer)
  if (!second.url.includes('/account/confirm') || code === '') return second
  return browser.follow(await browser.submit(second, { code }, '/confirm/code'))
}
