import { sessionCookie } from '../../src/identity/users/sessions/session-cookie.ts'
import { startSession } from '../../src/identity/users/sessions/sessions.ts'
import { Browser, formsOf, type Page } from './browser.ts'
import type { Foyer } from './foyer.ts'
import { newAddress } from './networks.ts'
import { password } from './users.ts'
import { retryOutsideSoak } from './wire.ts'

/**
 * The settings with which a service reads networks from a header, so that tests do not use up each
 * other's attempts.
 */
export const behindProxy = { TRUSTED_PROXIES: 'loopback' }

/** Headers of requests from a network that no other test uses. */
export const networkHeaders = (): Record<string, string> => ({ 'x-forwarded-for': newAddress() })

/** A browser in a network that no other test uses. Its service is `behindProxy`. */
export const newBrowser = (
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): Browser => new Browser(origin, { ...networkHeaders(), ...headers })

/** The cookie of a new session, for a browser with a screen. */
export async function sessionOf(
  { db, authUrl }: Pick<Foyer, 'db' | 'authUrl'>,
  userId: number,
): Promise<{ name: string; value: string; url: string }> {
  const { id } = await startSession(db, { userId, amr: ['pwd'], device: 'Chromium · Linux' })
  return { name: sessionCookie(authUrl).name, value: id, url: authUrl }
}

/** Signs in on the page for it. @returns the response to the form */
export async function signIn(
  browser: Browser,
  email: string,
  { secret = password, returnTo = '' } = {},
): Promise<Page> {
  const query = returnTo === '' ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  const page = await browser.get(`/sign-in${query}`)
  return browser.submit(page, { email, password: secret }, '/sign-in')
}

/** A browser with a new session of a user, without a sign-in. */
export async function browserWithSession(
  foyer: Pick<Foyer, 'db' | 'authUrl'>,
  { id }: { readonly id: number },
): Promise<Browser> {
  const browser = newBrowser(foyer.authUrl)
  const { name, value } = await sessionOf(foyer, id)
  browser.plant(`${name}=${value}; Path=/`)
  return browser
}

/** A browser in which a user has signed in. */
export async function signedInBrowser(
  origin: string,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const browser = newBrowser(origin, headers)
  const answer = await retryOutsideSoak(() => signIn(browser, email))
  if (answer.status !== 303) throw new Error(`not signed in: ${answer.text}`)
  return browser
}

/** A browser with the cookies that another one has now, as if that one dropped all later answers. */
export function copyOf(browser: Browser): Browser {
  const copy = newBrowser(browser.origin)
  for (const { name, value, path } of browser.cookies) copy.plant(`${name}=${value}; Path=${path}`)
  return copy
}

/** The session that a response gives to the browser; empty if none. */
export const sessionIn = ({ headers }: Page): string =>
  /foyer-session=([^;]*)/.exec(headers.getSetCookie().join())?.[1] ?? ''

/** A page's heading. */
export const headingOf = ({ text }: Page): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''

/** Opens a page that asks for a fresh proof, and gives it. @returns the page that was requested */
export async function proveAt(
  browser: Browser,
  path: string,
  { secret = password, code = '' } = {},
): Promise<Page> {
  const open = async () => browser.follow(await browser.get(path))
  const first = await retryOutsideSoak(open)
  if (!first.url.includes('/account/confirm')) return first
  const fields = { password: secret }
  const answer = await retryOutsideSoak(() => browser.submit(first, fields, '/account/confirm'))
  const second = await retryOutsideSoak(() => browser.follow(answer))
  if (!second.url.includes('/account/confirm') || code === '') return second
  const last = await retryOutsideSoak(() => browser.submit(second, { code }, '/confirm/code'))
  return retryOutsideSoak(() => browser.follow(last))
}

/** The options that the page’s script requests before it calls the authenticator. */
export async function optionsOf(browser: Browser, page: Page, action: string): Promise<unknown> {
  const form = formsOf(page).find((one) => one.action.endsWith(action))
  const { credential: _, ...fields } = form?.fields ?? {}
  const answer = await retryOutsideSoak(() => browser.post(`${form?.action}/options`, fields))
  if (answer.status !== 200) throw new Error(answer.text)
  return JSON.parse(answer.text)
}
