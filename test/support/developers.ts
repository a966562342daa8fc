import type { Browser, Page } from './browser.ts'
import type { Foyer, TestUser } from './foyer.ts'
import { proveAt, signedInBrowser } from './sign-in.ts'
import { retryOutsideSoak } from './wire.ts'

/** A developer, with a browser. */
export interface Developer {
  readonly user: TestUser
  readonly browser: Browser
}

/** The path of the form to register an application. */
export const formOf = (type: string): string => `/developer/applications/new?type=${type}`

/** A signed-in developer, who has given a fresh proof. */
export async function newDeveloper(foyer: Foyer): Promise<Developer> {
  const user = await foyer.newUser()
  const browser = await signedInBrowser(foyer.authUrl, user.email)
  await proveAt(browser, formOf('web'))
  return { user, browser }
}

export const redirectUri = 'https://shop.example.com/callback'

/** The fields with which each type of application is registered. */
export const applicationFields = {
  web: { name: 'Ticket shop', redirect_uris: redirectUri, 'scope:read:user': 'true' },
  spa: { name: 'Ticket shop', redirect_uris: redirectUri, 'scope:read:user': 'true' },
  native: {
    name: 'Ticket shop',
    redirect_uris: 'com.example.shop:/callback',
    'scope:read:user': 'true',
  },
  server: { name: 'Event list', 'scope:read:events': 'true' },
} as const

export interface Registered {
  readonly page: Page
  readonly clientId: string
  /** Empty if the application has none. */
  readonly secret: string
  /** The path of its page. */
  readonly path: string
}

/** Registers an application on the page for it. */
export async function register(
  { browser }: Developer,
  type: keyof typeof applicationFields = 'web',
  fields: Readonly<Record<string, string>> = {},
): Promise<Registered> {
  const form = await retryOutsideSoak(() => browser.get(formOf(type)))
  const all = { ...applicationFields[type], ...fields }
  const page = await retryOutsideSoak(() => browser.submit(form, all, '/new'))
  const [, clientId = ''] = /<code>(app_[^<]+)<\/code>/.exec(page.text) ?? []
  const [, secret = ''] = /<li id="secret">([^<]+)</.exec(page.text) ?? []
  return { page, clientId, secret, path: `/developer/applications/${clientId}` }
}

/** Confirms an act on its page. */
export async function act({ browser }: Developer, path: string, name: string): Promise<Page> {
  const page = await proveAt(browser, `${path}/${name}`)
  return retryOutsideSoak(() => browser.submit(page, {}, `/${name}`))
}
