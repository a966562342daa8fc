import assert from 'node:assert/strict'
import { randomBytes, hash as sha } from 'node:crypto'
import { sessionCookie } from '../../src/identity/users/sessions/session-cookie.ts'
import { startSession } from '../../src/identity/users/sessions/sessions.ts'
import { Browser, type Page } from './browser.ts'
import type { Foyer, WantedApplication } from './foyer.ts'
import { issuerReady } from './issuer-ready.ts'
import { retry503 } from './wire.ts'

export const callback = 'https://app.example/callback'

/** A response, with its body parsed if it is JSON. */
export interface ParsedResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape, and fail where it is not there.
  readonly body: any
}

export type Parameters = Readonly<Record<string, string | undefined>>

/** A registered application that sends browsers to sign in. */
export interface RelyingParty {
  readonly id: string
  readonly secret: string
  readonly applicationId: number
  /**
   * The authorization URL for a browser. By default it has S256 and a state. `undefined` omits a
   * parameter.
   */
  authorizeUrl(parameters?: Parameters): string
  /** Posts to an endpoint below `/oauth2` with the application's authentication method. */
  post(
    endpoint: string,
    form: Parameters,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ParsedResponse>
  /** Exchanges a code. */
  exchange(code: string, form?: Parameters): Promise<ParsedResponse>
  refresh(token: string, form?: Parameters): Promise<ParsedResponse>
}

/** The PKCE verifier of all relying parties (RFC 7636, 4.1). */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const challenge = sha('sha256', verifier, 'base64url')

/** The default name of relying parties. */
export const partyName = 'Tickets & <b>more</b>'

/** The heading of the page on which users sign in for an application. */
export const signInTo = (name = partyName): string => `Sign in to continue to ${name}`

export async function relyingParty(
  { authUrl, newApplication }: Pick<Foyer, 'authUrl' | 'newApplication'>,
  wanted: WantedApplication = {},
): Promise<RelyingParty> {
  await issuerReady(authUrl)
  const { redirectUris = [callback] } = wanted
  const application = await newApplication({
    name: partyName,
    redirectUris,
    scopes: ['read:events', 'read:user', 'write:user'],
    ...wanted,
  })
  const { clientId: client_id, clientSecret } = application
  const redirectUri = redirectUris[0] ?? callback
  const post: RelyingParty['post'] = async (endpoint, form, headers = {}) => {
    const secret = clientSecret === '' ? {} : { client_secret: clientSecret }
    const body = formOf({ client_id, ...secret, ...form })
    const url = `${authUrl}/oauth2/${endpoint}`
    return parseResponse(await fetch(url, { method: 'POST', headers, body }))
  }
  return {
    id: client_id,
    secret: clientSecret,
    applicationId: application.id,
    authorizeUrl: (parameters = {}) =>
      `${authUrl}/authorize?${formOf({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        scope: 'openid read:user',
        state: 'a state',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...parameters,
      })}`,
    post,
    exchange: (code, form) =>
      post('token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...form,
      }),
    refresh: (refresh_token, form) =>
      post('token', { grant_type: 'refresh_token', refresh_token, ...form }),
  }
}

const formOf = (parameters: Parameters): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  )

export async function parseResponse(response: Response): Promise<ParsedResponse> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}

/** Signs a user in by a session cookie. @returns the browser, as the pages would leave it */
export async function signedIn(
  { db, authUrl }: Pick<Foyer, 'db' | 'authUrl'>,
  userId: number,
  browser = new Browser(authUrl),
): Promise<Browser> {
  const cookie = sessionCookie(authUrl)
  const replaces = browser.cookie(cookie.name)?.value
  const device = 'Firefox on Linux'
  const session = await startSession(db, { userId, amr: ['pwd'], device, replaces })
  browser.plant(cookie.set(session.id, session.expiresAt))
  return browser
}

/** The parameters of the redirect that returns the user to the application. */
export function answered(page: Page): Record<string, string> {
  assert.equal(page.status, 303, page.text)
  assert.ok(page.location.startsWith('https://app.example/'), page.location)
  const { search, hash } = new URL(page.location)
  return Object.fromEntries(new URLSearchParams(search || hash.slice(1)))
}

/**
 * Opens the authorization URL of an application and follows redirects until a page needs an answer.
 */
export const visit = async (browser: Browser, url: string): Promise<Page> =>
  browser.follow(await browser.get(url))

/** Completes the authorization, with consent. @returns the code */
export async function authorize(browser: Browser, url: string): Promise<string> {
  let page = await visit(browser, url)
  if (page.status === 200) page = await browser.follow(await agree(browser, page))
  const { code, error } = answered(page)
  assert.ok(code, error)
  return code
}

/** Sends the form of the consent page. */
export const agree = (browser: Browser, page: Page, decision = 'allow'): Promise<Page> =>
  browser.submit(page, { decision })

/** A unique text. */
export const unique = (): string => randomBytes(9).toString('base64url')

/** The claims of a signed token. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export const claimsIn = (token: string): any =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Opens the page that asks whether to disconnect the only connected application. */
export async function askToDisconnect(browser: Browser): Promise<Page> {
  const { text } = await retry503(() => browser.get('/account/applications'))
  const [, path] = /href="([^"]+\/disconnect)"/.exec(text) ?? []
  assert.ok(path, 'no application is connected')
  return retry503(() => browser.get(path))
}
