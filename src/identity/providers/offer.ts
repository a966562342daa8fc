import { readCookies, writeCookie } from '../../platform/http/cookies.ts'
import type { Key } from '../../platform/secrets/keys.ts'
import { BrokenSeal, open, seal } from '../../platform/secrets/seal.ts'
import { hashSecretToText } from '../../platform/secrets/secrets.ts'
import { pathCookieName } from '../sessions/session-cookie.ts'
import type { Expected } from './provider.ts'

/** A sign-in that is under way at a provider. */
export interface Pending extends Expected {
  /** Where the user continues: a path of this service. */
  readonly returnTo: string | undefined
  /** Whether a signed-in user wants to add the provider to the account. */
  readonly connects: boolean
}

/** What a provider has said about somebody whose account there is not linked yet. */
export interface Offer {
  readonly issuer: string
  readonly subject: string
  /** Confirmed by the provider. */
  readonly email: string
  readonly name: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly returnTo: string | undefined
}

/**
 * A value in a cookie that only this service can read, and only in the browser that it was made
 * for: its label contains the id of the browser, whose cookie other hosts cannot set. So it needs
 * no row in the database, survives a restart, and is useless in another browser.
 */
export interface SealedCookie<T> {
  /** The `Set-Cookie` header. */
  set(browser: string, value: T): string
  /** Undefined if there is none, it has expired, or it belongs to another browser. */
  read(header: string | undefined, browser: string): T | undefined
  /** The `Set-Cookie` header that deletes the cookie. */
  clear(): string
}

export function sealedCookie<T>(
  {
    key,
    authUrl,
    now,
  }: { readonly key: Key; readonly authUrl: string; readonly now: () => number },
  { name, path, ttlMs }: { readonly name: string; readonly path: string; readonly ttlMs: number },
): SealedCookie<T> {
  const cookie = pathCookieName(authUrl, name)
  const secure = cookie.startsWith('__')
  const attributes = { path, secure, httpOnly: true, sameSite: 'lax' } as const
  const labelOf = (browser: string) => `${name} in ${hashSecretToText(browser)}`
  return {
    set(browser, value) {
      const content = Buffer.from(JSON.stringify({ value, until: now() + ttlMs }))
      const sealed = seal(key, labelOf(browser), content).toString('base64url')
      return writeCookie(cookie, sealed, { ...attributes, maxAge: ttlMs / 1000 })
    },
    read(header, browser) {
      const sealed = readCookies(header)[cookie]
      if (sealed === undefined) return undefined
      try {
        const content = open(key, labelOf(browser), Buffer.from(sealed, 'base64url'))
        const { value, until } = JSON.parse(content.toString()) as { value: T; until: number }
        return until > now() ? value : undefined
      } catch (error) {
        if (error instanceof BrokenSeal) return undefined
        throw error
      }
    },
    clear: () => writeCookie(cookie, '', { ...attributes, expires: new Date(0) }),
  }
}
