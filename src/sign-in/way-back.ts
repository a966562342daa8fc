import { hash } from 'node:crypto'
import type Provider from 'oidc-provider'
import { type ApplicationStart, findStart } from '../applications/start.ts'
import { clientIdOf, findRequestAt } from '../oauth/waiting-requests.ts'
import { basePath } from '../pages/scope.ts'
import type { Queryable } from '../platform/db.ts'
import type { Credentials } from '../user/credentials.ts'
import { openWayBack, pathOfWayBack, type WayBack } from '../user/way-back.ts'

export interface WayBackParts {
  readonly db: Queryable
  readonly authUrl: string
  readonly credentials: Credentials
  readonly provider: () => Promise<Provider>
}

/** Where somebody goes on. */
export type Onward =
  | { readonly kind: 'path'; readonly path: string }
  /** Somewhere that this browser cannot go on at: its application starts anew. */
  | ({ readonly kind: 'application' } & ApplicationStart)

/** Paths that are the user's own in every browser. Others may begin something that somebody else has made up. */
const anywhere = /^\/(?:account|continue|confirm-email)(?:[/?]|$)/

/** The name of a browser, in a form that is worth nothing to who reads it. */
const hashOf = (browser: string): string => hash('sha256', browser, 'base64url')

/** Notes where somebody is going who asks for a link, so that the link leads there in the end. */
export async function noteWayBack(
  { db, provider }: WayBackParts,
  browser: string,
  returnTo: string | undefined,
): Promise<WayBack | undefined> {
  if (returnTo === undefined) return undefined
  const waiting = await findRequestAt(db, await provider(), returnTo)
  return { returnTo, browser: hashOf(browser), application: waiting && clientIdOf(waiting) }
}

/** The path on which a user goes on, once signed in. */
export function wayBackPath(
  { authUrl, credentials }: WayBackParts,
  userId: number,
  wayBack: WayBack | undefined,
): string | undefined {
  const path = pathOfWayBack(credentials.wayBackKey, userId, wayBack)
  return path && basePath(authUrl) + path
}

/**
 * Finds where a user goes on. The step of an application's request is gone on with only in the browser in which it began, and while it
 * waits: elsewhere it might be somebody else's. Otherwise its application starts anew, at an address that it is registered with.
 * @param given.browser the browser's name
 * @param given.sealed as it came; of another user, forged or changed, it leads nowhere
 */
export async function onwardFor(
  { db, authUrl, credentials, provider }: WayBackParts,
  {
    userId,
    browser,
    sealed,
  }: { readonly userId: number; readonly browser: string; readonly sealed: string },
): Promise<Onward> {
  const base = basePath(authUrl)
  const account = { kind: 'path', path: `${base}/account/sessions` } as const
  const way = openWayBack(credentials.wayBackKey, userId, sealed)
  if (way === undefined) return account
  const { returnTo, application } = way
  const isSameBrowser = way.browser === hashOf(browser)
  if (application === undefined) {
    const goesAnywhere = anywhere.test(returnTo.slice(base.length))
    return isSameBrowser || goesAnywhere ? { kind: 'path', path: returnTo } : account
  }
  const waiting = await findRequestAt(db, await provider(), returnTo)
  if (waiting?.state === 'open' && isSameBrowser) return { kind: 'path', path: returnTo }
  const start = await findStart(db, application)
  return start === undefined ? account : { kind: 'application', ...start }
}
