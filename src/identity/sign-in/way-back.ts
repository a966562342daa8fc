import type { FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Queryable } from '../../platform/database/db.ts'
import type { ApplicationStart } from '../../platform/http/pages/error.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import { hashSecretToText } from '../../platform/secrets/secrets.ts'
import { type Face, findFace } from '../applications/face.ts'
import { findStart } from '../applications/start.ts'
import { clientIdOf, findRequestAt } from '../oauth/provider/waiting-requests.ts'
import type { CredentialDeps } from '../users/credentials/credentials.ts'
import { openWayBack, pathOfWayBack, type WayBack } from '../users/email-links/way-back.ts'
import { localPath } from './return-to.ts'

export interface WayBackDeps {
  readonly db: Queryable
  readonly authUrl: string
  readonly credentials: CredentialDeps
  readonly provider: () => Promise<Provider>
}

/**
 * The path where the user continues after a form. Its page has the path in the query, and the form
 * in a hidden field.
 */
export const returnToOf = (
  authUrl: string,
  request: FastifyRequest,
  form?: Form,
): string | undefined =>
  localPath(authUrl, form ? form.get('return_to') : queryParameter(request, 'return_to'))

/** Where a user continues. */
export type Onward =
  | { readonly kind: 'path'; readonly path: string }
  /** The application of a request that this browser cannot continue. */
  | ({ readonly kind: 'application' } & ApplicationStart)

/**
 * Paths that are safe in every browser. A link with another path may continue a request that an
 * attacker started.
 */
const safePaths = /^\/(?:account|continue|confirm-email)(?:[/?]|$)/

/**
 * Makes the way back of a user who requests a link, so that the link leads to where the user was
 * going.
 */
export async function makeWayBack(
  { db, provider }: WayBackDeps,
  browser: string,
  returnTo: string | undefined,
): Promise<WayBack | undefined> {
  if (returnTo === undefined) return undefined
  const waiting = await findRequestAt(db, await provider(), returnTo)
  return {
    returnTo,
    browser: hashSecretToText(browser),
    application: waiting && clientIdOf(waiting),
  }
}

/**
 * The path where the user was going, in the browser that requested the link. Undefined in every
 * other browser.
 */
export const returnToIn = (browser: string, wayBack: WayBack | undefined): string | undefined =>
  wayBack?.browser === hashSecretToText(browser) ? wayBack.returnTo : undefined

/** Finds the application that a user continues to, while its request is open. */
export async function findApplicationAt(
  { db, provider }: Pick<WayBackDeps, 'db' | 'provider'>,
  returnTo: string | undefined,
): Promise<Face | undefined> {
  if (returnTo === undefined) return undefined
  const waiting = await findRequestAt(db, await provider(), returnTo)
  if (waiting === undefined || waiting.state === 'over') return undefined
  return findFace(db, clientIdOf(waiting))
}

/** The path on which a signed-in user continues. */
export function wayBackPath(
  { authUrl, credentials }: WayBackDeps,
  userId: number,
  wayBack: WayBack | undefined,
): string | undefined {
  const path = pathOfWayBack(credentials.wayBackKey, userId, wayBack)
  return path && basePath(authUrl) + path
}

/**
 * Finds where a user continues. An application's request continues only in the browser in which it
 * started, and only while it is open: in another browser, it may be another person's request.
 * Otherwise the user continues at the registered start of the application. In another browser, an
 * application that a developer registered leads to the account.
 * @param given.browser the browser's id
 * @param given.sealed the encrypted way back; if it is forged, changed or another user's, the user
 * continues at the account
 */
export async function findOnward(
  { db, authUrl, credentials, provider }: WayBackDeps,
  {
    userId,
    browser,
    sealed,
  }: { readonly userId: number; readonly browser: string; readonly sealed: string },
): Promise<Onward> {
  const base = basePath(authUrl)
  const account = { kind: 'path', path: `${base}/account` } as const
  const way = openWayBack(credentials.wayBackKey, userId, sealed)
  if (way === undefined) return account
  const { returnTo, application } = way
  const isSameBrowser = way.browser === hashSecretToText(browser)
  if (application === undefined) {
    const isSafe = safePaths.test(returnTo.slice(base.length))
    return isSameBrowser || isSafe ? { kind: 'path', path: returnTo } : account
  }
  const waiting = await findRequestAt(db, await provider(), returnTo)
  if (waiting?.state === 'open' && isSameBrowser) return { kind: 'path', path: returnTo }
  const start = await findStart(db, application)
  // A stranger may have registered the application, and may have requested the link for this user.
  const isForeign = start?.selfRegistered === true && !isSameBrowser
  return start === undefined || isForeign ? account : { kind: 'application', ...start }
}
